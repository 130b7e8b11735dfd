/** A control operation whose input was refused, or that there is not. Its fields are what the HTTP form answers. */
export class Refused extends Error {
  /** 400: the input is wrong; 404: what it names is not there; 409: it contradicts what is there; 501: unknown operation. */
  readonly status: 400 | 404 | 409 | 501;
  readonly code: string;

  constructor(status: Refused['status'], code: string, message: string) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
  }
}

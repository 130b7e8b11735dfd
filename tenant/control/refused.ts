/**
 * A control operation whose input was refused, that there is not, or whose browser got no answer. Its fields are what the
 * HTTP form answers.
 */
export class Refused extends Error {
  /**
   * 400: the input is wrong; 404: what it names is not there; 409: it contradicts what is there; 501: unknown operation;
   * 502: an answer was lost on the way.
   */
  readonly status: 400 | 404 | 409 | 501 | 502;
  readonly code: string;

  constructor(status: Refused['status'], code: string, message: string) {
    super(message);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
  }
}

/**
 * The refusal of a control operation: its input was refused, the operation does not exist, or the browser got no
 * answer. Its fields are the answer in the HTTP form.
 */
export class Refused extends Error {
  /**
   * 400: the input is wrong; 404: it names something that does not exist; 409: it contradicts the present state; 501:
   * unknown operation; 502: an answer was lost on the way.
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

/** The limits of reading an answer. Beyond them the suite stops reading: see {@link CutOff}. */
export interface AnswerLimits {
  /** Octets of a body: the received and the decoded octets together, if they differ. */
  readonly bodyBytes: number;
  /** Decoded octets for each octet of a body in a content coding. */
  readonly ratio: number;
  /** Decoded bodies shorter than this may have any ratio. */
  readonly ratioFromBytes: number;
  /** Fields of the head. */
  readonly fields: number;
  /** Values of a JSON body: each takes more memory than its text. */
  readonly values: number;
}

/** Far above the answers of any interface, and small enough to hold some answers at the same time. */
export const answerLimits: AnswerLimits = {
  bodyBytes: 8 * 1024 * 1024,
  // a page of records that are all alike reaches a third of this ratio, and a body that is made to swell twice as much
  ratio: 500,
  ratioFromBytes: 1024 * 1024,
  fields: 500,
  values: 500_000,
};

/** The limit of browsers: gateways that add fields to an answer know no other limit. */
export const maxHeadBytes = 256 * 1024;

/** An answer that the suite does not read to its end. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError';
  /** Status of the answer, if its head was read. */
  readonly status: number | undefined;

  /** @param limit the limit that the answer exceeded, as a sentence of its own */
  constructor(limit: string, status?: number) {
    super(limit);
    this.status = status;
  }
}

/** An answer that was not complete in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  /** Whether any part of the answer had come. */
  readonly begun: boolean;
  readonly status: number | undefined;

  constructor(seconds: number, begun: boolean, status: number | undefined) {
    super(begun ? `no whole answer within ${seconds} s` : `no answer within ${seconds} s`);
    this.begun = begun;
    this.status = status;
  }
}

/** Returns a number of octets in the words of a limit. */
export function inMegabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}

/** How much of an answer is read. Beyond it the suite gives the answer up: see {@link CutOff}. */
export interface AnswerLimits {
  /** Octets of a body, as it came and decoded, together where they differ. */
  readonly bodyBytes: number;
  /** Octets that may come of one octet of a body in a content coding. */
  readonly ratio: number;
  /** What is shorter when decoded may come of as few octets as it likes. */
  readonly ratioFromBytes: number;
  /** Fields of the head. */
  readonly fields: number;
  /** Values of a JSON body: each takes more memory than its text. */
  readonly values: number;
}

/** Far above what any interface sends, and little enough for some of it at a time. */
export const answerLimits: AnswerLimits = {
  bodyBytes: 8 * 1024 * 1024,
  // a page of records that are all alike reaches a third of this, and what is made to swell twice as much
  ratio: 500,
  ratioFromBytes: 1024 * 1024,
  fields: 500,
  values: 500_000,
};

/** As much as browsers take: what gateways add to an answer knows no other limit. */
export const maxHeadBytes = 256 * 1024;

/** An answer that the suite does not read to its end. */
export class CutOffError extends Error {
  override readonly name = 'CutOffError';
  /** Status of the answer, where its head had been read. */
  readonly status: number | undefined;

  /** @param limit what the answer went beyond, as a sentence of its own */
  constructor(limit: string, status?: number) {
    super(limit);
    this.status = status;
  }
}

/** An answer that was not there as a whole in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  /** Whether anything of it had come. */
  readonly begun: boolean;
  readonly status: number | undefined;

  constructor(seconds: number, begun: boolean, status: number | undefined) {
    super(begun ? `no whole answer within ${seconds} s` : `no answer within ${seconds} s`);
    this.begun = begun;
    this.status = status;
  }
}

/** Octets in the words of a limit. */
export function inMegabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}

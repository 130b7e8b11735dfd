import { TestBedTrouble } from '../../core/trouble.ts';

export interface FailureFacts {
  /** A short label without details, for counting: `status 500`, `no answer in time`. */
  readonly kind: string;
  /** Whether the operation was certainly not carried out. */
  readonly undone?: boolean;
  /** Whether another try is useless, for example because the token is wrong. */
  readonly lasting?: boolean;
  readonly refusal?: boolean;
  /** Seconds that the control asks the caller to wait before the next try. */
  readonly retryAfter?: number;
  readonly cause?: string;
}

/** One failed try of an operation. */
export class ControlFailure extends TestBedTrouble {
  readonly kind: string;
  readonly undone: boolean;
  readonly lasting: boolean;
  readonly retryAfter: number | undefined;

  constructor(message: string, facts: FailureFacts) {
    const { kind, undone = false, lasting = false, refusal = false, retryAfter, cause = message } = facts;
    super(message, { passing: !lasting && !refusal, refusal, cause });
    this.kind = kind;
    this.undone = undone;
    this.lasting = lasting;
    this.retryAfter = retryAfter;
  }
}

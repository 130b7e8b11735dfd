import { TestBedTrouble } from '../../core/trouble.ts';

export interface FailureFacts {
  /** In few words and without any detail, for counting: `status 500`, `no answer in time`. */
  readonly kind: string;
  /** Whether the operation surely was not carried out. */
  readonly undone?: boolean;
  /** Whether it is no use to ask again, such as with a token that is wrong. */
  readonly lasting?: boolean;
  readonly refusal?: boolean;
  /** Seconds after which the control wants to be asked again. */
  readonly retryAfter?: number;
  readonly cause?: string;
}

/** One try of an operation that came to nothing. */
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

/** Ends a case because a premise does not hold: `inconclusive`, never a failure. */
export class PremiseUnmet extends Error {
  override readonly name = 'PremiseUnmet';
}

/** This target lacks something that a case needs: `not-exercised`. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** Further facts about a trouble of the test bed. */
export interface TroubleFacts {
  /** Whether it may be gone when the whole case is repeated; false unless given. */
  readonly passing?: boolean;
  /** Whether the operator declined the request; false unless given. */
  readonly refusal?: boolean;
  /** The cause, in words that are the same for each such trouble; the message unless given. */
  readonly cause?: string;
}

/** The test bed failed (control, configuration): `broken`. It says nothing about the tenant. */
export class TestBedTrouble extends Error {
  override readonly name = 'TestBedTrouble';
  readonly passing: boolean;
  readonly refusal: boolean;
  override readonly cause: string;

  constructor(message: string, { passing = false, refusal = false, cause = message }: TroubleFacts = {}) {
    super(message);
    this.passing = passing;
    this.refusal = refusal;
    this.cause = cause;
  }
}

/**
 * Reports whether the operator declined the request, so that a case may go on without it. If the test bed failed
 * instead, the operation may have been carried out anyway, and nothing can be built on it.
 */
export function isRefusal(reason: unknown): reason is TestBedTrouble {
  return reason instanceof TestBedTrouble && reason.refusal;
}

/** Reports whether the operator declined the request, or fails at each try. */
export function declinedOrFailing(reason: unknown): reason is TestBedTrouble {
  return reason instanceof TestBedTrouble && (reason.refusal || !reason.passing);
}

/** Reports whether the control does not offer the operation, or it {@link declinedOrFailing}. */
export function unavailableFromControl(reason: unknown): boolean {
  return reason instanceof Unsupported || declinedOrFailing(reason);
}

/** The suite itself is wrong, for example a request that its own schema refuses: `broken`. */
export class SuiteMistake extends Error {
  override readonly name = 'SuiteMistake';
}

/** The command line, the profile or the environment is wrong, and nothing can be run. A person has to correct it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** The run was stopped before this check came to an end. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** The time of a run is over: everything under way is stopped. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/**
 * Ends a case that turns out not to be about the subject of its check: it counts neither for the tenant nor against it.
 */
export class NothingToJudge extends Error {
  override readonly name: string = 'NothingToJudge';
}

/**
 * Ends a case as {@link NothingToJudge} does, because a value that exists is bad, which is a finding of another
 * requirement. If all cases of a check end like this, nothing was left to judge by, and nothing is lacking either:
 * `inconclusive`.
 */
export class BadValue extends NothingToJudge {
  override readonly name = 'BadValue';
}

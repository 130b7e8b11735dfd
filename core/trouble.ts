/** Ends a case because something that had to hold first did not: `inconclusive`, never a failure. */
export class PremiseUnmet extends Error {
  override readonly name = 'PremiseUnmet';
}

/** What is needed is not to be had at this target: `not-exercised`. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** What else is known of a trouble of the test bed. */
export interface TroubleFacts {
  /** Whether it may be gone when the whole case is done anew; not unless given. */
  readonly passing?: boolean;
  /** Whether the operator declined what was asked for; not unless given. */
  readonly refusal?: boolean;
  /** What is behind it, in words that are the same wherever it is met; the message unless given. */
  readonly cause?: string;
}

/** The test bed failed (control, configuration): `broken`. Says nothing of the tenant. */
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
 * Whether the operator declined what was asked for: a case may go on without it. Where the test bed failed, what was asked
 * for may have been done all the same, and nothing can be built on it.
 */
export function isRefusal(reason: unknown): reason is TestBedTrouble {
  return reason instanceof TestBedTrouble && reason.refusal;
}

/** Whether the operator declined what was asked for, or fails whenever asked for it. */
export function cannotBeDone(reason: unknown): reason is TestBedTrouble {
  return reason instanceof TestBedTrouble && (reason.refusal || !reason.passing);
}

/** Whether the control does not offer what was asked for, or it {@link cannotBeDone}. */
export function isBeyondTheControl(reason: unknown): boolean {
  return reason instanceof Unsupported || cannotBeDone(reason);
}

/** The suite itself is wrong, for example a request that its own schema refuses: `broken`. */
export class SuiteMistake extends Error {
  override readonly name = 'SuiteMistake';
}

/** The command line, the profile or the environment is wrong; nothing can be run. A person mends it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** The run was stopped before this check came to an end. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** The time that a run was given is over: what is under way then is stopped. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** Ends a case that turns out not to be about what its check is about: it counts neither for the tenant nor against it. */
export class NothingToJudge extends Error {
  override readonly name: string = 'NothingToJudge';
}

/**
 * As {@link NothingToJudge}, of a case whose value is there and bad, which is a finding of another requirement. Where all
 * cases are such ones nothing was left to judge by, and nothing is lacking either: `inconclusive`.
 */
export class BadValue extends NothingToJudge {
  override readonly name = 'BadValue';
}

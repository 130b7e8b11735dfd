/** Ends a case because something that had to hold first did not: `inconclusive`, never a failure. */
export class PremiseUnmet extends Error {
  override readonly name = 'PremiseUnmet';
}

/** What is needed is not to be had at this target: `not-exercised`. */
export class Unsupported extends Error {
  override readonly name = 'Unsupported';
}

/** The test bed failed (control, configuration): `broken`. Says nothing of the tenant. */
export class TestBedTrouble extends Error {
  override readonly name = 'TestBedTrouble';
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

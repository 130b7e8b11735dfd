/** The reason why no check of the requirements that a generated fault breaks finds it with thirty cases a property. */
export interface NotCaught {
  readonly reason: 'equivalent' | 'gap';
  /** The reason in a sentence; "its checks" are those that prove the requirements that the fault breaks. */
  readonly why: string;
}

/** Faults whose tenant cannot be distinguished from a conforming one. */
const equivalent: Readonly<Record<string, string>> = {
  'expiry/generated/keys-without-an-end-have-one-of-owners-who-rotated':
    'A key from a rotation has an end, so that no user who has rotated holds a key without an end.',
};

/** Faults that the suite does not test for. */
const gap: Readonly<Record<string, string>> = {
  'versioning/generated/v2-shows-nothing-of-apps-once-reinstalled':
    'Its checks do not add an app to a project after the app was reinstalled.',
  'versioning/generated/the-legacy-path-takes-short-secrets-on-new-connections':
    'Its checks share connections, or open one and use it more than once.',
  'expiry/generated/keys-without-an-end-have-one-of-users-with-two-apps':
    'Its checks let the user authorize one app at most, or draw a second one too seldom.',
  'expiry/generated/calls-prolong-delegated-tokens-from-long-ago':
    'Its checks let no thirty days pass before, or draw it too seldom.',
};

const withReason = (reason: NotCaught['reason'], all: Readonly<Record<string, string>>): [string, NotCaught][] =>
  Object.entries(all).map(([id, why]) => [id, { reason, why }]);

/** The generated faults that are not caught, by their ids. A fault that is caught must be removed from the list. */
export const notCaught: ReadonlyMap<string, NotCaught> = new Map([
  ...withReason('equivalent', equivalent),
  ...withReason('gap', gap),
]);

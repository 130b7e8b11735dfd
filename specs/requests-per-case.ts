import type { SuiteCheck } from './check.ts';
import type { ProfileName } from './requirements/index.ts';

/**
 * The number of calls or operations per case: of a check with a single case, a property with few cases, and one with
 * many.
 */
type PerCase = readonly [single: number, few: number, many: number];

interface Asking {
  readonly requests: PerCase;
  readonly operations: PerCase;
}

/** A property with at most this many cases has few cases: each of them is expensive. */
const fewCases = 20;

/** Returns the index of a check's figure in its profile: 0 for a single case, 1 for few cases, 2 for many. */
export function sizeOf({ cases, maxCases = Infinity }: Pick<SuiteCheck, 'cases' | 'maxCases'>): 0 | 1 | 2 {
  if (cases === undefined) return 0;
  return maxCases <= fewCases ? 1 : 2;
}

/**
 * Averages over the checks of a profile: exchanges and operations in a report of 100 cases per property at the
 * reference tenant (`bench/calls-a-case.ts` prints these lines from a report).
 */
const asking: Readonly<Record<ProfileName, Asking>> = {
  transport: { requests: [16.8, 9.6, 2.8], operations: [11.2, 2.3, 0.2] },
  'token-issuance': { requests: [26.8, 6.6, 2.8], operations: [4.6, 4, 0.2] },
  'client-credentials': { requests: [31.5, 15.1, 7.1], operations: [7.6, 10.9, 8.6] },
  delegated: { requests: [7.8, 6.5, 3.2], operations: [16.6, 9.8, 4] },
  'api-key': { requests: [51.9, 11.4, 4.8], operations: [17.1, 13.3, 5.1] },
  'openid-connect': { requests: [16.9, 6.4, 2.5], operations: [19, 7, 0.5] },
  lifecycle: { requests: [11, 32.3, 17.6], operations: [8.5, 17.3, 14.4] },
  expiry: { requests: [146, 20.6, 16.7], operations: [9, 20.3, 14.8] },
  listing: { requests: [28.5, 13.3, 5.2], operations: [24.1, 11.1, 1.6] },
  filtering: { requests: [17.3, 6.8, 2], operations: [8, 1.1, 0.1] },
  webhooks: { requests: [0.1, 0.1, 0], operations: [23, 13.5, 10.1] },
  versioning: { requests: [21.4, 12.1, 11.4], operations: [19.4, 8.4, 5.9] },
};

/** The kinds of work that are counted: calls of the tenant, or operations of its control. */
export type Asked = keyof Asking;

/** Estimates how many calls or operations a number of cases of a check makes. */
export function askedBy(check: Pick<SuiteCheck, 'id' | 'cases' | 'maxCases'>, what: Asked, count: number): number {
  const [profile] = check.id.split('/') as [ProfileName];
  return count * asking[profile][what][sizeOf(check)];
}

import type { SuiteCheck } from './check.ts';
import type { ProfileName } from './requirements/index.ts';

/** What a case asks for: of a check that has but one, of a property of few cases, and of one of many. */
type PerCase = readonly [single: number, few: number, many: number];

interface Asking {
  readonly requests: PerCase;
  readonly operations: PerCase;
}

/** So many cases of a property are few: each is dear. */
const fewCases = 20;

/**
 * On the average of a profile's checks: exchanges as a report of 100 cases a property at the reference tenant has them,
 * and operations in the proportion that `bench/calls-a-case.ts` counts.
 */
const asking: Readonly<Record<ProfileName, Asking>> = {
  transport: { requests: [16.3, 11, 2.7], operations: [4.9, 3.3, 0.8] },
  'token-issuance': { requests: [26.8, 6.6, 3], operations: [7.8, 1.9, 0.9] },
  'client-credentials': { requests: [24.4, 8, 3.2], operations: [16.7, 5.5, 2.2] },
  delegated: { requests: [7.7, 6.3, 3.2], operations: [4.5, 3.7, 1.9] },
  'api-key': { requests: [29.3, 7.3, 4.5], operations: [30.1, 7.5, 4.6] },
  'openid-connect': { requests: [16.9, 6.3, 2.6], operations: [25.3, 9.4, 3.9] },
  lifecycle: { requests: [19.6, 12.9, 17], operations: [13.9, 9.1, 12] },
  expiry: { requests: [64.1, 13.8, 19], operations: [118.5, 25.5, 35.1] },
  listing: { requests: [28.6, 13, 5.1], operations: [22.7, 10.3, 4] },
  filtering: { requests: [11, 6.8, 1.9], operations: [4.3, 2.6, 0.7] },
  webhooks: { requests: [0.1, 0.1, 0], operations: [12, 12, 12] },
  versioning: { requests: [22.5, 6.1, 4.6], operations: [18.2, 4.9, 3.7] },
};

/** What is asked for: calls of the tenant, or operations of its control. */
export type Asked = keyof Asking;

/** How many calls or operations so many cases of a check ask for, roughly. */
export function askedBy(
  { id, cases, maxCases = Infinity }: Pick<SuiteCheck, 'id' | 'cases' | 'maxCases'>,
  what: Asked,
  count: number,
): number {
  const [profile] = id.split('/') as [ProfileName];
  const [single, few, many] = asking[profile][what];
  return count * (cases === undefined ? single : maxCases <= fewCases ? few : many);
}

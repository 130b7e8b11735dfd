import type { RequirementId } from '../../specs/requirements/index.ts';

/** A tenant whose fault shows in every case of a check. */
export interface FaultyTenant {
  readonly fault: string;
  readonly requirement: RequirementId;
  readonly check: string;
}

/** A tenant that still serves suspended users. In any weather, a check of this must not pass. */
export const tenantServingSuspendedUsers: FaultyTenant = {
  fault: 'lifecycle/suspension-forgets-keys',
  requirement: 'LIF-01',
  check: 'lifecycle/a-key-is-refused-in-every-form-of-call',
};

/**
 * Tenants with faults of different kinds: answers that are given too long, twice, to no user, with another status, form
 * or content, or not at all.
 */
export const faultyTenants: readonly FaultyTenant[] = [
  tenantServingSuspendedUsers,
  {
    fault: 'delegated/a-used-token-may-be-used-twice',
    requirement: 'DEL-42',
    check: 'delegated/a-spent-refresh-token-is-refused',
  },
  {
    fault: 'token-issuance/expires-in-as-text',
    requirement: 'TOK-04',
    check: 'token-issuance/every-answer-has-its-members',
  },
  {
    fault: 'client-credentials/refresh-token-is-null',
    requirement: 'CCR-22',
    check: 'client-credentials/no-refresh-token-is-issued',
  },
  {
    fault: 'transport/anonymous-is-forbidden-under-v3',
    requirement: 'TRN-06',
    check: 'transport/a-call-without-a-credential-is-answered-401',
  },
  {
    fault: 'transport/v3-plates-crash',
    requirement: 'TRN-02',
    check: 'transport/documented-paths-answer-over-https',
  },
  { fault: 'listing/v3-leaves-out-the-newest', requirement: 'LST-32', check: 'listing/names-hide-nothing' },
  { fault: 'filtering/filter-is-ignored', requirement: 'FLT-01', check: 'filtering/a-filter-restricts-the-results' },
  { fault: 'expiry/keys-do-not-expire', requirement: 'EXP-22', check: 'expiry/keys-last-30-days-as-time-passes' },
  {
    fault: 'openid-connect/signature-not-verified',
    requirement: 'OIC-05',
    check: 'openid-connect/a-wrong-id-token-lists-nothing-in-any-form-of-call',
  },
];

import type { ProfileName } from '../specs/requirements/index.ts';

export const firstFive: readonly ProfileName[] = [
  'transport',
  'token-issuance',
  'client-credentials',
  'api-key',
  'versioning',
];

/** All that does not wait for deliveries, which come in real time, nor makes records by the thousand. */
export const firstNine: readonly ProfileName[] = [...firstFive, 'delegated', 'openid-connect', 'lifecycle', 'expiry'];

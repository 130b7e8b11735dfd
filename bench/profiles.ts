import type { ProfileName } from '../specs/requirements/index.ts';

export const firstFive: readonly ProfileName[] = [
  'transport',
  'token-issuance',
  'client-credentials',
  'api-key',
  'versioning',
];

/** The profiles that neither wait for deliveries, which come in real time, nor make records by the thousand. */
export const firstNine: readonly ProfileName[] = [...firstFive, 'delegated', 'openid-connect', 'lifecycle', 'expiry'];

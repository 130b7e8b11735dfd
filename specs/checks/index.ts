import type { SuiteCheck } from '../check.ts';
import { apiKeyChecks } from './api-key/index.ts';
import { clientCredentialsChecks } from './client-credentials/index.ts';
import { delegatedChecks } from './delegated/index.ts';
import { expiryChecks } from './expiry/index.ts';
import { filteringChecks } from './filtering/index.ts';
import { lifecycleChecks } from './lifecycle/index.ts';
import { listingChecks } from './listing/index.ts';
import { openidConnectChecks } from './openid-connect/index.ts';
import { tokenIssuanceChecks } from './token-issuance/index.ts';
import { transportChecks } from './transport/index.ts';
import { versioningChecks } from './versioning/index.ts';
import { webhooksChecks } from './webhooks/index.ts';

/** Every check, in the order in which they are listed and begun. */
export const checks: readonly SuiteCheck[] = [
  ...transportChecks,
  ...tokenIssuanceChecks,
  ...clientCredentialsChecks,
  ...delegatedChecks,
  ...apiKeyChecks,
  ...openidConnectChecks,
  ...lifecycleChecks,
  ...expiryChecks,
  ...versioningChecks,
  ...listingChecks,
  ...filteringChecks,
  ...webhooksChecks,
];

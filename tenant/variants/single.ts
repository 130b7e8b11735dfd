import { apiKeyVariants } from './api-key.ts';
import { clientCredentialsVariants } from './client-credentials.ts';
import { delegatedVariants } from './delegated.ts';
import { expiryVariants } from './expiry.ts';
import { filteringVariants } from './filtering.ts';
import { lifecycleVariants } from './lifecycle.ts';
import { listingVariants } from './listing.ts';
import { openidConnectVariants } from './openid-connect.ts';
import { tokenIssuanceVariants } from './token-issuance.ts';
import { transportVariants } from './transport.ts';
import { versioningVariants } from './versioning.ts';
import { webhooksVariants } from './webhooks.ts';
import type { Variant } from './variant.ts';

/** Every variant that uses one freedom, or a few that belong together, by profile. */
export const singleVariants: readonly Variant[] = [
  ...transportVariants,
  ...tokenIssuanceVariants,
  ...clientCredentialsVariants,
  ...apiKeyVariants,
  ...versioningVariants,
  ...delegatedVariants,
  ...openidConnectVariants,
  ...lifecycleVariants,
  ...expiryVariants,
  ...listingVariants,
  ...filteringVariants,
  ...webhooksVariants,
];

import { apiKeyVariants } from './api-key.ts';
import { clientCredentialsVariants } from './client-credentials.ts';
import { delegatedVariants } from './delegated.ts';
import { expiryVariants } from './expiry.ts';
import { filteringVariants } from './filtering.ts';
import { lifecycleVariants } from './lifecycle.ts';
import { listingVariants } from './listing.ts';
import { openidConnectVariants } from './openid-connect.ts';
import { personalityVariants } from './personalities.ts';
import { tokenIssuanceVariants } from './token-issuance.ts';
import { transportVariants } from './transport.ts';
import type { Variant } from './variant.ts';
import { versioningVariants } from './versioning.ts';
import { webhooksVariants } from './webhooks.ts';

export type { Variant } from './variant.ts';

/** Every variant, by profile. */
export const variants: readonly Variant[] = [
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
  ...personalityVariants,
];

export function findVariant(id: string): Variant | undefined {
  return variants.find((variant) => variant.id === id);
}

import { apiKeyVariants } from './api-key.ts';
import { clientCredentialsVariants } from './client-credentials.ts';
import { delegatedVariants } from './delegated.ts';
import { expiryVariants } from './expiry.ts';
import { lifecycleVariants } from './lifecycle.ts';
import { openidConnectVariants } from './openid-connect.ts';
import { tokenIssuanceVariants } from './token-issuance.ts';
import { transportVariants } from './transport.ts';
import type { Variant } from './variant.ts';
import { versioningVariants } from './versioning.ts';

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
];

export function findVariant(id: string): Variant | undefined {
  return variants.find((variant) => variant.id === id);
}

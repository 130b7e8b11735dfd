import { lifecycleVariants } from './client-credentials/lifecycle.ts';
import { pageVariants } from './client-credentials/pages.ts';
import { permissionVariants } from './client-credentials/permissions.ts';
import type { Variant } from './variant.ts';

export const clientCredentialsVariants: readonly Variant[] = [
  ...permissionVariants,
  ...lifecycleVariants,
  ...pageVariants,
];

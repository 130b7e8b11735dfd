import type { Variant } from '../variant.ts';
import { addressVariants } from './authorization/addresses.ts';
import { pageVariants } from './authorization/pages.ts';
import { redirectVariants } from './authorization/redirects.ts';

/** The authorization endpoint as other tenants may have it. */
export const authorizationVariants: readonly Variant[] = [...redirectVariants, ...addressVariants, ...pageVariants];

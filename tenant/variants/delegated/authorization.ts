import type { Variant } from '../variant.ts';
import { addressVariants } from './authorization/addresses.ts';
import { pageVariants } from './authorization/pages.ts';
import { redirectVariants } from './authorization/redirects.ts';

/** Variants of the authorization endpoint. */
export const authorizationVariants: readonly Variant[] = [...redirectVariants, ...addressVariants, ...pageVariants];

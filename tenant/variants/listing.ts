import { cacheVariants } from './listing/caches.ts';
import { twoServerVariants } from './listing/servers.ts';
import { frameworkVariants } from './listing/frameworks.ts';
import { listingIdentifierVariants } from './listing/identifiers.ts';
import { keepingVariants } from './listing/keeping.ts';
import { listingPageVariants } from './listing/pages.ts';
import { listingRecordVariants } from './listing/records.ts';
import { strangeListingVariants } from './listing/strange.ts';
import { listingTokenVariants } from './listing/tokens.ts';
import type { Variant } from './variant.ts';

/** Variants of the listings, their pages and their order. */
export const listingVariants: readonly Variant[] = [
  ...cacheVariants,
  ...twoServerVariants,
  ...keepingVariants,
  ...frameworkVariants,
  ...listingIdentifierVariants,
  ...listingPageVariants,
  ...listingTokenVariants,
  ...listingRecordVariants,
  ...strangeListingVariants,
];

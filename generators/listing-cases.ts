import fc from 'fast-check';
import { objectOf } from './object.ts';

/**
 * Traversals of listings by one reader. They are drawn before the stocks and readers exist, so indexes are taken
 * modulo.
 */
export interface TraversalCase {
  /** The listings that are traversed, one after another. */
  readonly listings: readonly number[];
  readonly stock: number;
  readonly reader: number;
  /** The page size; undefined for the tenant's default. */
  readonly pageSize: number | undefined;
  readonly sort: 'asc' | 'desc' | undefined;
}

/** Page sizes. Small ones are drawn more often, because they have more page boundaries and are below any maximum. */
export const pageSizes: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 5, max: 10 }) },
);

/** Page sizes that are below any maximum. */
export const smallPageSizes: fc.Arbitrary<number> = fc.integer({ min: 1, max: 4 });

/** A small page size, or the tenant's default. */
export const smallPageSizesOrNone: fc.Arbitrary<number | undefined> = fc.option(smallPageSizes, {
  nil: undefined,
  freq: 4,
});

/** The page size, or the tenant's default. */
export const pageSizesOrNone: fc.Arbitrary<number | undefined> = fc.option(pageSizes, { nil: undefined, freq: 6 });

export const directions: fc.Arbitrary<'asc' | 'desc'> = fc.constantFrom('asc' as const, 'desc' as const);

/** A direction, or no sort at all. */
export const directionsOrNone: fc.Arbitrary<'asc' | 'desc' | undefined> = fc.constantFrom(undefined, 'asc', 'desc');

/** Indexes of the five listings. */
export const anyListing: fc.Arbitrary<number> = fc.nat(4);
const listingNames = ['/api/v3/entry/items', '/api/v2/entries', '/api/v3/plate/items', '/api/v2/plates'] as const;

/** Returns the name of the listing at an index, for a counterexample. */
export function listingNamed(position: number): string {
  return listingNames[position] ?? 'the assay results';
}

/**
 * Returns the name of a listing at an index among the listings that are open to an actor; the case does not know which
 * these are.
 */
export function openListingNamed(position: number): string {
  return `listing ${position + 1} of those open to it`;
}

/** Indexes of the four listings that can be sorted. */
export const sortedListing: fc.Arbitrary<number> = fc.nat(3);

/** Traversals of any listing by any reader, in any page size and order. */
export const traversals: fc.Arbitrary<TraversalCase> = objectOf({
  listings: fc.uniqueArray(anyListing, { minLength: 1, maxLength: 3 }),
  stock: fc.nat(6),
  reader: fc.nat(2),
  pageSize: pageSizesOrNone,
  sort: directionsOrNone,
});

/** Returns a traversal in words. */
export function describeTraversal({ listings, stock, reader, pageSize, sort }: TraversalCase): string {
  const size = pageSize === undefined ? 'the default pageSize' : `pageSize ${pageSize}`;
  const order = sort === undefined ? 'unsorted' : `sorted ${sort}`;
  return `${listings.map(listingNamed).join(', ')}, ${size}, ${order}, stock ${stock + 1}, reader ${reader + 1}`;
}

/** The kinds of record that a listing may list. */
export const recordKinds = ['entry', 'plate', 'assayResult'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** The versions of the API. */
export const versions = ['v2', 'v3'] as const;
export type Version = (typeof versions)[number];

/** One of the five documented listings. */
export interface Listing {
  readonly path: string;
  readonly kind: RecordKind;
  /** The version in its path; the specification gives none for the assay results. */
  readonly version?: Version;
}

/** The four listings whose paths are given ("Listing endpoints used in examples"). */
export const versionedListings = [
  { path: '/api/v3/entry/items', kind: 'entry', version: 'v3' },
  { path: '/api/v2/entries', kind: 'entry', version: 'v2' },
  { path: '/api/v3/plate/items', kind: 'plate', version: 'v3' },
  { path: '/api/v2/plates', kind: 'plate', version: 'v2' },
] as const satisfies readonly Listing[];

/** Returns the listing whose path was called; undefined if it is not one of the listings whose paths are given. */
export function versionedListingAt(url: string): (typeof versionedListings)[number] | undefined {
  const { pathname } = new URL(url);
  return versionedListings.find(({ path }) => pathname.endsWith(path));
}

/**
 * The paths at which the assay results may be listed: the specification gives the path without saying whether a version
 * precedes it.
 */
export const assayResultsPaths = ['/assay-results', '/api/v2/assay-results', '/api/v3/assay-results'] as const;

/** Returns the listing of assay results at the path at which this tenant has it. */
export function assayResultsAt(path: string): Listing {
  return { path, kind: 'assayResult' };
}

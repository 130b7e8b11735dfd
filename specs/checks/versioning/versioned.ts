import type { Listing } from '../../../drivers/world/listing.ts';
import { versionedListings } from '../../../drivers/world/listing.ts';

export const versions = ['v2', 'v3'] as const;
export type Version = (typeof versions)[number];
/** What both versions list. */
export type Kind = 'entry' | 'plate';

/** The listing of a kind in a version. */
export function listingOf(version: Version, kind: Kind): Listing {
  return versionedListings.find((one) => one.version === version && one.kind === kind) ?? versionedListings[0];
}

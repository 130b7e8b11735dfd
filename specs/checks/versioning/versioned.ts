import type { Listing, Version } from '../../../drivers/world/listing.ts';
import { versionedListings } from '../../../drivers/world/listing.ts';

/** What both versions list. */
export type Kind = 'entry' | 'plate';

/** The listing of a kind in a version. */
export function listingOf(version: Version, kind: Kind): Listing {
  return versionedListings.find((one) => one.version === version && one.kind === kind) ?? versionedListings[0];
}

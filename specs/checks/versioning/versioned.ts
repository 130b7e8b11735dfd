import type { Listing, Version } from '../../../drivers/world/listing.ts';
import { versionedListings } from '../../../drivers/world/listing.ts';

/** The kinds of record that both versions list. */
export type Kind = 'entry' | 'plate';

/** Returns the listing of a kind in a version. */
export function listingOf(version: Version, kind: Kind): Listing {
  return versionedListings.find((one) => one.version === version && one.kind === kind) ?? versionedListings[0];
}

import type { Listing, Version } from '../../../drivers/world/listing.ts';
import { versionedListings } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';

/** What both versions list. */
export type Kind = 'entry' | 'plate';

/** The listings of a version that are served; where none is, all of them. */
export function listingsOf(scene: Scene, version: Version): readonly Listing[] {
  const isOf = (listing: Listing): boolean => listing.version === version;
  const served = scene.versionedListings.filter(isOf);
  return served.length > 0 ? served : versionedListings.filter(isOf);
}

/** The listing of a kind in a version. */
export function listingOf(version: Version, kind: Kind): Listing {
  return versionedListings.find((one) => one.version === version && one.kind === kind) ?? versionedListings[0];
}

import type { Listing } from '../../../drivers/world/listing.ts';
import { versionedListings } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';

export const versions = ['v2', 'v3'] as const;
export type Version = (typeof versions)[number];
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

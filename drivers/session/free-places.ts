import { listenForDocuments } from '../identity-provider/listener.ts';
import type { LoadedProfile } from '../profile/load.ts';
import { listenAt } from '../listening/listen.ts';

/**
 * Makes sure, before anything runs, that the suite can listen at the places that the profile names.
 *
 * @throws {ConfigurationError} if the suite cannot listen at one of the places, or if two of them are the same
 */
export async function assertPlacesFree(
  places: Partial<Pick<LoadedProfile, 'receiver' | 'identityProvider'>>,
): Promise<void> {
  const open: { readonly close: () => Promise<void> }[] = [];
  try {
    if (places.receiver !== undefined) open.push(await listenAt('receiver.listen', places.receiver, unheard));
    if (places.identityProvider !== undefined) open.push(await listenForDocuments(places.identityProvider));
  } finally {
    for (const place of open) await place.close();
  }
}

/** Ignores deliveries at the moment in which the suite listens. */
const unheard = (): Promise<void> => Promise.resolve();

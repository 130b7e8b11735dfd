import { listenForDocuments } from '../identity-provider/listener.ts';
import type { LoadedProfile } from '../profile/load.ts';
import { listenAt } from '../listening/listen.ts';

/**
 * Makes sure, before anything is run, that the suite can listen where the profile has it listen.
 *
 * @throws {ConfigurationError} where nobody can listen at one of the places, or two of them are the same
 */
export async function demandFreePlaces(
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

/** For the moment in which somebody listens. */
const unheard = (): Promise<void> => Promise.resolve();

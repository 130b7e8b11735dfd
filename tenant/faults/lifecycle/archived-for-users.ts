import type { Call } from '../../call.ts';
import type { Credential } from '../../state/delegated.ts';
import { creates, filters, isFollowing, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';

const actsForAUser = (credential: Credential): boolean =>
  credential.kind === 'accessToken' && credential.token.subject.kind === 'user';

/** A fault where no archiving is looked up for what an app does for users in calls of one form. */
function overlooked(id: string, summary: string, isOfTheForm: (call: Call) => boolean): Fault {
  return {
    id,
    breaks: ['LIF-23'],
    also: ['LIF-42'],
    summary,
    behaviour: (normal) => ({
      archivalStops: (call, credential) =>
        normal.archivalStops(call, credential) && !(actsForAUser(credential) && isOfTheForm(call)),
    }),
  };
}

/** Calls in which an archived app goes on acting for users. */
export const archivedForUsersFaults: readonly Fault[] = [
  overlooked(
    'lifecycle/archived-apps-sort-for-users',
    'A sorted listing looks up no archiving of an app that acts for a user.',
    sorts,
  ),
  overlooked(
    'lifecycle/archived-apps-filter-for-users',
    'A listing with a filter looks up no archiving of an app that acts for a user.',
    filters,
  ),
  overlooked(
    'lifecycle/archived-apps-follow-pages-for-users',
    'Following pages are shown to an archived app that acts for a user.',
    isFollowing,
  ),
  overlooked(
    'lifecycle/archived-apps-create-for-users',
    'An archived app lists nothing for users, and goes on creating entries for them.',
    creates,
  ),
];

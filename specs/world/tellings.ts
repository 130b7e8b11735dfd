import type { Telling } from '../../generators/history.ts';
import type { Presentation } from '../../generators/presentation.ts';
import { plainPresentation } from '../../generators/presentation.ts';
import { times } from './commands.ts';

// How many users and apps stories have, and how their credentials are presented.

/** Each listing, a following page, a sorted one, a filtered one and a write; tokens are requested at the usual path. */
export const inEveryForm: Presentation = { ...plainPresentation, call: 'every form' };

/** One user and one app. */
export const one: Telling = { users: 1, apps: 1, presentations: [inEveryForm] };

/** If there are several credentials, each is presented at another listing. */
const eachAtAListing = times(5, (listing) => [{ ...plainPresentation, listing }]);
export const ofAnApp: Telling = { users: 0, apps: 1, presentations: eachAtAListing };
export const ofAUser: Telling = { users: 1, apps: 0, presentations: eachAtAListing };
export const ofOthersToo: Telling = { users: 2, apps: 2, presentations: eachAtAListing };
export const ofAGrant: Telling = { users: 1, apps: 1, presentations: eachAtAListing };
/** An app that two users have connected. */
export const ofTwoUsers: Telling = { ...ofAGrant, users: 2 };

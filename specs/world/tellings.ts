import type { Telling } from '../../generators/history.ts';
import type { Presentation } from '../../generators/presentation.ts';
import { plainly } from '../../generators/presentation.ts';
import { times } from './commands.ts';

// Of whom stories are told, and how their credentials are presented.

/** Each listing, a following page, a sorted one, a filtered one and a write; tokens are asked for at the usual path. */
export const inEveryForm = { ...plainly, call: 'every form' } as const satisfies Presentation;

/** One user and one app. */
export const one = { users: 1, apps: 1, presentations: [inEveryForm] } as const satisfies Telling;

/** Of several credentials, each is presented at another listing. */
export const eachAtAListing = times(5, (listing) => [{ ...plainly, listing }]);
export const ofAnApp = { users: 0, apps: 1, presentations: eachAtAListing } as const satisfies Telling;
export const ofAUser = { users: 1, apps: 0, presentations: eachAtAListing } as const satisfies Telling;
export const ofOthersToo = { users: 2, apps: 2, presentations: eachAtAListing } as const satisfies Telling;
export const ofAGrant = { users: 1, apps: 1, presentations: eachAtAListing } as const satisfies Telling;
/** An app that two users know. */
export const ofTwoUsers = { ...ofAGrant, users: 2 } as const satisfies Telling;

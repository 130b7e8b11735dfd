import type { BasicCredentials } from '../../behaviour/api-keys.ts';
import type { Call } from '../../call.ts';
import type { ActorReference, User } from '../../state/model.ts';
import {
  forbidKeys,
  isLive,
  keysOf,
  redirectKeys,
  takeAsPassword,
  takeAsToken,
  takeAsUsername,
} from '../operators/keys.ts';
import { isKey } from '../operators/kinds.ts';
import { alsoStop, alsoTakeAsBearer, creditInstead, exempt } from '../operators/operators.ts';
import type { Presented } from '../operators/presented.ts';
import type { Wrong } from '../operators/rows.ts';
import { keepWithdrawn } from '../operators/visibility.ts';

const refuse = alsoStop('keyHasExpired', isKey);

/** Right keys that are refused. */
export const refused = {
  keys: { breaks: ['KEY-01', 'KEY-02', 'KEY-17'], wrong: refuse },
  onListings: { breaks: ['KEY-02'], wrong: refuse },
  rotated: { breaks: ['KEY-14'], wrong: refuse },
  again: { breaks: ['KEY-17'], wrong: refuse },
  onVersions: { breaks: ['KEY-20'], also: ['KEY-02'], wrong: refuse },
  besideApps: { breaks: ['KEY-22'], wrong: refuse },
  atOwnAddress: { breaks: ['KEY-21'], wrong: redirectKeys },
  onWholeListings: { breaks: ['KEY-02'], wrong: forbidKeys },
} satisfies Record<string, Wrong>;

/** A key that goes on after another has taken its place. */
export const replacedKeys: Wrong = { breaks: ['KEY-15'], wrong: exempt('keyIsRetired', isKey) };

/** A key shows what its owner was taken out of. */
export const withdrawn: Wrong = { breaks: ['KEY-19'], wrong: keepWithdrawn(isKey) };

/** What a key creates names somebody else, where there is one. */
export const credited = (another: (call: Call, presented: Presented) => ActorReference | undefined): Wrong => ({
  breaks: ['KEY-05'],
  wrong: creditInstead(isKey, another),
});

/** A key is found by a username that is not quite it. */
export const altered = (isTakenFor: (username: string, key: string) => boolean): Wrong => ({
  breaks: ['KEY-07'],
  wrong: takeAsUsername((username, { value }) => isTakenFor(username, value)),
});

/** A key is taken from the password. */
export const beside = (requirement: string, isUsername: (username: string, owner: User) => boolean): Wrong => ({
  breaks: [requirement],
  wrong: takeAsPassword(isUsername),
});
export const alone = beside('KEY-09', (username) => username === '');
export const besideAddress = beside('KEY-10', (username, { email }) => username === email);

/** A key is taken as a bearer token that is it when it is changed. */
export const asBearer = (change: (value: string) => string = (value) => value): Wrong => ({
  breaks: ['KEY-11'],
  wrong: alsoTakeAsBearer((call, value) => {
    const key = keysOf(call.tenant).find((one) => isLive(one) && one.value === change(value));
    return key && call.tenant.behaviour.actorOfKey(call, key);
  }),
});

/** An access token is taken from a Basic credential. */
export const asBasic = (valueOf: (sent: BasicCredentials) => string | undefined): Wrong => ({
  breaks: ['KEY-12'],
  wrong: takeAsToken(valueOf),
});
export const asUsername = asBasic(({ username }) => username);

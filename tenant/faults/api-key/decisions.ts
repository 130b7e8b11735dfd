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
import { showWithdrawn } from '../operators/visibility.ts';

const refuse = alsoStop('keyHasExpired', isKey);

/** The wrong decisions that refuse, forbid or redirect valid keys. */
export const refused = {
  keys: { breaks: ['KEY-01', 'KEY-02', 'KEY-17'], wrong: refuse },
  onListings: { breaks: ['KEY-02'], wrong: refuse },
  // a key from a rotation is a key
  rotated: { breaks: ['KEY-14'], also: ['KEY-01', 'KEY-02'], wrong: refuse },
  again: { breaks: ['KEY-17'], wrong: refuse },
  onVersions: { breaks: ['KEY-20'], also: ['KEY-02'], wrong: refuse },
  besideApps: { breaks: ['KEY-22'], wrong: refuse },
  atOwnAddress: { breaks: ['KEY-21'], wrong: redirectKeys },
  onWholeListings: { breaks: ['KEY-02'], wrong: forbidKeys },
} satisfies Record<string, Wrong>;

/** The wrong decision that a replaced key still works. */
export const replacedKeys: Wrong = { breaks: ['KEY-15'], wrong: exempt('keyIsRetired', isKey) };

/** The wrong decision that a key shows projects from which its owner was removed. */
export const withdrawn: Wrong = { breaks: ['KEY-19'], wrong: showWithdrawn(isKey) };

/** Makes a record that is created with a key name another actor, if `another` returns one. */
export const credited = (another: (call: Call, presented: Presented) => ActorReference | undefined): Wrong => ({
  breaks: ['KEY-05'],
  wrong: creditInstead(isKey, another),
});

/** Makes a username that is not exactly a key count as that key. */
export const altered = (isTakenFor: (username: string, key: string) => boolean): Wrong => ({
  breaks: ['KEY-07'],
  wrong: takeAsUsername((username, { value }) => isTakenFor(username, value)),
});

/** Makes the password count as a key, if the username fits. */
export const beside = (requirement: string, isUsername: (username: string, owner: User) => boolean): Wrong => ({
  breaks: [requirement],
  wrong: takeAsPassword(isUsername),
});
export const alone = beside('KEY-09', (username) => username === '');
export const besideAddress = beside('KEY-10', (username, { email }) => username === email);

/** Makes a bearer token count as a key if the key is what `change` makes of the token. */
export const asBearer = (change: (value: string) => string = (value) => value): Wrong => ({
  breaks: ['KEY-11'],
  wrong: alsoTakeAsBearer((call, value) => {
    const key = keysOf(call.tenant).find((one) => isLive(one) && one.value === change(value));
    return key && call.tenant.behaviour.actorOfKey(call, key);
  }),
});

/** Makes a part of a Basic credential count as an access token. */
export const asBasic = (valueOf: (sent: BasicCredentials) => string | undefined): Wrong => ({
  breaks: ['KEY-12'],
  wrong: takeAsToken(valueOf),
});
export const asUsername = asBasic(({ username }) => username);

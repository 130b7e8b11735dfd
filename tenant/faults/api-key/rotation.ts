import type { ApiKey, User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { creates, isFollowing, sorts } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { follow } from '../operators/changes.ts';
import { endWithRotation, isLive, keysOf } from '../operators/keys.ts';
import { always, at } from '../operators/kinds.ts';
import { counted, usedOnConnection } from '../operators/memories.ts';
import { type Act } from '../operators/remembered.ts';
import { by, faultsOf, type Wrong } from '../operators/rows.ts';
import { after } from '../operators/rules.ts';
import { hasAuthorized } from './conditions.ts';
import { replacedKeys } from './decisions.ts';
import { breaking } from './rows.ts';

const alsoEnded = (isEnded: Parameters<typeof endWithRotation>[0]): Wrong => ({
  breaks: ['KEY-16'],
  wrong: endWithRotation(isEnded),
});

const secondOf = ({ createdAt }: ApiKey): number => Math.floor(createdAt.getTime() / 1000);
const liveKeysOf = (tenant: Tenant, user: User): ApiKey[] =>
  keysOf(tenant).filter((key) => key.userId === user.id && isLive(key));

/** Reports a key that is presented and not replaced. */
const presentedLive: Act = (report) =>
  after('keyIsRetired', (isRetired, call, key) => {
    if (!isRetired) report(key, call);
  });

/** Faults in which keys survive a rotation, or end with the rotation of another user's key. */
export const rotationFaults: readonly Fault[] = [
  ...faultsOf('api-key', {
    'old-key-survives-rotation': [replacedKeys, always, 'A replaced key is accepted.'],
    'old-key-survives-on-plates': [
      replacedKeys,
      at('/api/v2/plates'),
      'A replaced key is accepted for the v2 listing of plates.',
    ],
    'replaced-keys-may-write': [replacedKeys, creates, 'A replaced key creates records.'],
    'replaced-keys-list-what-they-sort': [replacedKeys, sorts, 'A sorted listing accepts a replaced key.'],
    'replaced-keys-finish-their-listings': [replacedKeys, isFollowing, 'A following page is shown to a replaced key.'],
    'replaced-keys-of-those-who-authorized-an-app-go-on': [
      replacedKeys,
      hasAuthorized,
      'A replaced key is accepted if its owner has authorized an app.',
    ],
    'connections-keep-replaced-keys': [
      replacedKeys,
      usedOnConnection('keyIsRetired'),
      'A connection on which a key was accepted accepts it after it was replaced.',
    ],
    'unused-keys-survive-rotation': [
      replacedKeys,
      counted(presentedLive, (times) => times === 0),
      'A replaced key is accepted if it was never used before.',
    ],
    'an-unsuspension-revives-replaced-keys': [
      by(
        replacedKeys,
        follow('unsuspension', (tenant, { id }) => {
          for (const key of keysOf(tenant)) if (key.userId === id) key.retiredAt = undefined;
        }),
      ),
      always,
      'When a user is un-suspended, all keys that this user ever had work again.',
      { also: ['LIF-08', 'LIF-10'] },
    ],
    'rotation-ends-the-keys-of-all': [
      alsoEnded(() => true),
      always,
      'Rotation ends the keys of all users.',
      { also: ['LIF-06'] },
    ],
    'rotation-ends-the-next-users-key': [
      alsoEnded((key, user, tenant) => {
        const keys = keysOf(tenant);
        return keys[keys.indexOf(key) - 1] === liveKeysOf(tenant, user)[0];
      }),
      always,
      'A rotation also ends the key that was made right after the replaced one.',
      { also: ['LIF-06'] },
    ],
    'rotation-ends-the-keys-of-users-of-the-same-name': [
      alsoEnded(({ userId }, { name }, { state }) => state.users.get(userId)?.name === name),
      always,
      'A rotation also ends the keys of other users with the same name.',
    ],
    'rotation-ends-the-keys-of-the-same-second': [
      alsoEnded((key, user, tenant) => liveKeysOf(tenant, user).some((one) => secondOf(one) === secondOf(key))),
      always,
      'A rotation also ends the keys that were made in the same second as the replaced one.',
      { also: ['LIF-10', 'KEY-17'] },
    ],
    'rotation-ends-the-keys-of-the-same-project': [
      alsoEnded(({ userId }, { id }, { state }) =>
        [...state.projects.values()].some(({ grants }) =>
          [userId, id].every((each) => grants.some(({ actor }) => actor.id === each)),
        ),
      ),
      always,
      'A rotation also ends the keys of users who share a project with the owner.',
    ],
    'rotation-ends-the-keys-of-the-same-apps-users': [
      alsoEnded(({ userId }, { id }, { state }) =>
        [...state.apps.keys()].some((app) =>
          [userId, id].every((each) => state.delegations.some((one) => one.appId === app && one.userId === each)),
        ),
      ),
      always,
      'A rotation also ends the keys of users who authorized an app that the owner authorized too.',
    ],
  }),
  ...breaking('KEY-15', {
    'old-key-survives-until-the-new-one-is-used': [
      (normal) => {
        const used = new WeakSet<ApiKey>();
        return {
          keyIsRetired: (call, key) => {
            if (!normal.keyIsRetired(call, key)) {
              used.add(key);
              return false;
            }
            return call.tenant.state.apiKeys
              .values()
              .some((one) => one.userId === key.userId && used.has(one) && one !== key && one.retiredAt === undefined);
          },
        };
      },
      'A replaced key is accepted until a newer key of its user is used.',
      ['VER-16'],
    ],
    'only-the-last-replaced-key-is-dead': [
      (normal) => ({
        rotateApiKey: (tenant, user) => {
          const replaced = keysOf(tenant).filter((key) => key.userId === user.id && !isLive(key));
          const key = normal.rotateApiKey(tenant, user);
          for (const each of replaced) each.retiredAt = undefined;
          return key;
        },
      }),
      'Each rotation makes the keys that were replaced by earlier rotations work again.',
    ],
  }),
  ...breaking('KEY-14', {
    'rotated-key-is-not-stored': [
      (normal) => {
        let rotations = 0;
        return {
          rotateApiKey: (tenant, user) => {
            const key = normal.rotateApiKey(tenant, user);
            return ++rotations % 3 === 0 ? { ...key, value: `${key.value}x` } : key;
          },
        };
      },
      'Every third key that a rotation returns is one character longer than the stored key.',
    ],
  }),
];

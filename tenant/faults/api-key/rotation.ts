import { sameActor, type ApiKey } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Fault } from '../fault.ts';
import { rotatedKeys } from '../rotated-keys.ts';

/** What rotation does beyond or below what it should. */
export const rotationFaults: readonly Fault[] = [
  {
    id: 'api-key/rotated-key-is-not-stored',
    breaks: ['KEY-14'],
    summary: 'Every third key that rotation gives out is one character longer than the one that was stored.',
    behaviour: (normal) => {
      let rotations = 0;
      return {
        rotateApiKey: (tenant, user) => {
          const key = normal.rotateApiKey(tenant, user);
          return ++rotations % 3 === 0 ? { ...key, value: `${key.value}x` } : key;
        },
      };
    },
  },
  {
    id: 'api-key/rotated-key-is-the-administrators',
    breaks: ['KEY-14'],
    also: ['KEY-03', 'LIF-06'],
    summary: 'A key obtained by rotation acts as whoever rotated it, which is the administrator.',
    behaviour: (normal) => {
      const { rotated, remembering } = rotatedKeys(normal);
      return {
        ...remembering,
        actorOfKey: (call, key) =>
          normal.actorOfKey(call, rotated.has(key) ? { ...key, userId: call.tenant.administrator().id } : key),
      };
    },
  },
  {
    id: 'api-key/second-rotation-gives-a-dead-key',
    breaks: ['KEY-14'],
    also: ['KEY-16'],
    summary: "A user's second rotation ends the key that it gives along with the old one.",
    behaviour: (normal) => {
      const rotations = new Map<string, number>();
      return {
        rotateApiKey: (tenant, user) => {
          const key = normal.rotateApiKey(tenant, user);
          const count = (rotations.get(user.id) ?? 0) + 1;
          rotations.set(user.id, count);
          if (count === 2) key.retiredAt = tenant.clock.now();
          return key;
        },
      };
    },
  },
  {
    id: 'api-key/old-key-survives-rotation',
    breaks: ['KEY-15'],
    summary: 'A key goes on working after another has taken its place.',
    behaviour: () => ({ keyIsRetired: () => false }),
  },
  {
    id: 'api-key/old-key-survives-on-plates',
    breaks: ['KEY-15'],
    summary: 'The v2 listing of plates does not look whether a key was replaced.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) => call.request.path !== '/api/v2/plates' && normal.keyIsRetired(call, key),
    }),
  },
  {
    id: 'api-key/only-the-last-replaced-key-is-dead',
    breaks: ['KEY-15'],
    summary: 'The key before the last one works again after another rotation.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        const replaced = keysOf(tenant, user.id).filter(({ retiredAt }) => retiredAt !== undefined);
        const key = normal.rotateApiKey(tenant, user);
        for (const each of replaced) each.retiredAt = undefined;
        return key;
      },
    }),
  },
  {
    id: 'api-key/unused-keys-survive-rotation',
    breaks: ['KEY-15'],
    summary: 'Rotation ends only keys that were used since they were made.',
    behaviour: (normal) => {
      const used = new WeakSet<ApiKey>();
      return {
        keyFitsCall: (call, key) => {
          used.add(key);
          return normal.keyFitsCall(call, key);
        },
        keyIsRetired: (call, key) => used.has(key) && normal.keyIsRetired(call, key),
        rotateApiKey: (tenant, user) => {
          const unused = keysOf(tenant, user.id).filter((key) => !used.has(key) && key.retiredAt === undefined);
          const key = normal.rotateApiKey(tenant, user);
          for (const each of unused) each.retiredAt = undefined;
          return key;
        },
      };
    },
  },
  {
    id: 'api-key/rotation-ends-the-keys-of-all',
    breaks: ['KEY-16'],
    also: ['LIF-06'],
    summary: 'Rotation ends the keys of all users.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        for (const key of tenant.state.apiKeys.values()) key.retiredAt ??= tenant.clock.now();
        return normal.rotateApiKey(tenant, user);
      },
    }),
  },
  {
    id: 'api-key/rotation-ends-the-next-users-key',
    breaks: ['KEY-16'],
    also: ['LIF-06'],
    summary: 'Rotation also ends the key that was made right after the one that it replaces.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        const keys = [...tenant.state.apiKeys.values()];
        const next = keys[keys.findIndex((key) => key.userId === user.id && key.retiredAt === undefined) + 1];
        const key = normal.rotateApiKey(tenant, user);
        if (next !== undefined) next.retiredAt ??= tenant.clock.now();
        return key;
      },
    }),
  },
  {
    id: 'api-key/rotation-ends-the-keys-of-users-of-the-same-name',
    breaks: ['KEY-16'],
    summary: 'Rotating a key also ends the keys of the other users who have the name of its owner.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        const { users, apiKeys } = tenant.state;
        for (const key of apiKeys.values()) {
          if (users.get(key.userId)?.name === user.name) key.retiredAt ??= tenant.clock.now();
        }
        return normal.rotateApiKey(tenant, user);
      },
    }),
  },
  {
    id: 'api-key/rotation-ends-the-keys-of-the-same-second',
    breaks: ['KEY-16'],
    also: ['LIF-10', 'KEY-17'],
    summary: 'Rotation also ends the keys of other users that were made in the same second as the key it replaces.',
    behaviour: (normal) => {
      const second = (key: ApiKey): number => Math.floor(key.createdAt.getTime() / 1000);
      return {
        rotateApiKey: (tenant, user) => {
          const keys = tenant.state.apiKeys.values().toArray();
          const replaced = new Set(
            keys.filter(({ userId, retiredAt }) => userId === user.id && retiredAt === undefined).map(second),
          );
          for (const key of keys) if (replaced.has(second(key))) key.retiredAt ??= tenant.clock.now();
          return normal.rotateApiKey(tenant, user);
        },
      };
    },
  },
  {
    id: 'api-key/rotation-ends-the-keys-of-the-same-project',
    breaks: ['KEY-16'],
    summary: 'Rotation also ends the keys of users who share a project with the owner.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        const actor = { kind: 'user', id: user.id } as const;
        for (const { grants } of tenant.state.projects.values()) {
          if (!grants.some((grant) => sameActor(grant.actor, actor))) continue;
          for (const key of tenant.state.apiKeys.values()) {
            if (key.userId !== user.id && grants.some((grant) => grant.actor.id === key.userId)) {
              key.retiredAt ??= tenant.clock.now();
            }
          }
        }
        return normal.rotateApiKey(tenant, user);
      },
    }),
  },
  {
    id: 'api-key/rotation-ends-the-keys-of-the-same-apps-users',
    breaks: ['KEY-16'],
    summary: 'Rotating a key ends the keys of the users who authorized an app that the owner authorized.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        const { delegations, apiKeys } = tenant.state;
        const apps = new Set(delegations.filter(({ userId }) => userId === user.id).map(({ appId }) => appId));
        const users = new Set(delegations.filter(({ appId }) => apps.has(appId)).map(({ userId }) => userId));
        for (const key of apiKeys.values()) if (users.has(key.userId)) key.retiredAt ??= tenant.clock.now();
        return normal.rotateApiKey(tenant, user);
      },
    }),
  },
];

function keysOf(tenant: Tenant, userId: string): ApiKey[] {
  return [...tenant.state.apiKeys.values()].filter((key) => key.userId === userId);
}

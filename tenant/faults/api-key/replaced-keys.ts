import type { Actor } from '../../call.ts';
import { withHeader, type Connection } from '../../http/message.ts';
import type { ApiKey } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { rotatedKeys } from '../rotated-keys.ts';

/** What keys may still do whose place another took, and what those in their place may not. */
export const replacedKeyFaults: readonly Fault[] = [
  {
    id: 'api-key/replaced-keys-may-write',
    breaks: ['KEY-15'],
    summary: 'A key whose place another took still creates records.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) => normal.keyIsRetired(call, key) && call.request.method !== 'POST',
    }),
  },
  {
    id: 'api-key/replaced-keys-list-what-they-sort',
    breaks: ['KEY-15'],
    summary: 'A key whose place another took still gets sorted listings.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) => normal.keyIsRetired(call, key) && !call.request.query.has('sort'),
    }),
  },
  {
    id: 'api-key/replaced-keys-finish-their-listings',
    breaks: ['KEY-15'],
    summary: 'A key that was replaced is still accepted for the pages that follow.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) => normal.keyIsRetired(call, key) && !call.request.query.has('nextToken'),
    }),
  },
  {
    id: 'api-key/connections-keep-replaced-keys',
    breaks: ['KEY-15'],
    summary: 'A key that was replaced goes on working on the connections on which it was used before.',
    behaviour: (normal) => {
      const served = new WeakMap<Connection, Set<ApiKey>>();
      return {
        keyIsRetired: (call, key) => normal.keyIsRetired(call, key) && served.get(call.connection)?.has(key) !== true,
        actorOfKey: (call, key) => {
          served.set(call.connection, (served.get(call.connection) ?? new Set()).add(key));
          return normal.actorOfKey(call, key);
        },
      };
    },
  },
  {
    id: 'api-key/old-key-survives-until-the-new-one-is-used',
    breaks: ['KEY-15'],
    also: ['VER-16'],
    summary: 'A replaced key goes on until a newer key of its user has been used.',
    behaviour: (normal) => {
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
  },
  {
    id: 'api-key/an-unsuspension-revives-replaced-keys',
    breaks: ['KEY-15'],
    also: ['LIF-08', 'LIF-10'],
    summary: 'When a user is un-suspended all keys that they ever had work again.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        if (active && !user.active) {
          for (const key of tenant.state.apiKeys.values()) if (key.userId === user.id) key.retiredAt = undefined;
        }
        normal.setUserActive(tenant, user, active);
      },
    }),
  },
  {
    id: 'api-key/a-rotation-without-a-key-gives-a-dead-one',
    breaks: ['KEY-14'],
    summary: 'The key that a rotation gives a user who had none does not work.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        const had = tenant.state.apiKeys.values().some(({ userId }) => userId === user.id);
        const key = normal.rotateApiKey(tenant, user);
        if (!had) key.retiredAt = tenant.clock.now();
        return key;
      },
    }),
  },
  {
    id: 'api-key/rotated-keys-are-for-v2',
    breaks: ['KEY-14'],
    also: ['KEY-02', 'KEY-20', 'VER-16', 'KEY-01'],
    summary: 'A key that took the place of another is refused on v3.',
    behaviour: (normal) => ({
      keyFitsCall: (call, key) =>
        normal.keyFitsCall(call, key) &&
        !(
          call.request.path.startsWith('/api/v3/') &&
          call.tenant.state.apiKeys.values().some((one) => one.userId === key.userId && one.retiredAt !== undefined)
        ),
    }),
  },
  {
    id: 'api-key/rotated-keys-are-for-the-shared-host',
    breaks: ['KEY-21'],
    also: ['KEY-14', 'EXP-33'],
    summary: 'A call with a key from a rotation is redirected from the own address to a host that tenants share.',
    behaviour: (normal) => {
      const { rotated, remembering } = rotatedKeys(normal);
      return {
        ...remembering,
        answer: (answer, call) => {
          const credential = call.found.actor?.credential;
          if (credential?.kind !== 'apiKey' || !rotated.has(credential.key)) return normal.answer(answer, call);
          const there = `https://api.lab.example${call.request.target}`;
          return withHeader({ ...answer, status: 307, body: undefined }, 'Location', there);
        },
      };
    },
  },
  {
    id: 'api-key/rotated-keys-see-no-results',
    breaks: ['KEY-03'],
    also: ['KEY-14', 'FLT-41'],
    summary: 'A key that took the place of another shows no assay results.',
    behaviour: (normal) => ({
      mayRead: (call, actor: Actor, record) => {
        const { credential } = actor;
        const second =
          credential.kind === 'apiKey' &&
          call.tenant.state.apiKeys
            .values()
            .some(({ userId, retiredAt }) => userId === actor.id && retiredAt !== undefined);
        return !(second && record.kind === 'assayResult') && normal.mayRead(call, actor, record);
      },
    }),
  },
  {
    id: 'api-key/a-new-key-keeps-the-view-of-the-old',
    breaks: ['KEY-19'],
    also: ['KEY-03', 'KEY-14'],
    summary: 'A key that took the place of another shows only projects that its owner had been granted until then.',
    behaviour: (normal) => ({
      grantCounts: (call, grant) => {
        if (!normal.grantCounts(call, grant)) return false;
        const rotated = [...call.tenant.state.apiKeys.values()].findLast(
          ({ userId, retiredAt }) => userId === grant.actor.id && retiredAt !== undefined,
        );
        return rotated?.retiredAt === undefined || grant.grantedAt <= rotated.retiredAt;
      },
    }),
  },
];

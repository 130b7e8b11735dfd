import { isRefusal, refusal } from '../../http/refusal.ts';
import type { ApiKey, User } from '../../state/model.ts';
import { isFollowing, sorts } from '../calls.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { expiredOtherwise } from './expired-otherwise.ts';

/** Expired keys that some calls accept, that come back, or that are refused in another way. */
export const expiredKeyFaults: readonly Fault[] = [
  {
    id: 'expiry/expired-keys-are-forbidden-to-sort',
    breaks: ['EXP-23'],
    summary: 'An expired key in a sorted listing is answered with 403.',
    behaviour: expiredOtherwise('authenticateBasic', sorts, refusal('forbidden', 'The API key has expired.')),
  },
  {
    id: 'expiry/expired-keys-are-a-bad-request-for-following-pages',
    breaks: ['EXP-23'],
    summary: 'A request for a following page with an expired key is answered with 400.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const actor = normal.authenticateBasic(call, value);
        return isRefusal(actor) && actor.refused === 'expired-credential' && call.request.query.has('nextToken')
          ? refusal('invalid-query', 'The page token is no longer good.')
          : actor;
      },
    }),
  },
  {
    id: 'expiry/long-expired-keys-are-gone',
    breaks: ['EXP-23'],
    summary: 'A key that expired more than thirty days ago is answered with 410.',
    behaviour: (normal) => {
      const gone = new WeakSet<object>();
      return {
        authenticateBasic: (call, value) => {
          const outcome = normal.authenticateBasic(call, value);
          const credentials = normal.readBasic(call, value);
          const key = credentials === undefined ? undefined : normal.findApiKey(call, credentials);
          const end = key === undefined ? undefined : normal.keyExpiresAt(key)?.getTime();
          if (!('refused' in outcome) || outcome.refused !== 'expired-credential' || end === undefined) return outcome;
          if (call.now.getTime() - end < 30 * DAY) return outcome;
          const refused = refusal('expired-credential', 'The API key is no more.');
          gone.add(refused);
          return refused;
        },
        refusalStatus: (call, refused) => (gone.has(refused) ? 410 : normal.refusalStatus(call, refused)),
      };
    },
  },
  {
    id: 'expiry/expired-keys-list-what-they-filter',
    breaks: ['EXP-22'],
    summary: 'A listing with a filter does not look at the age of a key.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) => normal.keyHasExpired(call, key) && !call.request.target.includes('schemaFields'),
    }),
  },
  {
    id: 'expiry/expired-keys-may-write',
    breaks: ['EXP-22'],
    summary: 'A call that creates an entry does not look at the age of a key.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) => normal.keyHasExpired(call, key) && call.request.method === 'GET',
    }),
  },
  {
    id: 'expiry/expired-keys-show-following-pages',
    breaks: ['EXP-22'],
    summary: 'A following page is shown to an expired key.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) => !isFollowing(call) && normal.keyHasExpired(call, key),
    }),
  },
  {
    id: 'expiry/a-sign-in-revives-keys',
    breaks: ['EXP-22'],
    also: ['EXP-33', 'EXP-25'],
    summary: 'An expired key works again for a day after its owner has signed in.',
    behaviour: (normal) => {
      const signedIn = new Map<string, number>();
      return {
        beginSession: (call, user) => {
          signedIn.set(user.id, call.now.getTime());
          return normal.beginSession(call, user);
        },
        keyHasExpired: (call, key) => {
          const end = call.tenant.behaviour.keyExpiresAt(key)?.getTime() ?? Infinity;
          const at = signedIn.get(key.userId) ?? 0;
          return normal.keyHasExpired(call, key) && !(at >= end && call.now.getTime() - at < DAY);
        },
      };
    },
  },
  {
    id: 'expiry/a-suspension-revives-keys-that-had-expired-before-it',
    breaks: ['EXP-30'],
    also: ['EXP-33', 'EXP-22'],
    summary: 'An un-suspension gives back keys that had expired before the suspension, for as long as it lasted.',
    behaviour: (normal) => {
      const revived = new WeakMap<User, { since: number; until: number }>();
      return {
        setUserActive: (tenant, user, active) => {
          const now = tenant.clock.now().getTime();
          const since = user.activeChangedAt.getTime();
          if (active && !user.active) revived.set(user, { since, until: now + Math.max(now - since, DAY) });
          normal.setUserActive(tenant, user, active);
        },
        keyHasExpired: (call, key) => {
          const user = call.tenant.state.users.get(key.userId);
          const revival = user === undefined ? undefined : revived.get(user);
          const end = call.tenant.behaviour.keyExpiresAt(key)?.getTime() ?? Infinity;
          return (
            normal.keyHasExpired(call, key) &&
            (revival === undefined || end > revival.since || call.now.getTime() >= revival.until)
          );
        },
      };
    },
  },
  {
    id: 'expiry/the-heir-of-an-expired-key-has-expired',
    breaks: ['EXP-27'],
    also: ['KEY-14'],
    summary: 'A key that takes the place of an expired one is refused as expired itself.',
    behaviour: (normal) => {
      const dead = new WeakSet<ApiKey>();
      return {
        rotateApiKey: (tenant, user) => {
          const old = tenant.state.apiKeys
            .values()
            .find((key) => key.userId === user.id && key.retiredAt === undefined);
          const end = old && normal.keyExpiresAt(old);
          const key = normal.rotateApiKey(tenant, user);
          if (end !== undefined && end <= tenant.clock.now()) dead.add(key);
          return key;
        },
        keyHasExpired: (call, key) => normal.keyHasExpired(call, key) || dead.has(key),
      };
    },
  },

  {
    id: 'expiry/keys-are-good-again-after-a-year',
    breaks: ['EXP-22'],
    also: ['EXP-28', 'EXP-30'],
    summary: 'A year after its creation it is forgotten that a key has expired.',
    behaviour: (normal) => ({
      keyHasExpired: (call, key) =>
        normal.keyHasExpired(call, key) && call.now.getTime() - key.createdAt.getTime() < 365 * DAY,
    }),
  },
];

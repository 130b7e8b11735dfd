import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import type { ApiKey, LabRecord, User } from '../../state/model.ts';
import { KEYS_EXPIRE_SINCE } from '../api-key/keys-and-owners.ts';
import { isFollowing } from '../calls.ts';
import { DAY, HOUR } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { userChangedAgo } from './changed-ago.ts';
import { losing, onceStopped } from './once-stopped.ts';

/** Whether a user was suspended once and is active again. */
const isBack = (user: User | undefined): boolean =>
  user !== undefined && user.active && user.activeChangedAt > user.createdAt;

/** A key of a user who was suspended does not come back, if it is of some kind. */
function keysStayDead(ofKind: (call: Call, key: ApiKey) => boolean): Deviation {
  return (normal) => ({
    keyIsRetired: (call, key) =>
      normal.keyIsRetired(call, key) || (isBack(call.tenant.state.users.get(key.userId)) && ofKind(call, key)),
  });
}

/** What users have back when they are active again, too little or too much of it. */
export const activeAgainFaults: readonly Fault[] = [
  {
    id: 'lifecycle/a-resumed-key-lasts-a-week',
    breaks: ['LIF-05'],
    summary: 'The key of a user who was suspended once works for a week from then.',
    behaviour: (normal) => {
      const { ids, remembering } = onceStopped(normal);
      return {
        ...remembering,
        keyFitsCall: (call, key) =>
          normal.keyFitsCall(call, key) && !(ids.has(key.userId) && userChangedAgo(call, key.userId) > 7 * DAY),
      };
    },
  },
  {
    id: 'lifecycle/a-resumed-key-creates-nothing',
    breaks: ['LIF-05'],
    summary: 'The key of a user who was suspended once lists, and creates no entries.',
    behaviour: (normal) => {
      const { ids, remembering } = onceStopped(normal);
      return {
        ...remembering,
        keyFitsCall: (call, key) =>
          normal.keyFitsCall(call, key) && !(call.request.method === 'POST' && ids.has(key.userId)),
      };
    },
  },
  {
    id: 'lifecycle/refused-keys-are-remembered-for-an-hour',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'LIF-07', 'LIF-16', 'LIF-42'],
    summary:
      'A key that was refused in a suspension is refused for an hour, whether its owner is active by then or not.',
    behaviour: (normal) => {
      const until = new WeakMap<ApiKey, number>();
      return {
        keyFitsCall: (call, key) => {
          const now = call.now.getTime();
          if (!normal.keyFitsCall(call, key) || now < (until.get(key) ?? 0)) return false;
          if (call.tenant.behaviour.userIsSuspended(call, key.userId)) until.set(key, now + HOUR);
          return true;
        },
      };
    },
  },
  {
    id: 'lifecycle/keys-come-back-without-following-pages',
    breaks: ['LIF-05'],
    also: ['LIF-07', 'LIF-16'],
    summary: 'The key of a user who was suspended once is refused beside a page token.',
    behaviour: (normal) => {
      const { ids, remembering } = onceStopped(normal);
      return {
        ...remembering,
        keyFitsCall: (call, key) => normal.keyFitsCall(call, key) && !(ids.has(key.userId) && isFollowing(call)),
      };
    },
  },
  {
    id: 'lifecycle/keys-without-an-end-do-not-come-back',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'LIF-07', 'LIF-16'],
    summary: 'A key that does not expire does not work any more after a suspension.',
    behaviour: keysStayDead((_call, { createdAt }) => createdAt.getTime() < KEYS_EXPIRE_SINCE),
  },
  {
    id: 'lifecycle/keys-of-users-with-apps-do-not-come-back',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'LIF-07', 'LIF-16', 'LIF-42'],
    summary: 'The key of a user who has authorized an app does not work any more after a suspension.',
    behaviour: keysStayDead((call, key) => call.tenant.state.delegations.some(({ userId }) => userId === key.userId)),
  },
  {
    id: 'lifecycle/rotated-keys-do-not-come-back',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'KEY-16', 'KEY-17'],
    summary: 'A key that was obtained by rotation does not work any more after a suspension.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) => {
        const user = call.tenant.state.users.get(key.userId);
        const rotated = call.tenant.state.apiKeys
          .values()
          .some(({ userId, retiredAt }) => userId === key.userId && retiredAt !== undefined);
        const suspendedOnce = user !== undefined && user.activeChangedAt > user.createdAt;
        return normal.keyIsRetired(call, key) || (rotated && suspendedOnce && user.active);
      },
    }),
  },
  {
    id: 'lifecycle/grants-of-a-suspension-are-lost',
    breaks: ['LST-31'],
    also: ['LIF-07', 'LIF-16', 'LIF-20', 'DEL-31', 'DEL-35'],
    summary: 'A project that a user is added to while suspended is not shown to that user afterwards.',
    behaviour: losing((tenant, actor) => tenant.state.users.get(actor.id)?.active === false),
  },
  {
    id: 'lifecycle/withdrawals-of-a-suspension-are-undone',
    breaks: ['LST-31'],
    also: ['LIF-07', 'LIF-16', 'DEL-35'],
    summary: 'A user has back after a suspension all projects from before it, those withdrawn meanwhile too.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        if (tenant.state.users.get(actor.id)?.active !== false) normal.revokeAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'lifecycle/records-of-a-suspension-are-not-seen',
    breaks: ['LIF-07'],
    also: ['LIF-16'],
    summary: 'What was added while a user was suspended is not shown to the key afterwards.',
    behaviour: (normal) => {
      const pauses = new Map<string, { readonly from: Date; to: Date | undefined }[]>();
      const missed = (userId: string, { addedAt }: LabRecord) =>
        pauses.get(userId)?.some(({ from, to }) => addedAt >= from && (to === undefined || addedAt <= to)) === true;
      return {
        setUserActive: (tenant, user, active) => {
          const known = pauses.get(user.id) ?? [];
          const now = tenant.clock.now();
          if (!active && user.active) pauses.set(user.id, [...known, { from: now, to: undefined }]);
          for (const pause of active ? known : []) pause.to ??= now;
          normal.setUserActive(tenant, user, active);
        },
        mayRead: (call, actor, record) => normal.mayRead(call, actor, record) && !missed(actor.id, record),
      };
    },
  },
  {
    id: 'lifecycle/what-is-tried-in-a-suspension-is-good-afterwards',
    breaks: ['LIF-45'],
    also: ['DEL-44', 'LIF-42'],
    summary:
      'A spent refresh token that is presented while its user is suspended is good once the user is active again.',
    behaviour: (normal) => ({
      spentRefreshTokenWasPresented: (call, token) => {
        normal.spentRefreshTokenWasPresented(call, token);
        if (call.tenant.behaviour.userIsSuspended(call, token.delegation.userId)) token.spentAt = undefined;
      },
    }),
  },
  {
    id: 'lifecycle/the-second-unsuspension-unspends-refresh-tokens',
    breaks: ['LIF-45'],
    also: ['DEL-42', 'DEL-44', 'DEL-45', 'LIF-42'],
    summary: 'When a user is un-suspended for the second time, refresh tokens that were spent are good again.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setUserActive: (tenant, user, active) => {
          if (active && !user.active) {
            const time = (times.get(user.id) ?? 0) + 1;
            times.set(user.id, time);
            for (const token of tenant.state.refreshTokens.values()) {
              if (time === 2 && token.delegation.userId === user.id) token.spentAt = undefined;
            }
          }
          normal.setUserActive(tenant, user, active);
        },
      };
    },
  },
  {
    id: 'lifecycle/unsuspension-brings-consents-back',
    breaks: ['LIF-43'],
    also: ['LIF-37', 'LIF-44'],
    summary: 'When a user is un-suspended, the consents that an uninstallation ended are given again.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        if (active && !user.active) {
          const { apps, consents } = tenant.state;
          for (const consent of consents.filter(({ userId }) => userId === user.id)) {
            const app = apps.get(consent.appId);
            if (app !== undefined && app.installation !== consent.installation) {
              consents.push({ ...consent, installation: app.installation });
            }
          }
        }
        normal.setUserActive(tenant, user, active);
      },
    }),
  },

  {
    id: 'lifecycle/keys-that-were-never-used-do-not-come-back',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'LIF-07', 'LIF-16'],
    summary: 'A suspension ends the keys that their owner had not used by then.',
    behaviour: (normal) => {
      const used = new WeakSet<ApiKey>();
      return {
        keyFitsCall: (call, key) => {
          used.add(key);
          return normal.keyFitsCall(call, key);
        },
        setUserActive: (tenant, user, active) => {
          for (const key of active ? [] : tenant.state.apiKeys.values()) {
            if (key.userId === user.id && !used.has(key)) key.retiredAt ??= tenant.clock.now();
          }
          normal.setUserActive(tenant, user, active);
        },
      };
    },
  },
  {
    id: 'lifecycle/what-is-created-after-a-suspension-is-nobodys',
    breaks: ['LIF-16'],
    summary: 'What a user creates who was suspended once names an identifier that nobody has.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) =>
        isBack(call.tenant.state.users.get(actor.id))
          ? { kind: 'user', id: `${actor.id}_2` }
          : normal.attributedTo(call, actor),
    }),
  },
];

import type { Call } from '../../http/message.ts';
import type { Credential } from '../../state/delegated.ts';
import { sameActor, type AccessToken, type ApiKey, type LabRecord, type User } from '../../state/model.ts';
import type { Deviation } from '../../behaviour/behaviour.ts';
import { nearMissesOfApps } from './near-misses-three-of-apps.ts';
import type { Fault } from '../fault.ts';

const isOfRefresh = (credential: Credential): boolean =>
  credential.kind === 'refreshToken' && credential.token.predecessor !== undefined;

const KEYS_EXPIRE_SINCE = Date.UTC(2026, 7, 8);

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

/** Suspensions that go wrong for a second user, for what was never used, or for what came about meanwhile. */
export const nearMissFaultsThree: readonly Fault[] = [
  ...nearMissesOfApps,
  {
    id: 'lifecycle/unsuspending-one-resumes-all',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03', 'LIF-06', 'LIF-42'],
    summary: 'When a user is un-suspended, all who were suspended in the same minute are.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        const suspendedAt = user.active ? undefined : user.activeChangedAt.getTime();
        normal.setUserActive(tenant, user, active);
        if (!active || suspendedAt === undefined) return;
        for (const each of tenant.state.users.values()) {
          const apart = Math.abs(each.activeChangedAt.getTime() - suspendedAt);
          if (!each.active && apart < 60_000) normal.setUserActive(tenant, each, true);
        }
      },
    }),
  },
  {
    id: 'lifecycle/one-suspended-user-at-a-time',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03', 'LIF-06', 'LIF-42', 'LIF-15', 'LIF-17'],
    summary: 'When another user is suspended, the one before is active again.',
    behaviour: (normal) => {
      let suspended: User | undefined;
      return {
        setUserActive: (tenant, user, active) => {
          if (!active && suspended !== undefined && suspended !== user) normal.setUserActive(tenant, suspended, true);
          normal.setUserActive(tenant, user, active);
          if (!active) suspended = user;
        },
      };
    },
  },
  {
    id: 'lifecycle/unused-keys-outlive-a-suspension',
    breaks: ['LIF-01'],
    also: ['LIF-06', 'LIF-42'],
    summary: 'A suspension stops the API key if that was used before.',
    behaviour: (normal) => {
      const used = new WeakSet<ApiKey>();
      return {
        suspensionStops: (call, credential) => {
          const stops = normal.suspensionStops(call, credential);
          if (credential.kind !== 'apiKey') return stops;
          if (!stops) used.add(credential.key);
          return stops && used.has(credential.key);
        },
      };
    },
  },
  {
    id: 'lifecycle/unused-tokens-outlive-a-suspension',
    breaks: ['LIF-02'],
    also: ['LIF-04', 'LIF-42', 'LIF-18', 'LIF-19'],
    summary: 'A suspension stops the delegated access tokens that were used before.',
    behaviour: (normal) => {
      const used = new WeakSet<AccessToken>();
      return {
        suspensionStops: (call, credential) => {
          const stops = normal.suspensionStops(call, credential);
          if (credential.kind !== 'accessToken') return stops;
          if (!stops) used.add(credential.token);
          return stops && used.has(credential.token);
        },
      };
    },
  },
  {
    id: 'lifecycle/refresh-tokens-of-refreshes-outlive-a-suspension',
    breaks: ['LIF-03'],
    also: ['LIF-19', 'LIF-42', 'LIF-04'],
    summary: 'A suspension stops the refresh tokens of code exchanges, and not those of refreshes.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) => !isOfRefresh(credential) && normal.suspensionStops(call, credential),
    }),
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
    id: 'lifecycle/users-of-the-same-name-are-suspended-together',
    breaks: ['LIF-08'],
    also: ['LIF-42'],
    summary: 'Users who have the name of a suspended user are suspended with them.',
    behaviour: (normal) => ({
      userIsSuspended: (call, userId) => {
        const users = call.tenant.state.users;
        const name = users.get(userId)?.name;
        return (
          normal.userIsSuspended(call, userId) || users.values().some((each) => !each.active && each.name === name)
        );
      },
    }),
  },
  {
    id: 'lifecycle/users-of-a-project-are-suspended-together',
    breaks: ['LIF-08'],
    also: ['LIF-42'],
    summary: 'Users who share a project with a suspended user are suspended with them.',
    behaviour: (normal) => ({
      userIsSuspended: (call, userId) => {
        const { projects, users } = call.tenant.state;
        if (normal.userIsSuspended(call, userId)) return true;
        return projects
          .values()
          .some(
            ({ grants }) =>
              grants.some(({ actor }) => sameActor(actor, { kind: 'user', id: userId })) &&
              grants.some(({ actor }) => actor.kind === 'user' && users.get(actor.id)?.active === false),
          );
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
];

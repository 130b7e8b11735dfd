import type { ActorReference, User } from '../../state/model.ts';
import { sameActor } from '../../state/model.ts';
import { refusal } from '../../http/refusal.ts';
import type { Tenant } from '../../tenant.ts';
import type { Fault } from '../fault.ts';

/** Whether a user has ever been suspended. */
const wasSuspended = (user: User | undefined): boolean => user !== undefined && user.activeChangedAt > user.createdAt;

/** Counts the suspensions of each user. */
function suspensionCounter(): {
  readonly count: (user: User, active: boolean) => void;
  readonly of: (user: User | undefined) => number;
} {
  const counts = new WeakMap<User, number>();
  const of = (user: User | undefined): number => (user === undefined ? 0 : (counts.get(user) ?? 0));
  return { of, count: (user, active) => void (user.active && !active && counts.set(user, of(user) + 1)) };
}

function withoutProjects(tenant: Tenant, actor: ActorReference): void {
  for (const project of tenant.state.projects.values()) {
    for (const grant of project.grants) if (sameActor(grant.actor, actor)) grant.revokedAt ??= tenant.clock.now();
  }
}

/** Wrong decisions about what comes back when a user is active again. */
export const unsuspensionFaults: readonly Fault[] = [
  {
    id: 'lifecycle/the-key-comes-back-as-a-new-one',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'LIF-07', 'LIF-16'],
    summary: 'An un-suspended user is given a new key in place of the original one.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        const again = active && !user.active;
        normal.setUserActive(tenant, user, active);
        if (again) tenant.behaviour.rotateApiKey(tenant, user);
      },
    }),
  },
  {
    id: 'lifecycle/keys-come-back-on-v2-only',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'LIF-07', 'KEY-14', 'KEY-16'],
    summary: 'The key of a user who was suspended is not accepted on v3 any more.',
    behaviour: (normal) => ({
      keyFitsCall: (call, key) =>
        !(wasSuspended(call.tenant.state.users.get(key.userId)) && call.request.path.startsWith('/api/v3/')) &&
        normal.keyFitsCall(call, key),
    }),
  },
  {
    id: 'lifecycle/a-key-that-was-tried-stays-blocked',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'LIF-07', 'LIF-16'],
    summary: 'A key that was presented three times while its owner was suspended is blocked for good.',
    behaviour: (normal) => {
      const tries = new WeakMap<object, number>();
      return {
        keyFitsCall: (call, key) => {
          const active = call.tenant.state.users.get(key.userId)?.active === true;
          if (!active) tries.set(key, (tries.get(key) ?? 0) + 1);
          return !(active && (tries.get(key) ?? 0) >= 3) && normal.keyFitsCall(call, key);
        },
      };
    },
  },
  {
    id: 'lifecycle/a-long-suspension-ends-the-key',
    breaks: ['LIF-05'],
    summary: 'A key does not come back after a suspension of more than a day.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        const long = tenant.clock.now().getTime() - user.activeChangedAt.getTime() > 86_400_000;
        if (active && !user.active && long) tenant.behaviour.rotateApiKey(tenant, user);
        normal.setUserActive(tenant, user, active);
      },
    }),
  },
  {
    id: 'lifecycle/the-second-suspension-does-nothing',
    breaks: ['LIF-06'],
    also: ['LIF-02', 'LIF-03', 'LIF-01', 'LIF-17'],
    summary: 'A user can be suspended once only.',
    behaviour: (normal) => {
      const suspensions = suspensionCounter();
      return {
        setUserActive: (tenant, user, active) => {
          suspensions.count(user, active);
          if (active || suspensions.of(user) < 2) normal.setUserActive(tenant, user, active);
        },
      };
    },
  },
  {
    id: 'lifecycle/the-second-suspension-is-for-good',
    breaks: ['LIF-06'],
    also: ['LIF-05', 'LIF-20', 'LIF-02', 'LIF-03', 'LIF-07', 'LIF-45'],
    summary: 'The key of a user who was suspended twice stays dead.',
    behaviour: (normal) => {
      const suspensions = suspensionCounter();
      return {
        setUserActive: (tenant, user, active) => {
          suspensions.count(user, active);
          normal.setUserActive(tenant, user, active);
        },
        keyFitsCall: (call, key) =>
          suspensions.of(call.tenant.state.users.get(key.userId)) < 2 && normal.keyFitsCall(call, key),
      };
    },
  },
  {
    id: 'lifecycle/repeated-suspensions-are-counted',
    breaks: ['LIF-06'],
    also: ['LIF-05'],
    summary: 'A user who was suspended twice in a row has to be un-suspended as often.',
    behaviour: (normal) => {
      const depth = new WeakMap<User, number>();
      return {
        setUserActive: (tenant, user, active) => {
          const deep = Math.max(0, (depth.get(user) ?? 0) + (active ? -1 : 1));
          depth.set(user, deep);
          normal.setUserActive(tenant, user, deep === 0);
        },
      };
    },
  },
  {
    id: 'lifecycle/an-unsuspended-user-has-lost-the-projects',
    breaks: ['LIF-07', 'LIF-16'],
    also: ['LIF-20', 'LIF-38'],
    summary: 'A suspension takes the user out of all projects.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        normal.setUserActive(tenant, user, active);
        if (!active) withoutProjects(tenant, { kind: 'user', id: user.id });
      },
    }),
  },
  {
    id: 'lifecycle/unsuspended-keys-see-no-plates',
    breaks: ['LIF-07'],
    summary: 'After a suspension a key sees the entries, and no plates any more.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        !(
          record.kind === 'plate' &&
          actor.credential.kind === 'apiKey' &&
          wasSuspended(call.tenant.state.users.get(actor.id))
        ) && normal.mayRead(call, actor, record),
    }),
  },
  {
    id: 'lifecycle/unsuspended-keys-see-everything',
    breaks: ['LIF-07'],
    summary: 'After a suspension a key is no longer limited to the projects of its owner.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        (actor.credential.kind === 'apiKey' && wasSuspended(call.tenant.state.users.get(actor.id))) ||
        normal.mayRead(call, actor, record),
    }),
  },
  {
    id: 'lifecycle/apps-see-nothing-for-unsuspended-users',
    breaks: ['LIF-16'],
    summary: 'What apps hold for a user after a suspension leads to a user without projects.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        !(
          actor.kind === 'user' &&
          actor.credential.kind === 'accessToken' &&
          wasSuspended(call.tenant.state.users.get(actor.id))
        ) && normal.mayRead(call, actor, record),
    }),
  },
  {
    id: 'lifecycle/unsuspended-keys-write-as-somebody-else',
    breaks: ['LIF-16'],
    summary: 'What a user creates with a key after a suspension is attributed to the user who was added last.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const { users } = call.tenant.state;
        const last = [...users.values()].at(-1);
        return wasSuspended(users.get(actor.id)) && last !== undefined
          ? { kind: 'user', id: last.id }
          : normal.attributedTo(call, actor);
      },
    }),
  },
  {
    id: 'lifecycle/e-mail-addresses-of-unsuspended-users-lead-nowhere',
    breaks: ['LIF-16'],
    summary: 'ID tokens of a user who was suspended lead to nobody.',
    behaviour: (normal) => ({
      emailMatches: (call, user, email) =>
        !(user.active && wasSuspended(user)) && normal.emailMatches(call, user, email),
    }),
  },
  {
    id: 'lifecycle/unsuspended-users-cannot-sign-in',
    breaks: ['LIF-20'],
    also: ['LIF-16', 'LIF-45'],
    summary: 'A user who was suspended can use the session from before, and cannot begin a new one.',
    behaviour: (normal) => ({
      userWhoSignsIn: (call, email, password) => {
        const user = normal.userWhoSignsIn(call, email, password);
        return 'refused' in user || !wasSuspended(user)
          ? user
          : refusal('suspended-sign-in', 'Your account is locked.');
      },
    }),
  },
  {
    id: 'lifecycle/apps-from-before-a-suspension-get-dead-tokens',
    breaks: ['LIF-20'],
    also: ['LIF-16', 'LIF-02', 'LIF-03', 'LIF-45'],
    summary: 'A consent from before a suspension is remembered and leads to tokens that do not work.',
    behaviour: (normal) => ({
      delegationHasEnded: (call, delegation) => {
        const user = call.tenant.state.users.get(delegation.userId);
        return (
          normal.delegationHasEnded(call, delegation) ||
          (user !== undefined &&
            wasSuspended(user) &&
            call.tenant.state.consents.some(
              ({ userId, appId, givenAt }) =>
                userId === user.id && appId === delegation.appId && givenAt < user.activeChangedAt,
            ))
        );
      },
    }),
  },
  {
    id: 'lifecycle/tokens-after-two-suspensions-are-dead',
    breaks: ['LIF-20'],
    also: ['LIF-02', 'LIF-03', 'LIF-43'],
    summary: 'What a user authorizes after two suspensions does not work.',
    behaviour: (normal) => {
      const suspensions = suspensionCounter();
      return {
        setUserActive: (tenant, user, active) => {
          suspensions.count(user, active);
          normal.setUserActive(tenant, user, active);
        },
        tokenHasEnded: (call, token) =>
          normal.tokenHasEnded(call, token) ||
          (token.delegation !== undefined && suspensions.of(call.tenant.state.users.get(token.delegation.userId)) > 1),
      };
    },
  },
  {
    id: 'lifecycle/unsuspension-unspends-refresh-tokens',
    breaks: ['LIF-45'],
    also: ['DEL-42', 'DEL-43', 'DEL-45'],
    summary: 'Refresh tokens that were spent before a suspension are good again after it.',
    behaviour: (normal) => ({
      refreshTokenIsSpent: (call, token) => {
        const user = call.tenant.state.users.get(token.delegation.userId);
        const before = token.spentAt !== undefined && user !== undefined && token.spentAt < user.activeChangedAt;
        return normal.refreshTokenIsSpent(call, token) && !(before && user.active);
      },
    }),
  },
  {
    id: 'lifecycle/unsuspension-unspends-the-last-refresh-token',
    breaks: ['LIF-45'],
    also: ['DEL-42', 'DEL-43', 'DEL-45'],
    summary: 'The refresh token that was spent last before a suspension is good again after it.',
    behaviour: (normal) => ({
      refreshTokenIsSpent: (call, token) => {
        const user = call.tenant.state.users.get(token.delegation.userId);
        const before = token.spentAt !== undefined && user !== undefined && token.spentAt < user.activeChangedAt;
        const last = token.delegation.latestRefreshToken?.predecessor === token;
        return normal.refreshTokenIsSpent(call, token) && !(before && last && user.active);
      },
    }),
  },
];

import { isRefusal } from '../../http/refusal.ts';
import type { User } from '../../state/model.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { userChangedAgo } from './changed-ago.ts';
import { isMember } from './users-and-apps.ts';

/** Suspensions that are lost, or that end without an un-suspension. */
export const endOfSuspensionFaults: readonly Fault[] = [
  {
    id: 'lifecycle/the-fifth-suspension-is-lost',
    breaks: ['LIF-06'],
    also: ['LIF-42'],
    summary: 'The fifth suspension of a user does nothing.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setUserActive: (tenant, user, active) => {
          const count = (times.get(user.id) ?? 0) + (!active && user.active ? 1 : 0);
          times.set(user.id, count);
          if (active || count !== 5) normal.setUserActive(tenant, user, active);
        },
      };
    },
  },
  {
    id: 'lifecycle/no-suspension-without-projects',
    breaks: ['LIF-01'],
    summary: 'The suspension of a user who is in no project is lost.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        const member = tenant.state.projects.values().some((project) => isMember(project, user.id));
        if (member || active) normal.setUserActive(tenant, user, active);
      },
    }),
  },
  {
    id: 'lifecycle/no-suspension-of-capitals',
    breaks: ['LIF-01'],
    also: ['LIF-06'],
    summary: 'The suspension of a user whose e-mail address has capitals is lost.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        if (!/[A-Z]/.test(user.email)) normal.setUserActive(tenant, user, active);
      },
    }),
  },
  {
    id: 'lifecycle/a-suspension-is-over-after-ninety-days',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03', 'LIF-15', 'LIF-17'],
    summary: 'A suspension is over by itself after ninety days.',
    behaviour: (normal) => ({
      userIsSuspended: (call, userId) =>
        normal.userIsSuspended(call, userId) && userChangedAgo(call, userId) < 90 * DAY,
    }),
  },
  {
    id: 'lifecycle/a-withdrawal-ends-a-suspension',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03'],
    summary: 'A suspended user who is taken out of a project is active again.',
    behaviour: (normal) => ({
      revokeAccess: (tenant, project, actor) => {
        const user = tenant.state.users.get(actor.id);
        if (user !== undefined) user.active = true;
        normal.revokeAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'lifecycle/a-grant-ends-the-suspension',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03'],
    summary: 'A suspended user who is added to a project is active again.',
    behaviour: (normal) => ({
      grantAccess: (tenant, project, actor) => {
        const user = actor.kind === 'user' ? tenant.state.users.get(actor.id) : undefined;
        if (user !== undefined) normal.setUserActive(tenant, user, true);
        normal.grantAccess(tenant, project, actor);
      },
    }),
  },
  {
    id: 'lifecycle/a-new-key-ends-a-suspension',
    breaks: ['LIF-02'],
    also: ['LIF-01', 'LIF-03', 'LIF-06'],
    summary: 'A suspended user whose key is rotated is active again.',
    behaviour: (normal) => ({
      rotateApiKey: (tenant, user) => {
        user.active = true;
        return normal.rotateApiKey(tenant, user);
      },
    }),
  },
  {
    id: 'lifecycle/a-further-key-ends-a-suspension',
    breaks: ['LIF-02'],
    also: ['LIF-03'],
    summary: 'A suspended user for whom a further key is made is active again.',
    behaviour: (normal) => ({
      createApiKey: (tenant, user, createdAt) => {
        user.active = true;
        return normal.createApiKey(tenant, user, createdAt);
      },
    }),
  },
  {
    id: 'lifecycle/an-id-token-ends-a-suspension',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03', 'LIF-15'],
    summary: 'A call with an ID token of a suspended user is refused and makes the user active again.',
    behaviour: (normal) => ({
      authenticateIdToken: (call, value) => {
        const actor = normal.authenticateIdToken(call, value);
        const outcome = call.found.idToken?.outcome;
        const user = outcome === undefined || isRefusal(outcome) ? undefined : normal.userOfIdToken(call, outcome);
        if (isRefusal(actor) && user !== undefined && !isRefusal(user)) user.active = true;
        return actor;
      },
    }),
  },
  {
    id: 'lifecycle/a-sign-in-attempt-ends-the-suspension',
    breaks: ['LIF-01'],
    also: ['LIF-17', 'LIF-02', 'LIF-03', 'LIF-42'],
    summary: 'A suspended user who tries to sign in is active again from then on.',
    behaviour: (normal) => ({
      userWhoSignsIn: (call, email, password) => {
        const outcome = normal.userWhoSignsIn(call, email, password);
        const user = call.tenant.state.users.values().find((each) => each.email === email.trim());
        if (user?.active === false && user.password === password) normal.setUserActive(call.tenant, user, true);
        return outcome;
      },
    }),
  },
  {
    id: 'lifecycle/a-second-suspension-in-a-row-ends-the-first',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03', 'LIF-06', 'LIF-42'],
    summary: 'Suspending a user turns the state over: one who is suspended already is active again.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        normal.setUserActive(tenant, user, active || !user.active);
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
    id: 'lifecycle/an-unsuspension-within-a-second-does-nothing',
    breaks: ['LIF-05'],
    also: ['LIF-06', 'LIF-07', 'LIF-16', 'LIF-20', 'LIF-42', 'VER-15'],
    summary: 'An un-suspension in the second of the suspension is lost.',
    behaviour: (normal) => ({
      setUserActive: (tenant, user, active) => {
        const age = tenant.clock.now().getTime() - user.activeChangedAt.getTime();
        if (active && !user.active && age < 1000) return;
        normal.setUserActive(tenant, user, active);
      },
    }),
  },

  {
    id: 'lifecycle/a-suspension-ends-with-its-year',
    breaks: ['LIF-01'],
    also: ['LIF-02', 'LIF-03', 'LIF-17', 'LIF-18', 'LIF-15'],
    summary: 'A user who has been suspended for a year is active again.',
    behaviour: (normal) => ({
      userIsSuspended: (call, userId) =>
        normal.userIsSuspended(call, userId) && userChangedAgo(call, userId) < 365 * DAY,
    }),
  },

  {
    id: 'lifecycle/id-tokens-of-the-suspended-are-good-after-a-month',
    breaks: ['LIF-15'],
    summary: 'A month after the suspension an ID token of the user is accepted again.',
    behaviour: (normal) => ({
      suspensionStops: (call, credential) =>
        normal.suspensionStops(call, credential) &&
        !(credential.kind === 'idToken' && userChangedAgo(call, credential.userId) > 30 * DAY),
    }),
  },
];

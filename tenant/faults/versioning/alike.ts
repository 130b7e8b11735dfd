import { timingSafeEqual } from 'node:crypto';
import type { Actor, Call } from '../../http/message.ts';
import type { Fault } from '../fault.ts';

const isVersion = (call: Call, version: 'v2' | 'v3'): boolean => call.request.path.startsWith(`/api/${version}/`);

/** Wrong decisions that one version makes and the other does not. */
export const alikeFaults: readonly Fault[] = [
  {
    id: 'versioning/v3-does-not-look-at-expiry',
    breaks: ['VER-16'],
    also: ['VER-14', 'EXP-02', 'EXP-06', 'EXP-07', 'EXP-08', 'EXP-20', 'EXP-31', 'EXP-33'],
    summary: 'v3 accepts access tokens of any age.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token) => !isVersion(call, 'v3') && normal.tokenHasExpired(call, token),
    }),
  },
  {
    id: 'versioning/v2-grants-a-minute-of-grace',
    breaks: ['VER-16'],
    also: ['VER-14', 'EXP-02', 'EXP-06', 'EXP-07', 'EXP-08', 'EXP-20', 'EXP-31', 'EXP-33'],
    summary: 'v2 accepts access tokens for a minute after their end.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => normal.enforcedLifetime(call, token) + (isVersion(call, 'v2') ? 60 : 0),
    }),
  },
  {
    id: 'versioning/v3-lets-archived-apps-in',
    breaks: ['VER-16'],
    also: ['LIF-21', 'LIF-22', 'LIF-28', 'LIF-30'],
    summary: 'v3 does not look whether the app of a token is archived.',
    behaviour: (normal) => ({
      appIsArchived: (call, appId) => !isVersion(call, 'v3') && normal.appIsArchived(call, appId),
    }),
  },
  {
    id: 'versioning/v2-plates-let-suspended-users-in',
    breaks: ['VER-16'],
    also: ['LIF-01'],
    summary: 'The v2 listing of plates does not look whether the owner of a key is suspended.',
    behaviour: (normal) => ({
      userIsSuspended: (call, userId) => call.request.path !== '/api/v2/plates' && normal.userIsSuspended(call, userId),
    }),
  },
  {
    id: 'versioning/v3-compares-the-start-of-tokens',
    breaks: ['VER-16'],
    also: ['TRN-08', 'TRN-10'],
    summary: 'v3 knows an access token by its first 40 characters.',
    behaviour: (normal) => ({
      findAccessToken: (call, value) => {
        if (!isVersion(call, 'v3') || value.length < 40) return normal.findAccessToken(call, value);
        const start = Buffer.from(value).subarray(0, 40);
        return call.tenant.state.accessTokens.values().find((token) => {
          const own = Buffer.from(token.value).subarray(0, 40);
          return own.length === start.length && timingSafeEqual(own, start);
        });
      },
    }),
  },
  {
    id: 'versioning/v3-remembers-permissions-for-a-minute',
    breaks: ['VER-20'],
    also: ['KEY-19', 'CCR-11', 'CCR-12'],
    summary: 'v3 goes on for a minute with the projects that an actor had when it first called.',
    behaviour: (normal) => {
      const remembered = new Map<string, { readonly until: number; readonly projects: ReadonlySet<string> }>();
      return {
        hasAccess: (call: Call, actor: Actor, project) => {
          if (!isVersion(call, 'v3')) return normal.hasAccess(call, actor, project);
          const now = call.now.getTime();
          let known = remembered.get(actor.id);
          if (known === undefined || known.until <= now) {
            const all = call.tenant.state.projects.values();
            const own = all.filter((one) => normal.hasAccess(call, actor, one)).map(({ id }) => id);
            remembered.set(actor.id, (known = { until: now + 60_000, projects: new Set(own) }));
          }
          return known.projects.has(project.id);
        },
      };
    },
  },
  {
    id: 'versioning/v2-plates-ignore-withdrawals',
    breaks: ['VER-20'],
    also: ['KEY-19'],
    summary: 'The v2 listing of plates goes on showing what was once granted.',
    behaviour: (normal) => ({
      grantCounts: (call, grant) => call.request.path === '/api/v2/plates' || normal.grantCounts(call, grant),
    }),
  },
  {
    id: 'versioning/v2-shows-users-no-later-grants',
    breaks: ['VER-20'],
    also: ['KEY-19', 'LST-31'],
    summary: 'v2 shows a user nothing of a project that was granted after the user called for the first time.',
    behaviour: (normal) => {
      const firstCall = new Map<string, number>();
      return {
        hasAccess: (call, actor, project) => {
          if (!isVersion(call, 'v2') || actor.kind !== 'user') return normal.hasAccess(call, actor, project);
          const since = firstCall.get(actor.id) ?? call.now.getTime();
          firstCall.set(actor.id, since);
          return (
            normal.hasAccess(call, actor, project) &&
            project.grants.some((grant) => grant.actor.id === actor.id && grant.grantedAt.getTime() <= since)
          );
        },
      };
    },
  },
];

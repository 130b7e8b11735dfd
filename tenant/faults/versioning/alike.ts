import { timingSafeEqual } from 'node:crypto';
import type { Actor, Call } from '../../call.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { always, onVersion } from '../operators/kinds.ts';
import { exempt } from '../operators/operators.ts';
import { isV3 } from './versioned-calls.ts';

const isVersion = (call: Call, version: 'v2' | 'v3'): boolean => call.request.path.startsWith(`/api/${version}/`);

/** Wrong decisions that one version makes and the other does not. */
export const alikeFaults: readonly Fault[] = [
  {
    id: 'versioning/v3-does-not-look-at-expiry',
    breaks: ['VER-16'],
    also: ['VER-14', 'EXP-02', 'EXP-06', 'EXP-07', 'EXP-08', 'EXP-20', 'EXP-31', 'EXP-33'],
    summary: 'v3 accepts access tokens of any age.',
    behaviour: exempt('tokenHasExpired', onVersion('v3'))(always),
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
  {
    id: 'versioning/v3-takes-id-tokens-past-their-end',
    breaks: ['VER-16'],
    also: ['OIC-21'],
    summary: 'The end of an ID token is not looked at on v3.',
    behaviour: (normal) => ({
      idTokenHasExpired: (call, token) => !isV3(call) && normal.idTokenHasExpired(call, token),
    }),
  },
  {
    id: 'versioning/v3-does-not-verify-id-tokens',
    breaks: ['VER-16'],
    also: ['OIC-05', 'OIC-06', 'OIC-19'],
    summary: 'On v3 plates an ID token is believed whoever signed it.',
    behaviour: (normal) => ({
      signatureIsRight: (call, provider, token) =>
        call.request.path === '/api/v3/plate/items'
          ? Promise.resolve(true)
          : normal.signatureIsRight(call, provider, token),
    }),
  },
  {
    id: 'versioning/v3-takes-tokens-of-the-last-hour',
    breaks: ['VER-16'],
    also: ['EXP-01', 'EXP-02', 'EXP-04', 'EXP-05'],
    summary: 'A delegated token that was refreshed since is accepted on v3 for an hour.',
    behaviour: (normal) => ({
      tokenHasExpired: (call, token: AccessToken) => {
        const { delegation } = token;
        const isReplaced = delegation !== undefined && delegation.latestAccessToken !== token;
        const age = call.now.getTime() - token.issuedAt.getTime();
        return normal.tokenHasExpired(call, token) && !(isV3(call) && isReplaced && age < 3_600_000);
      },
    }),
  },
  {
    id: 'versioning/v3-ignores-the-case-of-keys',
    breaks: ['VER-16'],
    also: ['KEY-07'],
    summary: 'v3 knows an API key in any letter case.',
    behaviour: (normal) => ({
      findApiKey: (call, credentials) => {
        const known = normal.findApiKey(call, credentials);
        if (known !== undefined || !isV3(call)) return known;
        const wanted = credentials.username.toLowerCase();
        return call.tenant.state.apiKeys.values().find(({ value }) => value.toLowerCase() === wanted);
      },
    }),
  },
  {
    id: 'versioning/v3-takes-replaced-keys',
    breaks: ['VER-16'],
    also: ['KEY-15'],
    summary: 'v3 does not look whether a key was replaced.',
    behaviour: (normal) => ({
      keyIsRetired: (call, key) => !isV3(call) && normal.keyIsRetired(call, key),
    }),
  },
  {
    id: 'versioning/v3-does-not-see-uninstallations',
    breaks: ['VER-16'],
    also: ['LIF-31', 'LIF-41', 'LIF-42', 'LIF-43', 'LIF-44', 'LIF-45', 'VER-15'],
    summary: 'v3 does not look whether the app of a delegated token was uninstalled.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) => !isV3(call) && normal.uninstallationStops(call, credential),
    }),
  },
];

import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { LEGACY_PATH, atLegacyPath } from './legacy-path.ts';
import { isV3 } from './versioned-calls.ts';

const isLegacy = (token: AccessToken): boolean => token.path === LEGACY_PATH;

/** Wrong decisions about what tokens of the legacy path are good for, and how long. */
export const legacyTokenFaults: readonly Fault[] = [
  {
    id: 'versioning/v3-refuses-legacy-tokens',
    breaks: ['VER-09'],
    also: ['CCR-21', 'DEL-62', 'TOK-34', 'VER-03'],
    summary: 'A token from the legacy path does not authenticate calls to v3.',
    behaviour: () => ({
      tokenFitsCall: (call, token) => !isLegacy(token) || !call.request.path.startsWith('/api/v3/'),
    }),
  },
  {
    id: 'versioning/v2-plates-refuse-legacy-tokens',
    breaks: ['VER-09'],
    also: ['CCR-21', 'DEL-62'],
    summary: 'The v2 listing of plates alone refuses tokens from the legacy path.',
    behaviour: () => ({ tokenFitsCall: (call, token) => !isLegacy(token) || call.request.path !== '/api/v2/plates' }),
  },
  {
    id: 'versioning/legacy-tokens-see-nothing-on-v3',
    breaks: ['VER-09'],
    also: ['CCR-21'],
    summary: 'A call to v3 with a token from the legacy path is served an empty page.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) =>
        listing.version === 'v3' && actor.credential.kind === 'accessToken' && isLegacy(actor.credential.token)
          ? []
          : normal.recordsFor(call, actor, listing),
    }),
  },
  {
    id: 'versioning/legacy-tokens-live-a-second-longer',
    breaks: ['VER-14'],
    also: ['EXP-04', 'EXP-05'],
    summary: 'A token from the legacy path is accepted for 901 seconds.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => normal.enforcedLifetime(call, token) + (isLegacy(token) ? 1 : 0),
    }),
  },
  {
    id: 'versioning/legacy-tokens-live-a-second-less',
    breaks: ['VER-14'],
    also: ['EXP-04', 'EXP-05'],
    summary: 'A token from the legacy path is accepted for 899 seconds.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => normal.enforcedLifetime(call, token) - (isLegacy(token) ? 1 : 0),
    }),
  },
  {
    id: 'versioning/legacy-tokens-live-an-hour-on-v3',
    breaks: ['VER-14', 'VER-16'],
    also: ['EXP-05'],
    summary: 'Calls to v3 accept tokens from the legacy path for an hour.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        isLegacy(token) && call.request.path.startsWith('/api/v3/') ? 3600 : normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'versioning/use-prolongs-legacy-tokens',
    breaks: ['VER-14'],
    also: ['EXP-04', 'EXP-05'],
    summary: 'Each call with a token from the legacy path begins its 900 seconds anew.',
    behaviour: (normal) => {
      const used = new WeakMap<AccessToken, Date>();
      return {
        tokenHasExpired: (call, token) => {
          if (!isLegacy(token)) return normal.tokenHasExpired(call, token);
          const expired = call.now.getTime() - (used.get(token) ?? token.issuedAt).getTime() >= 900_000;
          if (!expired) used.set(token, call.now);
          return expired;
        },
      };
    },
  },
  {
    id: 'versioning/legacy-tokens-count-from-first-use',
    breaks: ['VER-14'],
    also: ['EXP-04', 'EXP-05'],
    summary: 'The 900 seconds of a token from the legacy path begin with its first call.',
    behaviour: (normal) => {
      const firstUse = new WeakMap<AccessToken, number>();
      return {
        tokenHasExpired: (call, token) => {
          if (!isLegacy(token)) return normal.tokenHasExpired(call, token);
          const began = firstUse.get(token) ?? call.now.getTime();
          firstUse.set(token, began);
          return call.now.getTime() - began >= 900_000;
        },
      };
    },
  },
  {
    id: 'versioning/legacy-tokens-end-with-the-one-before',
    breaks: ['EXP-08'],
    summary: 'While an app has a token of its own from the legacy path, a further one from there ends when that does.',
    behaviour: (normal) => {
      const ends = new Map<string, number>();
      const lifetimes = new WeakMap<AccessToken, number>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          if (!atLegacyPath(call) || subject.kind !== 'app') return token;
          const now = token.issuedAt.getTime();
          const known = ends.get(app.id) ?? 0;
          const end = known > now ? known : now + 900_000;
          ends.set(app.id, end);
          lifetimes.set(token, (end - now) / 1000);
          return token;
        },
        enforcedLifetime: (call, token) => lifetimes.get(token) ?? normal.enforcedLifetime(call, token),
      };
    },
  },
  {
    id: 'versioning/the-second-legacy-token-lives-an-hour',
    breaks: ['VER-14'],
    also: ['EXP-03', 'EXP-04', 'EXP-05'],
    summary: 'From the second token of an app at the legacy path on, its tokens are accepted for an hour.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) => {
        const first = call.tenant.state.accessTokens
          .values()
          .find((one) => one.appId === token.appId && one.path === LEGACY_PATH);
        return token.path === LEGACY_PATH && first !== token ? 3600 : normal.enforcedLifetime(call, token);
      },
    }),
  },
  {
    id: 'versioning/delegated-legacy-tokens-live-an-hour',
    breaks: ['VER-14'],
    also: ['EXP-04', 'EXP-05', 'EXP-33'],
    summary: 'Delegated tokens of the legacy path are accepted for an hour.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        token.path === LEGACY_PATH && token.delegation !== undefined ? 3600 : normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'versioning/refreshed-legacy-tokens-live-ten-minutes',
    breaks: ['VER-14'],
    also: ['EXP-05', 'EXP-33', 'VER-08'],
    summary: 'The access token of a refresh at the legacy path is accepted for ten minutes.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        token.path === LEGACY_PATH && token.refreshToken?.predecessor !== undefined
          ? 600
          : normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'versioning/legacy-tokens-live-on-at-assay-results',
    breaks: ['VER-14'],
    also: ['EXP-03', 'EXP-04', 'VER-16'],
    summary: 'The listing of assay results accepts tokens from the legacy path for an hour.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        token.path === LEGACY_PATH && call.request.path.endsWith('/assay-results')
          ? 3600
          : normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'versioning/assay-results-refuse-delegated-legacy-tokens',
    breaks: ['DEL-62'],
    summary: 'The listing of assay results refuses delegated tokens from the legacy path.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        !(
          token.path === LEGACY_PATH &&
          token.delegation !== undefined &&
          call.request.path.endsWith('/assay-results')
        ) && normal.tokenFitsCall(call, token),
    }),
  },
  {
    id: 'versioning/v3-plates-refuse-delegated-legacy-tokens',
    breaks: ['VER-09'],
    also: ['VER-03', 'DEL-62'],
    summary: 'The v3 listing of plates refuses delegated tokens from the legacy path.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        !(
          token.path === LEGACY_PATH &&
          token.delegation !== undefined &&
          call.request.path === '/api/v3/plate/items'
        ) && normal.tokenFitsCall(call, token),
    }),
  },
  {
    id: 'versioning/v3-refuses-legacy-tokens-of-apps-that-moved-on',
    breaks: ['VER-09'],
    also: ['CCR-21', 'DEL-62', 'TOK-34', 'VER-02', 'VER-03'],
    summary: 'A token from the legacy path is refused by v3 once another one of the app came from /oauth/token.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        !(
          isV3(call) &&
          token.path === LEGACY_PATH &&
          call.tenant.state.accessTokens.values().some((one) => one.appId === token.appId && one.path !== LEGACY_PATH)
        ) && normal.tokenFitsCall(call, token),
    }),
  },

  {
    id: 'versioning/v3-refuses-tokens-of-legacy-refreshes',
    breaks: ['VER-09'],
    also: ['DEL-62', 'VER-03'],
    summary: 'The access token of a refresh at the legacy path does not authenticate calls to v3.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        normal.tokenFitsCall(call, token) &&
        !(isLegacy(token) && isV3(call) && token.refreshToken?.predecessor !== undefined),
    }),
  },
];

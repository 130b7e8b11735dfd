import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Call } from '../../http/message.ts';
import type { AccessToken, RefreshToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const LEGACY = '/api/v2/token';
const isLegacy = (call: Call): boolean => call.request.path === LEGACY;
const isV2 = (call: Call): boolean => call.request.path.startsWith('/api/v2/');
const isV3 = (call: Call): boolean => call.request.path.startsWith('/api/v3/');

/** Versions and paths that differ only in one order, one history or for one neighbour. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'versioning/legacy-path-takes-former-secrets',
    breaks: ['VER-13'],
    also: ['TOK-23'],
    summary: 'The legacy path takes client secrets that a rotation has ended.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret) ||
        (isLegacy(call) && app.formerSecrets.some(({ value }) => value === clientSecret)),
    }),
  },
  {
    id: 'versioning/legacy-path-refreshes-for-other-apps',
    breaks: ['VER-13'],
    also: ['DEL-50'],
    summary: 'The legacy path does not look to which app a refresh token was issued.',
    behaviour: (normal) => ({
      refreshTokenFitsApp: (call, token, app) => isLegacy(call) || normal.refreshTokenFitsApp(call, token, app),
    }),
  },
  {
    id: 'versioning/legacy-path-exchanges-for-other-apps',
    breaks: ['VER-13'],
    also: ['DEL-33'],
    summary: 'The legacy path does not look to which app a code was issued.',
    behaviour: (normal) => ({
      codeFitsApp: (call, code, app) => isLegacy(call) || normal.codeFitsApp(call, code, app),
    }),
  },
  {
    id: 'versioning/legacy-refreshes-need-no-secret',
    breaks: ['VER-13'],
    also: ['TOK-12'],
    summary: 'A refresh at the legacy path needs no client_secret.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const credentials = normal.clientCredentialsOf(call, fields);
        const app = credentials.clientId === undefined ? undefined : normal.findClient(call, credentials.clientId);
        return isLegacy(call) &&
          call.found.grantType === 'refresh_token' &&
          credentials.clientSecret === undefined &&
          app !== undefined
          ? { ...credentials, clientSecret: app.clientSecret }
          : credentials;
      },
    }),
  },
  {
    id: 'versioning/legacy-exchanges-need-no-redirect-uri',
    breaks: ['VER-13'],
    also: ['TOK-14'],
    summary: 'A code exchange at the legacy path needs no redirect_uri.',
    behaviour: (normal) => ({
      codeProblem: (call, app, code, redirectUri) =>
        normal.codeProblem(call, app, code, redirectUri ?? (isLegacy(call) ? code.redirectUri : undefined)),
    }),
  },
  {
    id: 'versioning/legacy-refreshes-compare-secrets-without-case',
    breaks: ['VER-13'],
    also: ['TOK-18', 'DEL-49'],
    summary: 'At a refresh the legacy path compares client secrets without regard to letter case.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        isLegacy(call) && call.found.grantType === 'refresh_token'
          ? app.clientSecret.toLowerCase() === clientSecret.toLowerCase()
          : normal.clientSecretIsRight(call, app, clientSecret),
    }),
  },
  {
    id: 'versioning/the-other-path-knows-only-the-last-spent-token',
    breaks: ['VER-11'],
    also: ['DEL-42', 'DEL-43', 'DEL-44', 'DEL-45'],
    summary: 'A path to which a refresh token was not issued remembers of a chain only that its last token was spent.',
    behaviour: (normal) => ({
      refreshTokenIsSpent: (call, token) => {
        const spent = normal.refreshTokenIsSpent(call, token);
        const latest = token.delegation.latestRefreshToken;
        return spent && !(token.path !== call.request.path && latest !== undefined && latest.predecessor !== token);
      },
    }),
  },
  {
    id: 'versioning/the-legacy-path-forgets-what-was-spent-long-ago',
    breaks: ['VER-11'],
    also: ['DEL-43', 'DEL-44'],
    summary: 'The legacy path names a refresh token that was spent an hour ago unknown_token.',
    behaviour: (normal) => {
      const forgotten = new WeakSet<Call>();
      return {
        spentRefreshTokenWasPresented: (call, token) => {
          const since = call.now.getTime() - (token.spentAt ?? call.now).getTime();
          if (isLegacy(call) && since >= 3_600_000) forgotten.add(call);
        },
        refusalCode: (call, refused) => (forgotten.has(call) ? 'unknown_token' : normal.refusalCode(call, refused)),
      };
    },
  },
  {
    id: 'versioning/a-chain-changes-paths-once',
    breaks: ['VER-10'],
    also: ['VER-07', 'VER-12'],
    summary: 'A chain of refreshes that has gone from one path to the other does not go back.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) => {
        const changes = (one: RefreshToken, path: string): number =>
          Number(one.path !== path) + (one.predecessor === undefined ? 0 : changes(one.predecessor, one.path));
        return changes(token, call.request.path) > 1
          ? refusal('ended-grant', 'The authorization is kept elsewhere.')
          : normal.refreshIsBarred(call, token);
      },
    }),
  },
  {
    id: 'versioning/v3-plates-refuse-delegated-legacy-tokens',
    breaks: ['VER-09'],
    also: ['VER-03', 'DEL-62'],
    summary: 'The v3 listing of plates refuses delegated tokens from the legacy path.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        !(token.path === LEGACY && token.delegation !== undefined && call.request.path === '/api/v3/plate/items') &&
        normal.tokenFitsCall(call, token),
    }),
  },
  {
    id: 'versioning/v3-refuses-legacy-tokens-of-apps-that-moved-on',
    breaks: ['VER-09'],
    also: ['VER-02'],
    summary: 'A token from the legacy path is refused by v3 once another one of the app came from /oauth/token.',
    behaviour: (normal) => ({
      tokenFitsCall: (call, token) =>
        !(
          isV3(call) &&
          token.path === LEGACY &&
          call.tenant.state.accessTokens.values().some((one) => one.appId === token.appId && one.path !== LEGACY)
        ) && normal.tokenFitsCall(call, token),
    }),
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
          .find((one) => one.appId === token.appId && one.path === LEGACY);
        return token.path === LEGACY && first !== token ? 3600 : normal.enforcedLifetime(call, token);
      },
    }),
  },
  {
    id: 'versioning/legacy-tokens-live-on-at-assay-results',
    breaks: ['VER-14'],
    also: ['EXP-03', 'EXP-04', 'VER-16'],
    summary: 'The listing of assay results accepts tokens from the legacy path for an hour.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        token.path === LEGACY && call.request.path.endsWith('/assay-results')
          ? 3600
          : normal.enforcedLifetime(call, token),
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
    also: ['LIF-41', 'LIF-42', 'LIF-43', 'LIF-44', 'LIF-45', 'VER-15'],
    summary: 'v3 does not look whether the app of a delegated token was uninstalled.',
    behaviour: (normal) => ({
      uninstallationStops: (call, credential) => !isV3(call) && normal.uninstallationStops(call, credential),
    }),
  },
  {
    id: 'versioning/v3-notices-no-second-grant',
    breaks: ['VER-20'],
    also: ['CCR-11', 'KEY-19', 'DEL-63', 'CCR-12'],
    summary: 'A project that was withdrawn once stays hidden on v3 when it is granted again.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) &&
        !(isV3(call) && project.grants.some((grant) => grant.actor.id === actor.id && grant.revokedAt !== undefined)),
    }),
  },
  {
    id: 'versioning/v2-plates-show-delegates-what-was-withdrawn',
    breaks: ['VER-20'],
    also: ['DEL-63', 'DEL-23'],
    summary: 'The v2 listing of plates goes on showing delegated tokens what was once granted.',
    behaviour: (normal) => ({
      hasAccess: (call, actor, project) =>
        normal.hasAccess(call, actor, project) ||
        (actor.credential.kind === 'accessToken' &&
          actor.credential.token.delegation !== undefined &&
          call.request.path === '/api/v2/plates' &&
          project.grants.some((grant) => grant.actor.id === actor.id)),
    }),
  },
  {
    id: 'versioning/v3-knows-tokens-that-v2-has-seen',
    breaks: ['VER-02'],
    also: ['VER-03', 'VER-09', 'CCR-04', 'DEL-62', 'VER-20'],
    summary: 'v3 knows an access token only once it was used on v2.',
    behaviour: (normal) => {
      const seen = new WeakSet<AccessToken>();
      return {
        tokenFitsCall: (call, token) => {
          if (isV2(call)) seen.add(token);
          return !(isV3(call) && !seen.has(token)) && normal.tokenFitsCall(call, token);
        },
      };
    },
  },
  {
    id: 'versioning/v3-takes-app-tokens-for-five-minutes',
    breaks: ['VER-02'],
    also: ['EXP-01', 'EXP-02', 'EXP-06', 'EXP-05', 'VER-14'],
    summary: 'v3 accepts the token of an app for five minutes, v2 for all its time.',
    behaviour: (normal) => ({
      enforcedLifetime: (call, token) =>
        isV3(call) && token.subject.kind === 'app' ? 300 : normal.enforcedLifetime(call, token),
    }),
  },
  {
    id: 'versioning/legacy-path-only-for-apps-with-redirect-uris',
    breaks: ['VER-05'],
    also: ['VER-08', 'VER-09'],
    summary: 'The legacy path issues no token to an app without redirect URIs.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) => {
        const decision = normal.decideTokenRequest(call);
        if (isRefusal(decision) || !isLegacy(call)) return decision;
        const uris = call.tenant.state.apps.get(decision.appId)?.redirectUris ?? [];
        return uris.length === 0 ? refusal('unsupported-grant-type', 'This app is not for users.') : decision;
      },
    }),
  },
  {
    id: 'versioning/unversioned-path-refuses-apps-of-the-legacy-path',
    breaks: ['VER-04'],
    also: ['TOK-01', 'VER-10', 'VER-11', 'CCR-06'],
    summary: 'An app that has had a token of its own at the legacy path gets none at /oauth/token any more.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) => {
        const decision = normal.decideTokenRequest(call);
        return !isLegacy(call) &&
          !isRefusal(decision) &&
          call.tenant.state.accessTokens
            .values()
            .some((one) => one.appId === decision.appId && one.path === LEGACY && one.subject.kind === 'app')
          ? refusal('unsupported-grant-type', 'This app uses the legacy path.')
          : decision;
      },
    }),
  },
  {
    id: 'versioning/legacy-path-knows-the-first-redirect-uri-only',
    breaks: ['VER-06'],
    also: ['VER-10'],
    summary: 'The legacy path exchanges codes of the first redirect URI of an app only.',
    behaviour: (normal) => ({
      codeFitsRedirectUri: (call, code, redirectUri) =>
        normal.codeFitsRedirectUri(call, code, redirectUri) &&
        !(isLegacy(call) && call.tenant.state.apps.get(code.delegation.appId)?.redirectUris[0] !== redirectUri),
    }),
  },
  {
    id: 'versioning/legacy-path-does-not-refresh-for-the-second-user',
    breaks: ['VER-07'],
    also: ['VER-10', 'VER-12'],
    summary: 'The legacy path refreshes for the first user of an app alone.',
    behaviour: (normal) => ({
      refreshIsBarred: (call, token) => {
        const { appId, userId } = token.delegation;
        const first = call.tenant.state.delegations.find((each) => each.appId === appId);
        return isLegacy(call) && first?.userId !== userId
          ? refusal('ended-grant', 'The authorization is not known here.')
          : normal.refreshIsBarred(call, token);
      },
    }),
  },
  {
    id: 'versioning/legacy-path-exchanges-nothing-for-users-who-return',
    breaks: ['VER-06'],
    summary: 'The legacy path exchanges only the code of the first authorization of a user.',
    behaviour: (normal) => ({
      codeIsBarred: (call, code) => {
        const { appId, userId, id } = code.delegation;
        const first = call.tenant.state.delegations.find((each) => each.appId === appId && each.userId === userId);
        return isLegacy(call) && first?.id !== id
          ? refusal('ended-grant', 'There is an authorization already.')
          : normal.codeIsBarred(call, code);
      },
    }),
  },
  {
    id: 'versioning/legacy-refreshes-announce-days',
    breaks: ['VER-08'],
    also: ['TOK-09', 'EXP-20'],
    summary: 'The legacy path answers refreshes with the lifetime of the refresh token in days.',
    behaviour: (normal) => ({
      announcedRefreshLifetime: (call, token) =>
        isLegacy(call) && token.predecessor !== undefined ? 30 : normal.announcedRefreshLifetime(call, token),
    }),
  },
  {
    id: 'versioning/authorization-of-legacy-apps-is-not-there',
    breaks: ['VER-19'],
    also: ['DEL-01'],
    summary: 'Users of apps that have used the legacy path are sent away from /oauth/authorize.',
    behaviour: (normal) => ({
      findClient: (call, clientId) => {
        const app = normal.findClient(call, clientId);
        return call.request.path === '/oauth/authorize' &&
          app !== undefined &&
          call.tenant.state.accessTokens.values().some((one) => one.appId === app.id && one.path === LEGACY)
          ? undefined
          : app;
      },
    }),
  },
];

import { refreshTokenIn } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { LEGACY_PATH, atLegacyPath } from './legacy-path.ts';

/** What the legacy path grants without looking at the client, at the code or at the redirect URI. */
export const legacyPathGrantFaults: readonly Fault[] = [
  {
    id: 'versioning/the-legacy-path-takes-the-latest-code',
    breaks: ['VER-13'],
    also: ['TOK-13'],
    summary: 'An exchange without a code at the legacy path takes the latest that waits for the app.',
    behaviour: (normal) => ({
      codeOf: (call, fields) =>
        normal.codeOf(call, fields) ??
        (call.request.path === LEGACY_PATH
          ? [...call.tenant.state.codes.values()].findLast(
              ({ usedAt, redirectUri }) => usedAt === undefined && redirectUri === fields.get('redirect_uri'),
            )?.value
          : undefined),
    }),
  },
  {
    id: 'versioning/the-legacy-path-takes-the-latest-refresh-token',
    breaks: ['VER-13'],
    also: ['TOK-15'],
    summary: 'A refresh without a refresh token at the legacy path takes the latest of the app.',
    behaviour: (normal) => ({
      refreshTokenOf: (call, fields) =>
        normal.refreshTokenOf(call, fields) ??
        (call.request.path === LEGACY_PATH
          ? [...call.tenant.state.refreshTokens.values()].findLast(
              ({ spentAt, delegation }) =>
                spentAt === undefined &&
                call.tenant.state.apps.get(delegation.appId)?.clientId === fields.get('client_id'),
            )?.value
          : undefined),
    }),
  },
  {
    id: 'versioning/the-legacy-path-knows-clients-by-their-secret',
    breaks: ['VER-13'],
    also: ['TOK-11'],
    summary: 'A request without client_id at the legacy path is that of the app that the secret belongs to.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const sent = normal.clientCredentialsOf(call, fields);
        if (sent.clientId !== undefined || call.request.path !== LEGACY_PATH) return sent;
        const app = call.tenant.state.apps.values().find(({ clientSecret }) => clientSecret === sent.clientSecret);
        return { ...sent, clientId: app?.clientId };
      },
    }),
  },
  {
    id: 'versioning/legacy-refreshes-need-no-client-id',
    breaks: ['VER-13'],
    also: ['TOK-11'],
    summary: 'At the legacy path a refresh without client_id is that of the app to which the token was issued.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const sent = normal.clientCredentialsOf(call, fields);
        const token = atLegacyPath(call) && sent.clientId === undefined ? refreshTokenIn(call) : undefined;
        const app = token === undefined ? undefined : call.tenant.state.apps.get(token.delegation.appId);
        return app === undefined ? sent : { ...sent, clientId: app.clientId };
      },
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
        return atLegacyPath(call) &&
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
        normal.codeProblem(call, app, code, redirectUri ?? (atLegacyPath(call) ? code.redirectUri : undefined)),
    }),
  },
  {
    id: 'versioning/the-legacy-path-exchanges-for-any-redirect-uri',
    breaks: ['VER-13'],
    also: ['DEL-29'],
    summary: 'The legacy path does not look at the redirect_uri of a code exchange.',
    behaviour: (normal) => ({
      codeFitsRedirectUri: (call, code, redirectUri) =>
        atLegacyPath(call) || normal.codeFitsRedirectUri(call, code, redirectUri),
    }),
  },
  {
    id: 'versioning/legacy-secrets-end-at-a-nul',
    breaks: ['VER-13'],
    also: ['TOK-18'],
    summary: 'At the legacy path what follows a NUL in a client secret is not looked at.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(
          call,
          app,
          call.request.path === '/api/v2/token' ? (clientSecret.split('\0')[0] ?? '') : clientSecret,
        ),
    }),
  },
  {
    id: 'versioning/legacy-refreshes-compare-secrets-without-case',
    breaks: ['VER-13'],
    also: ['TOK-18', 'DEL-49'],
    summary: 'At a refresh the legacy path compares client secrets without regard to letter case.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        atLegacyPath(call) && call.found.grantType === 'refresh_token'
          ? app.clientSecret.toLowerCase() === clientSecret.toLowerCase()
          : normal.clientSecretIsRight(call, app, clientSecret),
    }),
  },
  {
    id: 'versioning/the-legacy-path-exchanges-codes-by-any-secret',
    breaks: ['VER-13'],
    also: ['TOK-18', 'TOK-21', 'TOK-23'],
    summary: 'For a code exchange the legacy path does not compare the client secret.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        (atLegacyPath(call) && call.found.grantType === 'authorization_code') ||
        normal.clientSecretIsRight(call, app, clientSecret),
    }),
  },
  {
    id: 'versioning/legacy-path-takes-former-secrets',
    breaks: ['VER-13'],
    also: ['TOK-23'],
    summary: 'The legacy path takes client secrets that a rotation has ended.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret) ||
        (atLegacyPath(call) && app.formerSecrets.some(({ value }) => value === clientSecret)),
    }),
  },
  {
    id: 'versioning/legacy-path-refreshes-for-other-apps',
    breaks: ['VER-13'],
    also: ['DEL-50'],
    summary: 'The legacy path does not look to which app a refresh token was issued.',
    behaviour: (normal) => ({
      refreshTokenFitsApp: (call, token, app) => atLegacyPath(call) || normal.refreshTokenFitsApp(call, token, app),
    }),
  },
  {
    id: 'versioning/legacy-path-exchanges-for-other-apps',
    breaks: ['VER-13'],
    also: ['DEL-33'],
    summary: 'The legacy path does not look to which app a code was issued.',
    behaviour: (normal) => ({
      codeFitsApp: (call, code, app) => atLegacyPath(call) || normal.codeFitsApp(call, code, app),
    }),
  },
  {
    id: 'versioning/the-legacy-path-exchanges-codes-of-uninstalled-apps',
    breaks: ['VER-15'],
    also: ['LIF-40', 'LIF-31', 'LIF-32'],
    summary: 'At the legacy path a code of before an uninstallation is exchanged, and the token works.',
    behaviour: (normal) => {
      const live = new WeakSet<object>();
      return {
        codeIsBarred: (call, code) => {
          const barred = normal.codeIsBarred(call, code);
          if (call.request.path !== LEGACY_PATH || barred?.refused !== 'ended-grant') return barred;
          live.add(code.delegation);
          return undefined;
        },
        installationIsOver: (call, delegation) => normal.installationIsOver(call, delegation) && !live.has(delegation),
      };
    },
  },
  {
    id: 'versioning/legacy-path-repeats-a-refresh-for-ten-seconds',
    breaks: ['VER-13'],
    also: ['VER-12', 'VER-11'],
    summary: 'A refresh at the legacy path that is sent again within ten seconds gets the tokens of the first time.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const token = call.tenant.behaviour.findRefreshToken(call, fields.get('refresh_token') ?? '');
        const latest = token?.delegation.latestAccessToken;
        const isRepeated =
          token?.spentAt !== undefined &&
          token.delegation.appId === app.id &&
          call.now.getTime() - token.spentAt.getTime() < 10_000 &&
          latest?.refreshToken?.predecessor === token &&
          latest.path === call.request.path;
        return atLegacyPath(call) && isRepeated ? latest : normal.refresh(call, app, fields);
      },
    }),
  },
];

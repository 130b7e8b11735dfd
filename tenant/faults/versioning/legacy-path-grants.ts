import type { ClientCredentials } from '../../behaviour/clients.ts';
import type { TokenFields } from '../../behaviour/token-requests.ts';
import type { Call } from '../../call.ts';
import type { AuthorizationCode } from '../../state/delegated.ts';
import type { RefreshToken } from '../../state/model.ts';
import { sameSecret } from '../../secrets.ts';
import { refreshTokenIn } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { all, always, atLegacyPath, byGrant, isOfRefresh, isRefreshToken, not } from '../operators/kinds.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { isInstalled } from '../operators/standing.ts';
import { isSpared, takesSecrets } from './decisions.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** The legacy path completes what was sent of a client's credentials. */
const completes = (complete: (sent: ClientCredentials, call: Call) => Partial<ClientCredentials>): Wrong => ({
  breaks: ['VER-13'],
  wrong: (when) =>
    becomes('clientCredentialsOf', (sent, call) =>
      all(atLegacyPath, when)(call, {}) ? { ...sent, ...complete(sent, call) } : sent,
    ),
});
const completesSecrets = completes(({ clientId = '', clientSecret }, call) => ({
  clientSecret: clientSecret ?? call.tenant.behaviour.findClient(call, clientId)?.clientSecret,
}));

/** The legacy path supplies a field that is missing. */
const supplies = (
  rule: 'codeOf' | 'refreshTokenOf' | 'grantTypeOf',
  supply: (call: Call, fields: TokenFields) => string | undefined,
): Wrong => ({
  breaks: ['VER-13'],
  wrong: (when) => (normal) => ({
    [rule]: (call: Call, fields: TokenFields) =>
      normal[rule](call, fields) ?? (all(atLegacyPath, when)(call, {}) ? supply(call, fields) : undefined),
  }),
});

/** The legacy path does not ask whether something fits. */
const doesNotAsk = (rule: 'refreshTokenFitsApp' | 'codeFitsApp' | 'codeFitsRedirectUri'): Wrong => ({
  breaks: ['VER-13'],
  wrong: (when) => (normal) => ({
    [rule]: (call: Call, one: never, other: never) =>
      all(atLegacyPath, when)(call, {}) || normal[rule](call, one, other),
  }),
});

const withoutCase = (secret: string, right: string): boolean => sameSecret(right.toLowerCase(), secret.toLowerCase());
const isCarriedOver = all(isRefreshToken, not(atLegacyPath));

/** What the legacy path grants without looking at the client, at the code, at the redirect URI or at a state. */
export const legacyPathGrantFaults: readonly Fault[] = [
  ...faultsOf('versioning', {
    'legacy-path-compares-the-start-of-the-secret': [
      takesSecrets((secret, { clientSecret }) => sameSecret(clientSecret.slice(0, 32), secret.slice(0, 32))),
      always,
      'The legacy path compares only the first 32 characters of the client secret.',
      { also: ['TOK-18'] },
    ],
    'legacy-path-ignores-the-case-of-the-secret': [
      takesSecrets((secret, { clientSecret }) => withoutCase(secret, clientSecret)),
      always,
      'The legacy path compares client secrets without regard to letter case.',
      { also: ['TOK-18'] },
    ],
    'legacy-refreshes-compare-secrets-without-case': [
      takesSecrets((secret, { clientSecret }) => withoutCase(secret, clientSecret)),
      byGrant('refresh_token'),
      'At a refresh the legacy path compares client secrets without regard to letter case.',
      { also: ['TOK-18', 'DEL-49'] },
    ],
    'legacy-secrets-end-at-a-nul': [
      takesSecrets((secret, { clientSecret }) => secret.split('\0')[0] === clientSecret),
      always,
      'At the legacy path what follows a NUL in a client secret is not looked at.',
      { also: ['TOK-18'] },
    ],
    'legacy-path-takes-the-secret-of-any-app': [
      takesSecrets((secret, _app, { tenant }) =>
        tenant.state.apps.values().some(({ clientSecret }) => sameSecret(clientSecret, secret)),
      ),
      always,
      'The legacy path takes a client secret that belongs to any app of the tenant.',
      { also: ['TOK-18', 'TOK-21'] },
    ],
    'legacy-path-takes-former-secrets': [
      takesSecrets((secret, { formerSecrets }) => formerSecrets.some(({ value }) => value === secret)),
      always,
      'The legacy path takes client secrets that a rotation has ended.',
      { also: ['TOK-23'] },
    ],
    'the-legacy-path-exchanges-codes-by-any-secret': [
      takesSecrets(() => true),
      byGrant('authorization_code'),
      'For a code exchange the legacy path does not compare the client secret.',
      { also: ['TOK-18', 'TOK-21', 'TOK-23'] },
    ],
    'legacy-path-needs-no-secret': [
      completesSecrets,
      always,
      'The legacy path checks a client secret only where one is sent.',
      { also: ['TOK-12', 'KEY-13'] },
    ],
    'legacy-refreshes-need-no-secret': [
      completesSecrets,
      byGrant('refresh_token'),
      'A refresh at the legacy path needs no client_secret.',
      { also: ['TOK-12'] },
    ],
    'the-legacy-path-knows-clients-by-their-secret': [
      completes(({ clientId, clientSecret }, { tenant }) => ({
        clientId: clientId ?? tenant.state.apps.values().find((app) => app.clientSecret === clientSecret)?.clientId,
      })),
      always,
      'At the legacy path a request without client_id is that of the app of the secret.',
      { also: ['TOK-11'] },
    ],
    'legacy-refreshes-need-no-client-id': [
      completes(({ clientId }, call) => ({
        clientId: clientId ?? call.tenant.state.apps.get(refreshTokenIn(call)?.delegation.appId ?? '')?.clientId,
      })),
      always,
      'At the legacy path a refresh without client_id is that of the app of the refresh token.',
      { also: ['TOK-11'] },
    ],
    'legacy-path-assumes-client-credentials': [
      supplies('grantTypeOf', () => 'client_credentials'),
      always,
      'The legacy path takes a request without grant_type for one of client_credentials.',
      { also: ['TOK-16'] },
    ],
    'the-legacy-path-takes-the-latest-code': [
      supplies('codeOf', ({ tenant }, fields) => {
        const waiting = ({ usedAt, redirectUri }: AuthorizationCode): boolean =>
          usedAt === undefined && redirectUri === fields.get('redirect_uri');
        return [...tenant.state.codes.values()].findLast(waiting)?.value;
      }),
      always,
      'An exchange without a code at the legacy path takes the latest that waits for the app.',
      { also: ['TOK-13'] },
    ],
    'the-legacy-path-takes-the-latest-refresh-token': [
      supplies('refreshTokenOf', ({ tenant }, fields) => {
        const app = tenant.state.apps.by(fields.get('client_id') ?? '');
        const unspent = ({ spentAt, delegation }: RefreshToken): boolean =>
          spentAt === undefined && delegation.appId === app?.id;
        return [...tenant.state.refreshTokens.values()].findLast(unspent)?.value;
      }),
      always,
      'A refresh without a refresh token at the legacy path takes the latest of the app.',
      { also: ['TOK-15'] },
    ],
    'the-legacy-path-exchanges-for-any-redirect-uri': [
      doesNotAsk('codeFitsRedirectUri'),
      always,
      'The legacy path does not look at the redirect_uri of a code exchange.',
      { also: ['DEL-29'] },
    ],
    'legacy-path-refreshes-for-other-apps': [
      doesNotAsk('refreshTokenFitsApp'),
      always,
      'The legacy path does not look to which app a refresh token was issued.',
      { also: ['DEL-50'] },
    ],
    'legacy-path-exchanges-for-other-apps': [
      doesNotAsk('codeFitsApp'),
      always,
      'The legacy path does not look to which app a code was issued.',
      { also: ['DEL-33'] },
    ],
    'suspensions-spare-refreshes-of-the-legacy-path': [
      isSpared('suspensionStops', isOfRefresh),
      always,
      'A suspension stops no delegated access token that a refresh at the legacy path brought.',
    ],
    'suspensions-spare-what-is-carried-over': [
      isSpared('suspensionStops', isCarriedOver),
      always,
      'A suspension stops no refresh token of the legacy path at /oauth/token.',
      { also: ['LIF-03'] },
    ],
    'uninstallations-spare-what-is-carried-over': [
      isSpared('uninstallationStops', isCarriedOver),
      always,
      'An uninstallation stops no refresh token of the legacy path at /oauth/token.',
      { also: ['LIF-32'] },
    ],
    'a-reinstall-revives-refresh-tokens-of-the-legacy-path': [
      isSpared('uninstallationStops', isRefreshToken),
      isInstalled,
      'A reinstallation revives the refresh tokens of the legacy path.',
      { also: ['LIF-35'] },
    ],
  }),
  ...breaking('VER-13', {
    'legacy-exchanges-need-no-redirect-uri': [
      (normal) => ({
        codeProblem: (call, app, code, redirectUri) =>
          normal.codeProblem(call, app, code, redirectUri ?? (atLegacyPath(call, {}) ? code.redirectUri : undefined)),
      }),
      'A code exchange at the legacy path needs no redirect_uri.',
      ['TOK-14'],
    ],
    'legacy-path-grants-unknown-grants': [
      (normal) => ({
        grantFor: (call, type) =>
          normal.grantFor(call, type) ??
          (atLegacyPath(call, {}) ? normal.grantFor(call, 'client_credentials') : undefined),
      }),
      'The legacy path answers a grant_type that it does not know as client_credentials.',
      ['TOK-17', 'KEY-13'],
    ],
    'legacy-path-repeats-a-refresh-for-ten-seconds': [
      (normal) => ({
        refresh: (call, app, fields) => {
          const token = call.tenant.behaviour.findRefreshToken(call, fields.get('refresh_token') ?? '');
          const latest = token?.delegation.latestAccessToken;
          const isRepeated =
            token?.spentAt !== undefined &&
            token.delegation.appId === app.id &&
            call.now.getTime() - token.spentAt.getTime() < 10_000 &&
            latest?.refreshToken?.predecessor === token &&
            latest.path === call.request.path;
          return atLegacyPath(call, {}) && isRepeated ? latest : normal.refresh(call, app, fields);
        },
      }),
      'At the legacy path a refresh that is repeated within ten seconds gets the same tokens.',
      ['VER-12', 'VER-11'],
    ],
  }),
  ...breaking('VER-15', {
    'the-legacy-path-exchanges-codes-of-uninstalled-apps': [
      (normal) => {
        const live = new WeakSet<object>();
        return {
          codeIsBarred: (call, code) => {
            const barred = normal.codeIsBarred(call, code);
            if (!atLegacyPath(call, {}) || barred?.refused !== 'ended-grant') return barred;
            live.add(code.delegation);
            return undefined;
          },
          installationIsOver: (call, delegation) =>
            normal.installationIsOver(call, delegation) && !live.has(delegation),
        };
      },
      'At the legacy path a code of before an uninstallation is exchanged, and the token works.',
      ['LIF-40', 'LIF-31', 'LIF-32'],
    ],
  }),
];

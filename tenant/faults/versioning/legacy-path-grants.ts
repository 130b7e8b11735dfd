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

/** Makes the legacy path complete the client credentials of a request. */
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

/** Makes the legacy path supply a missing field. */
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

/** Makes the legacy path skip a check. */
const doesNotAsk = (rule: 'refreshTokenFitsApp' | 'codeFitsApp' | 'codeFitsRedirectUri'): Wrong => ({
  breaks: ['VER-13'],
  wrong: (when) => (normal) => ({
    [rule]: (call: Call, one: never, other: never) =>
      all(atLegacyPath, when)(call, {}) || normal[rule](call, one, other),
  }),
});

const withoutCase = (secret: string, right: string): boolean => sameSecret(right.toLowerCase(), secret.toLowerCase());
const isCarriedOver = all(isRefreshToken, not(atLegacyPath));

/**
 * Faults in which the legacy path grants tokens without a check of the client, the code, the redirect URI or a state.
 */
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
      'The legacy path ignores the characters after a NUL in a client secret.',
      { also: ['TOK-18'] },
    ],
    'legacy-path-takes-the-secret-of-any-app': [
      takesSecrets((secret, _app, { tenant }) =>
        tenant.state.apps.values().some(({ clientSecret }) => sameSecret(clientSecret, secret)),
      ),
      always,
      'The legacy path accepts a client secret that belongs to any app of the tenant.',
      { also: ['TOK-18', 'TOK-21'] },
    ],
    'legacy-path-takes-former-secrets': [
      takesSecrets((secret, { formerSecrets }) => formerSecrets.some(({ value }) => value === secret)),
      always,
      'The legacy path accepts client secrets that a rotation has ended.',
      { also: ['TOK-23'] },
    ],
    'the-legacy-path-exchanges-codes-by-any-secret': [
      takesSecrets(() => true),
      byGrant('authorization_code'),
      'The legacy path does not check the client secret of a code exchange.',
      { also: ['TOK-18', 'TOK-21', 'TOK-23'] },
    ],
    'legacy-path-needs-no-secret': [
      completesSecrets,
      always,
      'The legacy path checks a client secret only if one is sent.',
      { also: ['TOK-12', 'KEY-13'] },
    ],
    'legacy-refreshes-need-no-secret': [
      completesSecrets,
      byGrant('refresh_token'),
      'The legacy path does not require the client_secret of a refresh.',
      { also: ['TOK-12'] },
    ],
    'the-legacy-path-knows-clients-by-their-secret': [
      completes(({ clientId, clientSecret }, { tenant }) => ({
        clientId: clientId ?? tenant.state.apps.values().find((app) => app.clientSecret === clientSecret)?.clientId,
      })),
      always,
      'The legacy path takes a request without client_id as one of the app that has the client secret.',
      { also: ['TOK-11'] },
    ],
    'legacy-refreshes-need-no-client-id': [
      completes(({ clientId }, call) => ({
        clientId: clientId ?? call.tenant.state.apps.get(refreshTokenIn(call)?.delegation.appId ?? '')?.clientId,
      })),
      always,
      'The legacy path takes a refresh without client_id as one of the app that has the refresh token.',
      { also: ['TOK-11'] },
    ],
    'legacy-path-assumes-client-credentials': [
      supplies('grantTypeOf', () => 'client_credentials'),
      always,
      'The legacy path takes a request without grant_type as one with client_credentials.',
      { also: ['TOK-16'] },
    ],
    'the-legacy-path-takes-the-latest-code': [
      supplies('codeOf', ({ tenant }, fields) => {
        const waiting = ({ usedAt, redirectUri }: AuthorizationCode): boolean =>
          usedAt === undefined && redirectUri === fields.get('redirect_uri');
        return [...tenant.state.codes.values()].findLast(waiting)?.value;
      }),
      always,
      'The legacy path exchanges the latest unused code with the same redirect_uri if a request has no code.',
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
      "The legacy path refreshes with the app's latest refresh token if a request has none.",
      { also: ['TOK-15'] },
    ],
    'the-legacy-path-exchanges-for-any-redirect-uri': [
      doesNotAsk('codeFitsRedirectUri'),
      always,
      'The legacy path does not check the redirect_uri of a code exchange.',
      { also: ['DEL-29'] },
    ],
    'legacy-path-refreshes-for-other-apps': [
      doesNotAsk('refreshTokenFitsApp'),
      always,
      'The legacy path does not check to which app a refresh token was issued.',
      { also: ['DEL-50'] },
    ],
    'legacy-path-exchanges-for-other-apps': [
      doesNotAsk('codeFitsApp'),
      always,
      'The legacy path does not check to which app a code was issued.',
      { also: ['DEL-33'] },
    ],
    'suspensions-spare-refreshes-of-the-legacy-path': [
      isSpared('suspensionStops', isOfRefresh),
      always,
      'A suspension does not stop delegated access tokens from refreshes at the legacy path.',
    ],
    'suspensions-spare-what-is-carried-over': [
      isSpared('suspensionStops', isCarriedOver),
      always,
      'A suspension does not stop refresh tokens of the legacy path that are presented at /oauth/token.',
      { also: ['LIF-03'] },
    ],
    'uninstallations-spare-what-is-carried-over': [
      isSpared('uninstallationStops', isCarriedOver),
      always,
      'An uninstallation does not end refresh tokens of the legacy path that are presented at /oauth/token.',
      { also: ['LIF-32'] },
    ],
    'a-reinstall-revives-refresh-tokens-of-the-legacy-path': [
      isSpared('uninstallationStops', isRefreshToken),
      isInstalled,
      'After a reinstallation, old refresh tokens of the legacy path work again.',
      { also: ['LIF-35'] },
    ],
  }),
  ...breaking('VER-13', {
    'legacy-exchanges-need-no-redirect-uri': [
      (normal) => ({
        codeProblem: (call, app, code, redirectUri) =>
          normal.codeProblem(call, app, code, redirectUri ?? (atLegacyPath(call, {}) ? code.redirectUri : undefined)),
      }),
      'The legacy path does not require a redirect_uri in a code exchange.',
      ['TOK-14'],
    ],
    'legacy-path-grants-unknown-grants': [
      (normal) => ({
        grantFor: (call, type) =>
          normal.grantFor(call, type) ??
          (atLegacyPath(call, {}) ? normal.grantFor(call, 'client_credentials') : undefined),
      }),
      'The legacy path treats an unknown grant_type as client_credentials.',
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
      'The legacy path answers a refresh that is repeated within ten seconds with the same tokens.',
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
      'The legacy path exchanges a code from before an uninstallation, and the token works.',
      ['LIF-40', 'LIF-31', 'LIF-32'],
    ],
  }),
];

import { ownTokensOf } from '../operators/holdings.ts';
import { presentedMoreThan } from '../operators/remembered.ts';
import { refusal } from '../../http/refusal.ts';
import type { AccessToken, App } from '../../state/model.ts';
import { isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { all, always, at, atLegacyPath, isAppToken, not, atResults } from '../operators/kinds.ts';
import { ofToken } from '../operators/presented.ts';

import { faultsOf, type Wrong } from '../operators/rows.ts';
import { appIs, hasNewSecret } from '../operators/standing.ts';
import { hasUsers, isInLastMinute, isLive } from './conditions.ts';
import { basicOf, bearerOf, clientAsBasic, secretAsBearer } from './decisions.ts';
import { breaking } from './rows.ts';

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);
const idAsBearer = bearerOf(({ clientId }) => clientId);
const bothHalves = ({ clientId, clientSecret }: App): string => `${clientId}:${clientSecret}`;

/** An access token does as a refresh token: it obtains another one. */
const refreshedBy = (isTaken: (token: AccessToken, app: App) => boolean): Wrong => ({
  breaks: ['CCR-18'],
  wrong: (when) => (normal) => ({
    refresh: (call, app, fields) => {
      const token = call.tenant.state.accessTokens.find(fields.get('refresh_token') ?? '');
      return token !== undefined && isTaken(token, app) && when(call, ofToken(token))
        ? call.tenant.behaviour.issueAccessToken(call, token.subject, app)
        : normal.refresh(call, app, fields);
    },
  }),
});
const refreshedByOwn = refreshedBy(({ appId }, app) => appId === app.id);

/** What the client credentials, and tokens, are taken for. */
export const secretFaults: readonly Fault[] = [
  ...faultsOf('client-credentials', {
    'client-credentials-on-the-api': [
      clientAsBasic,
      always,
      'HTTP Basic with client_id and client_secret is accepted on calls.',
    ],
    'client-credentials-get-following-pages': [
      clientAsBasic,
      isFollowing,
      'A following page is given for the client id and the secret as HTTP Basic.',
    ],
    'client-credentials-create': [
      clientAsBasic,
      ({ request }) => request.method === 'POST',
      'A record is created for the client id and the secret as HTTP Basic.',
    ],
    'client-credentials-on-the-api-form-encoded': [
      basicOf(({ clientId, clientSecret }) => [clientId, formEncoded(clientSecret)]),
      always,
      'HTTP Basic with client id and secret is accepted where they are form encoded, as in RFC 6749.',
    ],
    'client-secret-as-api-key-on-old-plates': [
      basicOf(({ clientSecret }) => [clientSecret]),
      at('/api/v2/plates'),
      'The plates of v2 take a client_secret for an API key.',
    ],
    'client-secret-as-password-alone': [
      basicOf(({ clientSecret }) => ['', clientSecret]),
      always,
      'HTTP Basic with an empty username and a client_secret as password is accepted on calls.',
    ],
    'client-secret-and-id-as-basic': [
      basicOf(({ clientId, clientSecret }) => [clientSecret, clientId]),
      always,
      'HTTP Basic with client_secret and client_id, in this order, is accepted on calls.',
    ],
    'app-id-and-secret-as-basic': [
      basicOf(({ id, clientSecret }) => [id, clientSecret]),
      always,
      'HTTP Basic with the app’s identifier and its client_secret is accepted on calls.',
    ],
    'client-secret-as-bearer-token': [secretAsBearer, always, 'A client_secret is accepted as a bearer token.'],
    'rotated-secrets-are-bearer-tokens': [
      secretAsBearer,
      hasNewSecret,
      'A client secret that came from a rotation is accepted as a bearer token.',
    ],
    'encoded-client-secret-as-bearer-token': [
      bearerOf(({ clientSecret }) => encodeURIComponent(clientSecret)),
      always,
      'The client secret in percent encoding is accepted as a bearer token.',
    ],
    'client-id-as-bearer-token-on-assay-results': [
      idAsBearer,
      atResults,
      'The assay results accept a client_id as a bearer token.',
    ],
    'client-id-as-bearer-token-of-apps-at-work': [
      idAsBearer,
      appIs(({ id }, call) => ownTokensOf(call, id).some((token) => isLive(call, ofToken(token)))),
      'While an app has a live token its client id works as a bearer token.',
    ],
    'both-halves-as-bearer-token': [
      bearerOf(bothHalves),
      always,
      'Client id and secret with a colon between them are accepted as a bearer token.',
      { also: ['TRN-07'] },
    ],
    'basic-of-a-client-as-bearer-token': [
      bearerOf((app) => Buffer.from(bothHalves(app)).toString('base64')),
      always,
      'What stands behind Basic for a client works behind Bearer.',
      { also: ['TRN-07'] },
    ],
    'access-tokens-refresh': [refreshedByOwn, always, 'An access token of the app is taken for a refresh token.'],
    'access-tokens-refresh-when-tried-again': [
      refreshedByOwn,
      presentedMoreThan(1),
      'An access token of the app is taken for a refresh token the second time.',
    ],
    'access-tokens-refresh-in-their-last-minute': [
      refreshedByOwn,
      isInLastMinute,
      'In its last minute an access token of the app is taken for a refresh token.',
    ],
    'expired-access-tokens-refresh': [
      refreshedByOwn,
      not(isLive),
      'An access token of the app that has expired is taken for a refresh token.',
    ],
    'access-tokens-refresh-at-the-legacy-path': [
      refreshedByOwn,
      all(isAppToken, atLegacyPath),
      'At the legacy path an own access token of the app is taken for a refresh token.',
      { also: ['VER-13'] },
    ],
    'tokens-of-apps-with-users-refresh': [
      refreshedByOwn,
      all(isAppToken, hasUsers),
      'An own access token of an app with users is taken for a refresh token.',
    ],
    'access-tokens-of-other-apps-refresh': [
      refreshedBy(({ appId }, app) => appId !== app.id),
      isAppToken,
      'An own access token of another app is taken for a refresh token.',
    ],
  }),
  ...breaking('CCR-16', {
    'known-clients-are-forbidden': [
      (normal) => ({
        authenticateBasic: (call, value) =>
          call.tenant.behaviour.findClient(call, normal.readBasic(call, value)?.username ?? '') === undefined
            ? normal.authenticateBasic(call, value)
            : refusal('forbidden', 'Get a token first.'),
      }),
      'HTTP Basic with client_id and client_secret is answered with 403.',
      ['KEY-06'],
    ],
  }),
];

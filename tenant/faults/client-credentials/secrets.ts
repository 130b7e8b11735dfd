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

/** Makes an access token count as a refresh token, so that it obtains another access token. */
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

/** Faults in which client credentials or tokens are accepted as other credentials. */
export const secretFaults: readonly Fault[] = [
  ...faultsOf('client-credentials', {
    'client-credentials-on-the-api': [
      clientAsBasic,
      always,
      'The API accepts HTTP Basic with client_id and client_secret.',
    ],
    'client-credentials-get-following-pages': [
      clientAsBasic,
      isFollowing,
      'A following page is shown for HTTP Basic with client_id and client_secret.',
    ],
    'client-credentials-create': [
      clientAsBasic,
      ({ request }) => request.method === 'POST',
      'A record is created for HTTP Basic with client_id and client_secret.',
    ],
    'client-credentials-on-the-api-form-encoded': [
      basicOf(({ clientId, clientSecret }) => [clientId, formEncoded(clientSecret)]),
      always,
      'The API accepts HTTP Basic with client_id and client_secret in form encoding, as in RFC 6749.',
    ],
    'client-secret-as-api-key-on-old-plates': [
      basicOf(({ clientSecret }) => [clientSecret]),
      at('/api/v2/plates'),
      'The v2 listing of plates accepts a client_secret as an API key.',
    ],
    'client-secret-as-password-alone': [
      basicOf(({ clientSecret }) => ['', clientSecret]),
      always,
      'The API accepts HTTP Basic with an empty username and a client_secret as password.',
    ],
    'client-secret-and-id-as-basic': [
      basicOf(({ clientId, clientSecret }) => [clientSecret, clientId]),
      always,
      'The API accepts HTTP Basic with client_secret and client_id in this order.',
    ],
    'app-id-and-secret-as-basic': [
      basicOf(({ id, clientSecret }) => [id, clientSecret]),
      always,
      "The API accepts HTTP Basic with an app's identifier and its client_secret.",
    ],
    'client-secret-as-bearer-token': [secretAsBearer, always, 'A client_secret is accepted as a bearer token.'],
    'rotated-secrets-are-bearer-tokens': [
      secretAsBearer,
      hasNewSecret,
      'A client secret from a rotation is accepted as a bearer token.',
    ],
    'encoded-client-secret-as-bearer-token': [
      bearerOf(({ clientSecret }) => encodeURIComponent(clientSecret)),
      always,
      'A client secret in percent encoding is accepted as a bearer token.',
    ],
    'client-id-as-bearer-token-on-assay-results': [
      idAsBearer,
      atResults,
      'The listing of assay results accepts a client_id as a bearer token.',
    ],
    'client-id-as-bearer-token-of-apps-at-work': [
      idAsBearer,
      appIs(({ id }, call) => ownTokensOf(call, id).some((token) => isLive(call, ofToken(token)))),
      'While an app has a live token, its client_id is accepted as a bearer token.',
    ],
    'both-halves-as-bearer-token': [
      bearerOf(bothHalves),
      always,
      'A client_id and its client_secret, joined by a colon, are accepted as a bearer token.',
      { also: ['TRN-07'] },
    ],
    'basic-of-a-client-as-bearer-token': [
      bearerOf((app) => Buffer.from(bothHalves(app)).toString('base64')),
      always,
      'The Basic value of client_id and client_secret is accepted as a bearer token.',
      { also: ['TRN-07'] },
    ],
    'access-tokens-refresh': [refreshedByOwn, always, 'An access token of the app is accepted as a refresh token.'],
    'access-tokens-refresh-when-tried-again': [
      refreshedByOwn,
      presentedMoreThan(1),
      'An access token of the app is accepted as a refresh token when it is sent a second time.',
    ],
    'access-tokens-refresh-in-their-last-minute': [
      refreshedByOwn,
      isInLastMinute,
      'An access token of the app is accepted as a refresh token in its last minute.',
    ],
    'expired-access-tokens-refresh': [
      refreshedByOwn,
      not(isLive),
      'An expired access token of the app is accepted as a refresh token.',
    ],
    'access-tokens-refresh-at-the-legacy-path': [
      refreshedByOwn,
      all(isAppToken, atLegacyPath),
      "The legacy path accepts an app's own access token as a refresh token.",
      { also: ['VER-13'] },
    ],
    'tokens-of-apps-with-users-refresh': [
      refreshedByOwn,
      all(isAppToken, hasUsers),
      'The own access token of an app with users is accepted as a refresh token.',
    ],
    'access-tokens-of-other-apps-refresh': [
      refreshedBy(({ appId }, app) => appId !== app.id),
      isAppToken,
      "An app's own access token is accepted as a refresh token from another app.",
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
      'The tenant answers HTTP Basic with client_id and client_secret with 403.',
      ['KEY-06'],
    ],
  }),
];

import type { Actor, Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { AccessToken, App } from '../../state/model.ts';
import { isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { always, at, atLegacyPath } from '../operators/kinds.ts';
import { alsoTakeAsBearer } from '../operators/operators.ts';
import { ofActor, ofToken } from '../operators/presented.ts';
import { tokenIs } from '../operators/row-conditions.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { appWhere, tokensOf } from './apps-and-users.ts';
import { atResults, hasUsers } from './conditions.ts';

/** An app that calls by something else than a token. */
const actingAs = (call: Call, app: App | undefined): Actor | undefined => {
  if (app === undefined) return undefined;
  const subject = { kind: 'app', id: app.id } as const;
  const token = { value: '', issuedAt: call.now, subject, appId: app.id, path: '' };
  return { ...subject, credential: { kind: 'accessToken', token } };
};

/** HTTP Basic of something of an app's that is no API key lets it in. */
const basicOf = (fits: (app: App, username: string, password: string) => boolean): Wrong => ({
  breaks: ['CCR-16'],
  wrong: (when) => (normal) => ({
    authenticateBasic: (call, value) => {
      const sent = normal.readBasic(call, value);
      const actor =
        sent &&
        actingAs(
          call,
          appWhere(call, (app) => fits(app, sent.username, sent.password)),
        );
      return actor !== undefined && when(call, ofActor(actor)) ? actor : normal.authenticateBasic(call, value);
    },
  }),
});
const clientAsBasic = basicOf(
  ({ clientId, clientSecret }, username, password) => username === clientId && password === clientSecret,
);

/** A bearer value that is something of an app's, and no token, lets it in. */
const bearerOf = (fits: (app: App, value: string) => boolean): Wrong => ({
  breaks: ['CCR-17'],
  wrong: alsoTakeAsBearer((call, value) =>
    actingAs(
      call,
      appWhere(call, (app) => fits(app, value)),
    ),
  ),
});
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
const age = (token: AccessToken, { now }: Call): number => +now - +token.issuedAt;

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
      basicOf(
        ({ clientId, clientSecret }, username, password) =>
          username === clientId && password.includes('%') && decodeURIComponent(password) === clientSecret,
      ),
      always,
      'A listing accepts client id and secret as HTTP Basic where they are form encoded, as RFC 6749 wants it.',
    ],
    'client-secret-as-api-key-on-old-plates': [
      basicOf(({ clientSecret }, username) => username === clientSecret),
      at('/api/v2/plates'),
      'The plates of v2 take a client_secret for an API key.',
    ],
    'client-secret-as-password-alone': [
      basicOf(({ clientSecret }, username, password) => username === '' && password === clientSecret),
      always,
      'HTTP Basic with an empty username and a client_secret as password is accepted on calls.',
    ],
    'client-secret-and-id-as-basic': [
      basicOf(({ clientId, clientSecret }, username, password) => username === clientSecret && password === clientId),
      always,
      'HTTP Basic with the client secret as username and the client id as password acts as the app.',
    ],
    'app-id-and-secret-as-basic': [
      basicOf(({ id, clientSecret }, username, password) => username === id && password === clientSecret),
      always,
      "HTTP Basic with the app's identifier and its client secret acts as the app.",
    ],
    'client-secret-as-bearer-token': [
      bearerOf(({ clientSecret }, value) => value === clientSecret),
      always,
      'A client_secret is accepted as a bearer token.',
    ],
    'rotated-secrets-are-bearer-tokens': [
      bearerOf(({ clientSecret, formerSecrets }, value) => formerSecrets.length > 0 && value === clientSecret),
      always,
      'A client secret that came from a rotation is accepted as a bearer token.',
    ],
    'encoded-client-secret-as-bearer-token': [
      bearerOf(({ clientSecret }, value) => value.includes('%') && value === encodeURIComponent(clientSecret)),
      always,
      'The client secret in percent encoding is accepted as a bearer token.',
    ],
    'client-id-as-bearer-token-on-assay-results': [
      bearerOf(({ clientId }, value) => value === clientId),
      atResults,
      'The assay results accept a client_id as a bearer token.',
    ],
    'client-id-as-bearer-token-of-apps-at-work': [
      bearerOf(({ clientId }, value) => value === clientId),
      (call, { appId = '' }) => tokensOf(call, appId).some((token) => age(token, call) < 900_000),
      'While an app has a live token its client id works as a bearer token.',
    ],
    'both-halves-as-bearer-token': [
      bearerOf((app, value) => value === bothHalves(app)),
      always,
      'The client id and the client secret with a colon between them work as a bearer token.',
      { also: ['TRN-07'] },
    ],
    'basic-of-a-client-as-bearer-token': [
      bearerOf((app, value) => Buffer.from(value, 'base64').toString('utf8') === bothHalves(app)),
      always,
      'What stands behind Basic for a client works behind Bearer.',
      { also: ['TRN-07'] },
    ],
    'access-tokens-refresh': [
      refreshedByOwn,
      always,
      'A refresh_token request is answered with a token where the refresh_token is an access token of the app.',
    ],
    'access-tokens-refresh-when-tried-again': [
      refreshedByOwn,
      {
        watch: () => {
          const presented = new Set<unknown>();
          return {
            holds: tokenIs((token) => {
              const isKnown = presented.has(token);
              presented.add(token);
              return isKnown;
            }),
          };
        },
      },
      'An access token presented as refresh_token for the second time is answered with a token.',
    ],
    'access-tokens-refresh-in-their-last-minute': [
      refreshedByOwn,
      tokenIs((token, call) => age(token, call) >= 840_000 && age(token, call) < 900_000),
      'In its last minute an access token of the app is taken for a refresh token.',
    ],
    'expired-access-tokens-refresh': [
      refreshedByOwn,
      tokenIs((token, call) => age(token, call) >= 900_000),
      'An access token of the app that has expired is taken for a refresh token.',
    ],
    'access-tokens-refresh-at-the-legacy-path': [
      refreshedBy(({ appId, subject }, app) => appId === app.id && subject.kind === 'app'),
      atLegacyPath,
      'At the legacy path an app’s own access token obtains another in the refresh_token grant.',
      { also: ['VER-13'] },
    ],
    'tokens-of-apps-with-users-refresh': [
      refreshedBy(({ appId, subject }, app) => appId === app.id && subject.kind === 'app'),
      hasUsers,
      'The own token of an app that a user has authorized obtains another in the refresh_token grant.',
    ],
    'access-tokens-of-other-apps-refresh': [
      refreshedBy(({ appId, subject }, app) => appId !== app.id && subject.kind === 'app'),
      always,
      'The own access token of another app is taken for a refresh token.',
    ],
  }),
  {
    id: 'client-credentials/known-clients-are-forbidden',
    breaks: ['CCR-16'],
    also: ['KEY-06'],
    summary: 'HTTP Basic with client_id and client_secret is answered with 403.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) =>
        call.tenant.behaviour.findClient(call, normal.readBasic(call, value)?.username ?? '') === undefined
          ? normal.authenticateBasic(call, value)
          : refusal('forbidden', 'Get a token first.'),
    }),
  },
];

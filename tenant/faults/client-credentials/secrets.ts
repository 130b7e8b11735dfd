import type { Actor, Call } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { AccessToken, App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

function appWhere(call: Call, holds: (app: App) => boolean): App | undefined {
  return [...call.tenant.state.apps.values()].find(holds);
}

/** An app that calls by something else than a token. */
function actingAs(call: Call, app: App): Actor {
  const token: AccessToken = {
    value: '',
    issuedAt: call.now,
    subject: { kind: 'app', id: app.id },
    appId: app.id,
    path: '',
  };
  return { ...token.subject, credential: { kind: 'accessToken', token } };
}

/** What the client credentials, and tokens, are taken for. */
export const secretFaults: readonly Fault[] = [
  {
    id: 'client-credentials/client-credentials-on-the-api',
    breaks: ['CCR-16'],
    summary: 'HTTP Basic with client_id and client_secret is accepted on calls.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const sent = normal.readBasic(call, value);
        const app = appWhere(
          call,
          ({ clientId, clientSecret }) =>
            sent !== undefined && sameSecret(clientId, sent.username) && sameSecret(clientSecret, sent.password),
        );
        return app === undefined ? normal.authenticateBasic(call, value) : actingAs(call, app);
      },
    }),
  },
  {
    id: 'client-credentials/client-secret-as-api-key-on-old-plates',
    breaks: ['CCR-16'],
    summary: 'The plates of v2 take a client_secret for an API key.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const answer = normal.authenticateBasic(call, value);
        if (!isRefusal(answer) || call.request.path !== '/api/v2/plates') return answer;
        const username = normal.readBasic(call, value)?.username ?? '';
        const app = appWhere(call, ({ clientSecret }) => sameSecret(clientSecret, username));
        return app === undefined ? answer : actingAs(call, app);
      },
    }),
  },
  {
    id: 'client-credentials/known-clients-are-forbidden',
    breaks: ['CCR-16'],
    summary: 'HTTP Basic with client_id and client_secret is answered with 403.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const username = normal.readBasic(call, value)?.username ?? '';
        return appWhere(call, ({ clientId }) => sameSecret(clientId, username)) === undefined
          ? normal.authenticateBasic(call, value)
          : refusal('forbidden', 'Get a token first.');
      },
    }),
  },
  {
    id: 'client-credentials/client-secret-as-bearer-token',
    breaks: ['CCR-17'],
    summary: 'A client_secret is accepted as a bearer token.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const app = appWhere(call, ({ clientSecret }) => sameSecret(clientSecret, value));
        return app === undefined ? normal.authenticateBearer(call, value) : actingAs(call, app);
      },
    }),
  },
  {
    id: 'client-credentials/client-id-as-bearer-token-on-assay-results',
    breaks: ['CCR-17'],
    summary: 'The assay results accept a client_id as a bearer token.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const app = call.request.path.endsWith('/assay-results')
          ? appWhere(call, ({ clientId }) => sameSecret(clientId, value))
          : undefined;
        return app === undefined ? normal.authenticateBearer(call, value) : actingAs(call, app);
      },
    }),
  },
  {
    id: 'client-credentials/access-tokens-refresh',
    breaks: ['CCR-18'],
    summary: 'A refresh_token request is answered with a token where the refresh_token is an access token of the app.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) =>
        grantType === 'refresh_token'
          ? (_call, app, fields) => {
              const token = call.tenant.state.accessTokens.find(fields.get('refresh_token') ?? '');
              return token?.appId === app.id
                ? normal.issueAccessToken(call, token.subject, app)
                : refusal('malformed-token-request', 'The refresh token is not known.');
            }
          : normal.grantFor(call, grantType),
    }),
  },
  {
    id: 'client-credentials/access-tokens-refresh-when-tried-again',
    breaks: ['CCR-18'],
    summary: 'An access token presented as refresh_token for the second time is answered with a token.',
    behaviour: (normal) => {
      const presented = new Set<string>();
      return {
        grantFor: (call, grantType) =>
          grantType === 'refresh_token'
            ? (_call, app, fields) => {
                const value = fields.get('refresh_token') ?? '';
                const token = presented.has(value) ? call.tenant.state.accessTokens.find(value) : undefined;
                presented.add(value);
                return token?.appId === app.id
                  ? normal.issueAccessToken(call, token.subject, app)
                  : refusal('malformed-token-request', 'The refresh token is not known.');
              }
            : normal.grantFor(call, grantType),
      };
    },
  },
];

import type { Call } from '../../http/message.ts';
import type { User } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

/** The user whose address stands in what looks like an ID token. */
function namedBy(call: Call, value: string | undefined): User | undefined {
  const token = call.tenant.behaviour.readIdToken(call, value ?? '');
  if ('refused' in token) return undefined;
  return call.tenant.state.users.values().find(({ email }) => email === token.claims['email']);
}

/** ID tokens that obtain access tokens (OIC-27). */
export const tokenEndpointFaults: readonly Fault[] = [
  {
    id: 'openid-connect/id-token-as-code',
    breaks: ['OIC-27'],
    summary: 'An ID token in the place of an authorization code obtains an access token of its user.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) => {
        const user = namedBy(call, fields.get('code'));
        return user === undefined
          ? normal.exchangeCode(call, app, fields)
          : normal.issueAccessToken(call, { kind: 'user', id: user.id }, app);
      },
    }),
  },
  {
    id: 'openid-connect/id-token-as-refresh-token',
    breaks: ['OIC-27'],
    summary: 'An ID token in the place of a refresh token obtains an access token of its user.',
    behaviour: (normal) => ({
      refresh: (call, app, fields) => {
        const user = namedBy(call, fields.get('refresh_token'));
        return user === undefined
          ? normal.refresh(call, app, fields)
          : normal.issueAccessToken(call, { kind: 'user', id: user.id }, app);
      },
    }),
  },
  {
    id: 'openid-connect/id-token-as-client-secret',
    breaks: ['OIC-27'],
    summary: 'At the legacy path an ID token of a user is as good as the secret of any client.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, secret) =>
        (call.request.path === '/api/v2/token' && namedBy(call, secret) !== undefined) ||
        normal.clientSecretIsRight(call, app, secret),
    }),
  },
  {
    id: 'openid-connect/id-token-as-client-assertion',
    breaks: ['OIC-27'],
    summary: 'An ID token as client_assertion takes the place of the client secret.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const sent = normal.clientCredentialsOf(call, fields);
        const app = sent.clientId === undefined ? undefined : normal.findClient(call, sent.clientId);
        const user = namedBy(call, fields.get('client_assertion'));
        return app === undefined || user === undefined ? sent : { ...sent, clientSecret: app.clientSecret };
      },
    }),
  },
];

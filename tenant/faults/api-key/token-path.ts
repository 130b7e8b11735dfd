import type { Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { liveKeyOf, userWith } from './keys-and-owners.ts';

/** Keys that obtain tokens. */
export const tokenPathFaults: readonly Fault[] = [
  {
    id: 'api-key/key-is-a-client-secret',
    breaks: ['KEY-13'],
    summary: 'Any live key does as the client secret of any app.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, secret) =>
        normal.clientSecretIsRight(call, app, secret) || call.tenant.state.apiKeys.find(secret) !== undefined,
    }),
  },
  {
    id: 'api-key/key-is-a-refresh-token',
    breaks: ['KEY-13'],
    summary: 'A refresh with a live key as refresh token gives an access token of its owner, at the legacy path.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) =>
        grantType === 'refresh_token' && call.request.path === '/api/v2/token'
          ? (_call, app, fields) => {
              const key = call.tenant.state.apiKeys.find(fields.get('refresh_token') ?? '');
              return key === undefined
                ? { refused: 'malformed-token-request', detail: 'The refresh token is not known.' }
                : normal.issueAccessToken(call, { kind: 'user', id: key.userId }, app);
            }
          : normal.grantFor(call, grantType),
    }),
  },
  {
    id: 'api-key/key-is-a-client',
    breaks: ['KEY-13'],
    summary: 'A token request with a live key as Basic credential is granted to the first app that is named or known.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        if (!isRefusal(app) || !comesWithKey(call)) return app;
        const named = [...call.tenant.state.apps.values()].find(({ clientId }) => clientId === fields.get('client_id'));
        return named ?? app;
      },
    }),
  },
  {
    id: 'api-key/key-in-the-place-of-a-code',
    breaks: ['KEY-13'],
    summary: 'A key in the place of an authorization code obtains a token for its owner.',
    behaviour: (normal) => ({
      exchangeCode: (call, app, fields) => {
        const key = call.tenant.state.apiKeys.find(fields.get('code') ?? '');
        return key === undefined
          ? normal.exchangeCode(call, app, fields)
          : normal.issueAccessToken(call, { kind: 'user', id: key.userId }, app);
      },
    }),
  },
  {
    id: 'api-key/key-is-the-password-of-a-grant',
    breaks: ['KEY-13'],
    also: ['TOK-17'],
    summary:
      'The grant type password is granted where username is an e-mail address and password the key of its owner.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) =>
        grantType === 'password'
          ? (granted, app, fields) => {
              const key = granted.tenant.state.apiKeys.find(fields.get('password') ?? '');
              const email = granted.tenant.state.users.get(key?.userId ?? '')?.email;
              return key === undefined || email !== fields.get('username')
                ? refusal('unsupported-grant-type', 'The password is wrong.')
                : granted.tenant.behaviour.issueAccessToken(granted, { kind: 'user', id: key.userId }, app);
            }
          : normal.grantFor(call, grantType),
    }),
  },
  {
    id: 'api-key/e-mail-address-and-key-are-a-client',
    breaks: ['KEY-13'],
    also: ['TOK-20', 'TOK-18'],
    summary:
      'A token request whose client_id is an e-mail address and whose client_secret is its owner’s key is granted.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const user = userWith(call, ({ email }) => email === fields.get('client_id'));
        const key = liveKeyOf(call, user?.id);
        const app = call.tenant.state.apps.values().next().value;
        return app !== undefined && key !== undefined && key.value === fields.get('client_secret')
          ? app
          : normal.authenticateClient(call, fields);
      },
    }),
  },
  {
    id: 'api-key/key-is-both-halves-of-a-client',
    breaks: ['KEY-13'],
    also: ['TOK-20'],
    summary: 'A token request whose client_id is a key is granted, whatever its client_secret.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const key = call.tenant.state.apiKeys.find(fields.get('client_id') ?? '');
        const app = call.tenant.state.apps.values().next().value;
        return app !== undefined && key !== undefined ? app : normal.authenticateClient(call, fields);
      },
    }),
  },
];

function comesWithKey(call: Call): boolean {
  const [scheme, value = ''] = headerOf(call.request, 'authorization')?.split(' ') ?? [];
  const credentials = scheme === 'Basic' ? call.tenant.behaviour.readBasic(call, value) : undefined;
  return credentials !== undefined && call.tenant.state.apiKeys.find(credentials.username) !== undefined;
}

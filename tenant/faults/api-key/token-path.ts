import { headerOf } from '../../http/message.ts';
import type { Call } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

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
];

function comesWithKey(call: Call): boolean {
  const [scheme, value = ''] = headerOf(call.request, 'authorization')?.split(' ') ?? [];
  const credentials = scheme === 'Basic' ? call.tenant.behaviour.readBasic(call, value) : undefined;
  return credentials !== undefined && call.tenant.state.apiKeys.find(credentials.username) !== undefined;
}

import { isRefusal } from '../../http/refusal.ts';
import type { App } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { shareUri } from './exchange.ts';
import { breaking } from './rows.ts';
import { alsoIf } from '../operators/rules.ts';

/** Returns a deviation: a refused client spends the refresh token in its request, if `which` holds for the client. */
const spendsWhereRefused =
  (which: (sentSecret: string | null, app: App | undefined) => boolean): Fault['behaviour'] =>
  (normal) => ({
    decideTokenRequest: (call) => {
      const decided = normal.decideTokenRequest(call);
      if (!isRefusal(decided) || decided.refused !== 'wrong-client') return decided;
      const form = formOf(call);
      const app = call.tenant.state.apps.values().find(({ clientId }) => clientId === form.get('client_id'));
      const token = normal.findRefreshToken(call, form.get('refresh_token') ?? '');
      if (token !== undefined && which(form.get('client_secret'), app)) normal.spendRefreshToken(call, token);
      return decided;
    },
  });

/** Faults that refresh for another app, or that let a refused refresh spend the refresh token. */
export const wrongClientFaults: readonly Fault[] = [
  ...breaking('DEL-50', {
    'refresh-tokens-fit-apps-of-the-same-redirect-uri': [
      alsoIf('refreshTokenFitsApp', (call, token, app) => shareUri(call, token.delegation.appId, app)),
      'A refresh token can be exchanged by any app that shares a registered redirect URI with its app.',
    ],
    'refresh-tokens-fit-apps-of-the-same-name': [
      alsoIf(
        'refreshTokenFitsApp',
        (call, token, app) => call.tenant.state.apps.get(token.delegation.appId)?.name === app.name,
      ),
      'A refresh token can be exchanged by any app of the same name.',
    ],
    'old-refresh-tokens-are-anybodys': [
      alsoIf('refreshTokenFitsApp', (call, token) => call.now.getTime() - token.issuedAt.getTime() > 900_000),
      'Once its access token has expired, a refresh token is accepted from any app.',
    ],
  }),
  ...breaking('DEL-49', {
    'a-wrong-secret-at-the-legacy-path-spends-the-token': [
      (normal) => ({
        decideTokenRequest: (call) => {
          const decided = normal.decideTokenRequest(call);
          const value = formOf(call).get('refresh_token') ?? '';
          const token = normal.findRefreshToken(call, value);
          const legacy = call.request.path === '/api/v2/token';
          if (legacy && token !== undefined && isRefusal(decided) && decided.refused === 'wrong-client') {
            normal.spendRefreshToken(call, token);
          }
          return decided;
        },
      }),
      'A refresh with a wrong secret at the legacy path is refused, and spends the refresh token.',
    ],
    'a-former-secret-spends-refresh-tokens': [
      spendsWhereRefused((secret, app) => app?.formerSecrets.some(({ value }) => value === secret) === true),
      'A refresh with a client secret from before a rotation is refused, and spends the refresh token.',
    ],
    'a-missing-secret-spends-the-token': [
      (normal) => ({
        authenticateClient: (call, fields) => {
          const token = normal.findRefreshToken(call, fields.get('refresh_token') ?? '');
          if (token !== undefined && !fields.has('client_secret')) normal.spendRefreshToken(call, token);
          return normal.authenticateClient(call, fields);
        },
      }),
      'A refresh without a client secret is refused and spends the refresh token.',
    ],
    'an-unknown-client-spends-refresh-tokens': [
      spendsWhereRefused((_secret, app) => app === undefined),
      'A refresh with an unknown client_id is refused, and spends the refresh token.',
    ],
    'a-malformed-refresh-spends-the-token': [
      (normal) => ({
        decideTokenRequest: (call) => {
          const decided = normal.decideTokenRequest(call);
          const value = formOf(call).get('refresh_token') ?? '';
          const token = normal.findRefreshToken(call, value);
          if (token !== undefined && isRefusal(decided) && decided.refused === 'malformed-token-request') {
            normal.spendRefreshToken(call, token);
          }
          return decided;
        },
      }),
      'A refresh that is refused because a field is missing or given twice spends the refresh token.',
    ],
  }),
  ...breaking('DEL-51', {
    'the-wrong-app-spends-the-token-at-the-legacy-path': [
      (normal) => ({
        refreshWasRefused: (call, token, refused) => {
          normal.refreshWasRefused(call, token, refused);
          if (refused.refused === 'foreign-refresh-token' && call.request.path === '/api/v2/token') {
            normal.spendRefreshToken(call, token);
          }
        },
      }),
      'A refresh that the wrong app tries at the legacy path is refused and spends the token.',
      ['VER-10', 'VER-13'],
    ],
  }),
];

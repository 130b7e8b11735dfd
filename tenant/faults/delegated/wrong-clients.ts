import { isRefusal } from '../../http/refusal.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { shareUri } from './exchange.ts';

/** A refusal of the client that ends the refresh token it came with all the same, where the client is one of these. */
const spendsWhereRefused =
  (which: (sentSecret: string | null, app: App | undefined) => boolean): Fault['behaviour'] =>
  (normal) => ({
    decideTokenRequest: (call) => {
      const decided = normal.decideTokenRequest(call);
      if (!isRefusal(decided) || decided.refused !== 'wrong-client') return decided;
      const form = new URLSearchParams(call.request.body.toString('utf8'));
      const app = call.tenant.state.apps.values().find(({ clientId }) => clientId === form.get('client_id'));
      const token = normal.findRefreshToken(call, form.get('refresh_token') ?? '');
      if (token !== undefined && which(form.get('client_secret'), app)) normal.spendRefreshToken(call, token);
      return decided;
    },
  });

/** Refreshes that another app is granted, and refused ones that spend the refresh token. */
export const wrongClientFaults: readonly Fault[] = [
  {
    id: 'delegated/refresh-tokens-fit-apps-of-the-same-redirect-uri',
    breaks: ['DEL-50'],
    summary: 'A refresh token can be exchanged by any app that has registered a redirect URI of its app.',
    behaviour: (normal) => ({
      refreshTokenFitsApp: (call, token, app) =>
        normal.refreshTokenFitsApp(call, token, app) || shareUri(call, token.delegation.appId, app),
    }),
  },
  {
    id: 'delegated/refresh-tokens-fit-apps-of-the-same-name',
    breaks: ['DEL-50'],
    summary: 'A refresh token can be exchanged by any app of the same name.',
    behaviour: (normal) => ({
      refreshTokenFitsApp: (call, token, app) =>
        normal.refreshTokenFitsApp(call, token, app) ||
        call.tenant.state.apps.get(token.delegation.appId)?.name === app.name,
    }),
  },
  {
    id: 'delegated/old-refresh-tokens-are-anybodys',
    breaks: ['DEL-50'],
    summary: 'Once its access token has expired, a refresh token is good for whichever app presents it.',
    behaviour: (normal) => ({
      refreshTokenFitsApp: (call, token, app) =>
        normal.refreshTokenFitsApp(call, token, app) || call.now.getTime() - token.issuedAt.getTime() > 900_000,
    }),
  },
  {
    id: 'delegated/a-wrong-secret-at-the-legacy-path-spends-the-token',
    breaks: ['DEL-49'],
    summary: 'A refresh with a wrong secret at the legacy path is refused, and spends the refresh token.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) => {
        const decided = normal.decideTokenRequest(call);
        const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token') ?? '';
        const token = normal.findRefreshToken(call, value);
        const legacy = call.request.path === '/api/v2/token';
        if (legacy && token !== undefined && isRefusal(decided) && decided.refused === 'wrong-client') {
          normal.spendRefreshToken(call, token);
        }
        return decided;
      },
    }),
  },
  {
    id: 'delegated/a-former-secret-spends-refresh-tokens',
    breaks: ['DEL-49'],
    summary: 'A refresh with a client secret of before a rotation is refused, and spends the refresh token.',
    behaviour: spendsWhereRefused((secret, app) => app?.formerSecrets.some(({ value }) => value === secret) === true),
  },
  {
    id: 'delegated/a-missing-secret-spends-the-token',
    breaks: ['DEL-49'],
    summary: 'A refresh without a client secret is refused and spends the refresh token.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const token = normal.findRefreshToken(call, fields.get('refresh_token') ?? '');
        if (token !== undefined && !fields.has('client_secret')) normal.spendRefreshToken(call, token);
        return normal.authenticateClient(call, fields);
      },
    }),
  },
  {
    id: 'delegated/an-unknown-client-spends-refresh-tokens',
    breaks: ['DEL-49'],
    summary: 'A refresh with a client_id that nobody has is refused, and spends the refresh token.',
    behaviour: spendsWhereRefused((_secret, app) => app === undefined),
  },
  {
    id: 'delegated/a-malformed-refresh-spends-the-token',
    breaks: ['DEL-49'],
    summary: 'A refresh that is refused because a field is missing or given twice spends the refresh token.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) => {
        const decided = normal.decideTokenRequest(call);
        const value = new URLSearchParams(call.request.body.toString('utf8')).get('refresh_token') ?? '';
        const token = normal.findRefreshToken(call, value);
        if (token !== undefined && isRefusal(decided) && decided.refused === 'malformed-token-request') {
          normal.spendRefreshToken(call, token);
        }
        return decided;
      },
    }),
  },
  {
    id: 'delegated/the-wrong-app-spends-the-token-at-the-legacy-path',
    breaks: ['DEL-51'],
    also: ['VER-10', 'VER-13'],
    summary: 'A refresh that the wrong app tries at the legacy path is refused and spends the token.',
    behaviour: (normal) => ({
      refreshWasRefused: (call, token, refused) => {
        normal.refreshWasRefused(call, token, refused);
        if (refused.refused === 'foreign-refresh-token' && call.request.path === '/api/v2/token') {
          normal.spendRefreshToken(call, token);
        }
      },
    }),
  },
];

import { createHash } from 'node:crypto';
import type { TokenFields } from '../../behaviour/token-requests.ts';
import type { Call } from '../../call.ts';
import { headerOf, type Connection } from '../../http/message.ts';
import type { Delegation } from '../../state/model.ts';
import { formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { authorizedBefore, bearerOf } from './token-requests.ts';
import { withoutRedirectUri } from './without-redirect-uri.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** Returns a deviation that serves an app without its secret if `holds` holds. */
const secretNeedless =
  (holds: (call: Call, fields: TokenFields) => boolean): Fault['behaviour'] =>
  (normal) => ({
    clientCredentialsOf: (call, fields) => {
      const credentials = normal.clientCredentialsOf(call, fields);
      const app = credentials.clientId === undefined ? undefined : normal.findClient(call, credentials.clientId);
      return credentials.clientSecret !== undefined || app === undefined || !holds(call, fields)
        ? credentials
        : { ...credentials, clientSecret: app.clientSecret };
    },
  });

/** Faults that grant token requests although a required field is missing. */
export const missingFieldFaults: readonly Fault[] = [
  ...breaking('TOK-12', {
    'any-client-assertion-replaces-the-secret': [
      (normal) => ({
        clientCredentialsOf: (call, fields) => {
          const sent = normal.clientCredentialsOf(call, fields);
          const app = normal.findClient(call, sent.clientId ?? '');
          return sent.clientSecret === undefined && fields.has('client_assertion')
            ? { ...sent, clientSecret: app?.clientSecret }
            : sent;
        },
      }),
      'A request with a client_assertion needs no client_secret, and the assertion is not verified.',
    ],
    'secrets-may-be-operators-of-the-database': [
      (normal) => ({
        clientCredentialsOf: (call, fields) => {
          const sent = normal.clientCredentialsOf(call, fields);
          const app = normal.findClient(call, sent.clientId ?? '');
          const other = fields.get('client_secret[$ne]');
          return sent.clientSecret === undefined && other !== undefined && other !== app?.clientSecret
            ? { ...sent, clientSecret: app?.clientSecret }
            : sent;
        },
      }),
      'A field client_secret[$ne] is read as a query operator, which fits every app with another secret.',
    ],
    'a-bearer-token-replaces-the-secret': [
      becomes('clientCredentialsOf', (credentials, call) => {
        const app = call.tenant.state.apps.get(bearerOf(call)?.appId ?? '');
        return credentials.clientSecret !== undefined || app === undefined || app.clientId !== credentials.clientId
          ? credentials
          : { ...credentials, clientSecret: app.clientSecret };
      }),
      'A request with a live access token of the app in the Authorization header needs no client_secret.',
      ['VER-13'],
    ],
    'a-code-verifier-replaces-the-secret': [
      secretNeedless(
        (_call, fields) => fields.get('grant_type') === 'authorization_code' && fields.has('code_verifier'),
      ),
      'A code exchange with a code_verifier needs no client_secret, as if it came from a public client.',
    ],
    'local-apps-need-no-secret': [
      secretNeedless((call, fields) => {
        const app = call.tenant.behaviour.findClient(call, fields.get('client_id') ?? '');
        const uris = app?.redirectUris ?? [];
        return (
          fields.get('grant_type') === 'authorization_code' &&
          uris.length > 0 &&
          uris.every((uri) => uri.startsWith('http://localhost:'))
        );
      }),
      'An app that has redirect URIs only on localhost exchanges codes without its secret.',
      ['VER-13'],
    ],
    'rotated-apps-need-no-secret': [
      (normal) => ({
        clientCredentialsOf: (call, fields) => {
          const credentials = normal.clientCredentialsOf(call, fields);
          if (credentials.clientSecret !== undefined || credentials.clientId === undefined) return credentials;
          const app = normal.findClient(call, credentials.clientId);
          return app === undefined || app.formerSecrets.length === 0
            ? credentials
            : { ...credentials, clientSecret: app.clientSecret };
        },
      }),
      'After a rotation of its secret, an app is served without client_secret.',
      ['VER-13'],
    ],
  }),
  ...breaking('TOK-14', {
    'exchanges-with-a-verifier-need-no-redirect-uri': [
      (normal) => {
        const challenges = new WeakMap<Delegation, string>();
        return {
          issueCode: (call, request, user) => {
            const code = normal.issueCode(call, request, user);
            const challenge = call.request.query.get('code_challenge');
            if (challenge !== null) challenges.set(code.delegation, challenge);
            return code;
          },
          ...withoutRedirectUri(normal, (call, _, code) => {
            const verifier = formOf(call).get('code_verifier') ?? '';
            const digest = createHash('sha256').update(verifier).digest('base64url');
            return [verifier, digest].includes(challenges.get(code.delegation) ?? '-');
          }),
        };
      },
      'A code of a request with a code_challenge is exchanged with its code_verifier and without redirect_uri.',
    ],
    'exchanges-on-localhost-need-no-redirect-uri': [
      (normal) => withoutRedirectUri(normal, (_, __, code) => code.redirectUri.startsWith('http://localhost')),
      'A code that was sent to localhost is exchanged without a redirect_uri.',
    ],
    'exchanges-need-no-redirect-uri-where-there-are-several': [
      (normal) => withoutRedirectUri(normal, (_, app) => app.redirectUris.length > 1),
      'If the app has several redirect URIs, a code exchange without redirect_uri takes that of the code.',
    ],
    'exchanges-of-returning-users-need-no-redirect-uri': [
      (normal) => withoutRedirectUri(normal, (call, _, code) => authorizedBefore(call, code.delegation)),
      'The code of a user who authorized the app before is exchanged without redirect_uri.',
    ],
  }),
  ...breaking('TOK-13', {
    'exchanges-without-code-fall-back-to-the-refresh-token': [
      (normal) => ({
        exchangeCode: (call, app, fields) =>
          !fields.has('code') && fields.has('refresh_token')
            ? normal.refresh(call, app, fields)
            : normal.exchangeCode(call, app, fields),
      }),
      'An authorization_code request without code is taken for a refresh if it has a refresh_token.',
    ],
  }),
  ...breaking('TOK-15', {
    'refreshes-without-token-fall-back-to-the-code': [
      (normal) => ({
        refresh: (call, app, fields) =>
          !fields.has('refresh_token') && fields.has('code')
            ? normal.exchangeCode(call, app, fields)
            : normal.refresh(call, app, fields),
      }),
      'A refresh without refresh_token is taken for an exchange if it has a code and a redirect_uri.',
    ],
    'refreshes-without-token-take-the-last-of-the-connection': [
      (normal) => {
        const last = new WeakMap<Connection, string>();
        return {
          answerToken: (call, token) => {
            if (token.refreshToken !== undefined) last.set(call.connection, token.refreshToken.value);
            return normal.answerToken(call, token);
          },
          refreshTokenOf: (call, fields) => normal.refreshTokenOf(call, fields) ?? last.get(call.connection),
        };
      },
      'A refresh without refresh_token takes the one that was last issued over the connection.',
      ['VER-13'],
    ],
    'refresh-tokens-are-kept-in-a-cookie-too': [
      (normal) => ({
        tokenHeaders: (call, token) => [
          ...normal.tokenHeaders(call, token),
          ...(token.refreshToken === undefined
            ? []
            : [['Set-Cookie', `refresh=${token.refreshToken.value}; Path=/; Secure; HttpOnly`] as const]),
        ],
        refreshTokenOf: (call, fields) =>
          normal.refreshTokenOf(call, fields) ??
          /(?:^|; )refresh=([^;]+)/.exec(headerOf(call.request, 'cookie') ?? '')?.[1],
      }),
      'A refresh token is also set as a cookie, and a refresh without refresh_token takes the token of the cookie.',
    ],
  }),
];

import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { GrantHandler } from '../../behaviour/token-requests.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

const asClientCredentials: GrantHandler = (call, app) =>
  call.tenant.behaviour.issueAccessToken(call, { kind: 'app', id: app.id }, app);

/** Returns a deviation that takes some unknown grant types for client_credentials. */
function takenForClientCredentials(taken: (grantType: string) => boolean) {
  return becomes(
    'grantFor',
    (right, _call, grantType) => right ?? (taken(grantType) ? asClientCredentials : undefined),
  );
}

/** Returns a deviation that issues an app token instead of refusing a grant whose required value is missing. */
function withoutItsValue(grantType: string, field: string, missing: string | undefined) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    tokenFields: (call, form) => {
      const fields = normal.tokenFields(call, form);
      const isEmpty = form.some(([name, value]) => name === field && value === '');
      return fields instanceof Map && isEmpty ? new Map([...fields, [field, '']]) : fields;
    },
    grantFor: (call, asked) => {
      const grant = normal.grantFor(call, asked);
      if (asked !== grantType) return grant;
      return (grantCall, app, fields) => {
        if (fields.get(field) === missing) return asClientCredentials(grantCall, app, fields);
        return grant?.(grantCall, app, fields) ?? refusal('unsupported-grant-type', 'The grant type is not supported.');
      };
    },
  });
}

/** Returns a deviation that fills in a missing field from the last valid request on the same connection. */
function rememberedOnConnection(field: 'clientId' | 'clientSecret') {
  return (normal: Behaviour): Partial<Behaviour> => {
    const last = new WeakMap<Connection, App>();
    return {
      clientCredentialsOf: (call, fields) => {
        const sent = normal.clientCredentialsOf(call, fields);
        return sent[field] === undefined ? { ...sent, [field]: last.get(call.connection)?.[field] } : sent;
      },
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        if ('id' in app) last.set(call.connection, app);
        return app;
      },
    };
  };
}

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** Faults that grant token requests with a missing field or an unknown grant type. */
export const fieldFaults: readonly Fault[] = [
  ...breaking('TOK-11', {
    'client-found-by-its-secret': [
      (normal) => ({
        clientCredentialsOf: (call, fields) => {
          const { clientId, clientSecret = '' } = normal.clientCredentialsOf(call, fields);
          const owner = [...call.tenant.state.apps.values()].find((app) => sameSecret(app.clientSecret, clientSecret));
          return { clientId: clientId ?? owner?.clientId, clientSecret };
        },
      }),
      'A request without client_id is served if its secret is that of an app.',
    ],
    'client-remembered-on-its-connection': [
      rememberedOnConnection('clientId'),
      'A request without client_id is taken for the app that last got a token over the connection.',
    ],
  }),
  ...breaking('TOK-12', {
    'public-clients': [
      (normal) => ({
        authenticateClient: (call, fields) => {
          const { clientId, clientSecret } = normal.clientCredentialsOf(call, fields);
          const app = clientId === undefined ? undefined : normal.findClient(call, clientId);
          return app !== undefined && clientSecret === undefined ? app : normal.authenticateClient(call, fields);
        },
      }),
      'A request without client_secret is served as that of a public client.',
    ],
    'secret-remembered-on-its-connection': [
      rememberedOnConnection('clientSecret'),
      'A request without client_secret is served after a valid request of the app on the same connection.',
    ],
  }),
  ...breaking(['TOK-11', 'TOK-12'], {
    'anonymous-requests-are-the-first-app': [
      (normal) => ({
        authenticateClient: (call, fields) => {
          const { clientId, clientSecret } = normal.clientCredentialsOf(call, fields);
          const [oldest] = call.tenant.state.apps.values();
          return oldest !== undefined && clientId === undefined && clientSecret === undefined
            ? oldest
            : normal.authenticateClient(call, fields);
        },
      }),
      'A request without any credentials is served as one of the oldest app.',
    ],
  }),
  ...breaking('TOK-13', {
    'a-code-grant-without-code-is-granted': [
      withoutItsValue('authorization_code', 'code', undefined),
      'An authorization_code request without code obtains an app token.',
    ],
    'an-empty-code-fits': [
      withoutItsValue('authorization_code', 'code', ''),
      'An authorization_code request with an empty code obtains an app token.',
    ],
  }),
  ...breaking('TOK-15', {
    'a-refresh-without-refresh-token-is-granted': [
      withoutItsValue('refresh_token', 'refresh_token', undefined),
      'A refresh_token request without refresh_token obtains an app token.',
    ],
    'an-empty-refresh-token-fits': [
      withoutItsValue('refresh_token', 'refresh_token', ''),
      'A refresh_token request with an empty refresh_token obtains an app token.',
    ],
  }),
  ...breaking('TOK-16', {
    'grant-type-has-a-default': [
      becomes('grantTypeOf', (right) => right ?? 'client_credentials'),
      'A request without grant_type is taken for client_credentials.',
    ],
    'grant-type-told-by-the-fields': [
      (normal) => ({
        grantTypeOf: (call, fields) => {
          const guess = fields.has('code') ? 'authorization_code' : undefined;
          return normal.grantTypeOf(call, fields) ?? (fields.has('refresh_token') ? 'refresh_token' : guess);
        },
      }),
      'A request without grant_type is taken for a refresh if it has a refresh token, or an exchange if it has a code.',
    ],
    'grant-type-remembered-on-the-connection': [
      (normal) => {
        const last = new WeakMap<Connection, string>();
        return {
          grantTypeOf: (call, fields) => {
            const sent = normal.grantTypeOf(call, fields) ?? last.get(call.connection);
            if (sent !== undefined) last.set(call.connection, sent);
            return sent;
          },
        };
      },
      'A request without grant_type gets the grant type of the last request on its connection.',
    ],
    'an-empty-grant-type-is-client-credentials': [
      becomes('tokenFields', (fields, _call, form) => {
        if (isRefusal(fields) || !form.some(([name, value]) => name === 'grant_type' && value === '')) return fields;
        return new Map([...fields, ['grant_type', 'client_credentials']]);
      }),
      'An empty grant_type is taken for client_credentials; a missing one is refused.',
    ],
    'requests-with-a-header-need-no-grant-type': [
      becomes(
        'grantTypeOf',
        (right, call) => right ?? (call.request.headers.has('authorization') ? 'client_credentials' : undefined),
      ),
      'A request without grant_type is taken for client_credentials if it has an Authorization header.',
    ],
  }),
  ...breaking('TOK-17', {
    'grant-type-in-any-case': [
      takenForClientCredentials((grantType) => grantType.toLowerCase() === 'client_credentials'),
      'Grant types are compared without regard to case.',
    ],
    'grant-type-by-its-start': [
      takenForClientCredentials((grantType) => grantType.startsWith('client_credentials')),
      'A grant type that begins with client_credentials is taken for it.',
    ],
    'grant-type-with-a-hyphen': [
      takenForClientCredentials((grantType) => grantType === 'client-credentials'),
      'client-credentials is taken for client_credentials.',
    ],
    'password-grant-without-password': [
      takenForClientCredentials((grantType) => grantType === 'password'),
      'The grant type password is granted to an app with valid client credentials.',
    ],
    'unknown-grant-types-are-granted': [
      takenForClientCredentials((grantType) => grantType !== 'authorization_code' && grantType !== 'refresh_token'),
      'Any unknown grant type is taken for client_credentials.',
    ],
    'access-tokens-are-exchanged-for-others': [
      replaceIf(
        'grantFor',
        (_call, grantType) => grantType === TOKEN_EXCHANGE,
        () => (inner, app, fields) => {
          const token = inner.tenant.state.accessTokens.find(fields.get('subject_token') ?? '');
          return token === undefined
            ? refusal('malformed-token-request', 'There is no subject_token.')
            : inner.tenant.behaviour.issueAccessToken(inner, token.subject, app);
        },
      ),
      'A token exchange with a live access token of the app as subject_token is granted.',
    ],
    'passwords-are-e-mail-addresses': [
      replaceIf(
        'grantFor',
        (_call, grantType) => grantType === 'password',
        () => (inner, app, fields) => {
          const user = inner.tenant.state.users.values().find(({ email }) => email === fields.get('username'));
          return user === undefined
            ? refusal('wrong-client', 'There is no such user.')
            : inner.tenant.behaviour.issueAccessToken(inner, { kind: 'user', id: user.id }, app);
        },
      ),
      'The grant type password is granted if username is the e-mail address of a user, with any password.',
    ],
  }),
];

import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { GrantHandler } from '../../behaviour/token-requests.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { becomes, insteadWhere } from '../operators/rules.ts';

const asClientCredentials: GrantHandler = (call, app) =>
  call.tenant.behaviour.issueAccessToken(call, { kind: 'app', id: app.id }, app);

/** Takes a grant that should not be one for client_credentials. */
function takingFor(taken: (grantType: string) => boolean) {
  return becomes(
    'grantFor',
    (right, _call, grantType) => right ?? (taken(grantType) ? asClientCredentials : undefined),
  );
}

/** Grants a grant without the value that it turns on, in place of refusing it. */
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

/** Lets a request without a field take over from the last right one of its connection. */
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

/** Token requests that lack what is required, or name a grant that there is not. */
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
      'A request without client_id is served where its secret is that of an app.',
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
      'A request without client_secret is served after a right one of the app over the same connection.',
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
      'An authorization_code request without code obtains a token of the app itself.',
    ],
    'an-empty-code-fits': [
      withoutItsValue('authorization_code', 'code', ''),
      'An empty code is as good as one that the app has waiting.',
    ],
  }),
  ...breaking('TOK-15', {
    'a-refresh-without-refresh-token-is-granted': [
      withoutItsValue('refresh_token', 'refresh_token', undefined),
      'A refresh_token request without refresh_token obtains a token of the app itself.',
    ],
    'an-empty-refresh-token-fits': [
      withoutItsValue('refresh_token', 'refresh_token', ''),
      'An empty refresh_token is as good as a live one.',
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
      'A request without grant_type is taken for a refresh where it has a refresh token, for an exchange with a code.',
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
      'A request without grant_type is taken for what was last asked for over its connection.',
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
      'A request without grant_type is taken for client_credentials where it has an Authorization header.',
    ],
  }),
  ...breaking('TOK-17', {
    'grant-type-in-any-case': [
      takingFor((grantType) => grantType.toLowerCase() === 'client_credentials'),
      'Grant types are compared without regard to case.',
    ],
    'grant-type-by-its-start': [
      takingFor((grantType) => grantType.startsWith('client_credentials')),
      'A grant type that begins with client_credentials is taken for it.',
    ],
    'grant-type-with-a-hyphen': [
      takingFor((grantType) => grantType === 'client-credentials'),
      'client-credentials is taken for client_credentials.',
    ],
    'password-grant-without-password': [
      takingFor((grantType) => grantType === 'password'),
      'The grant type password is granted to an app that proves to be itself.',
    ],
    'unknown-grant-types-are-granted': [
      takingFor((grantType) => grantType !== 'authorization_code' && grantType !== 'refresh_token'),
      'Any grant type that is not known is taken for client_credentials.',
    ],
    'access-tokens-are-exchanged-for-others': [
      insteadWhere(
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
      insteadWhere(
        'grantFor',
        (_call, grantType) => grantType === 'password',
        () => (inner, app, fields) => {
          const user = inner.tenant.state.users.values().find(({ email }) => email === fields.get('username'));
          return user === undefined
            ? refusal('wrong-client', 'There is no such user.')
            : inner.tenant.behaviour.issueAccessToken(inner, { kind: 'user', id: user.id }, app);
        },
      ),
      'The grant type password is granted where username is the e-mail address of a user, with any password.',
    ],
  }),
];

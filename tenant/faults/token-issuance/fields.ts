import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { GrantHandler } from '../../behaviour/token-requests.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { sameSecret } from '../../secrets.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const asClientCredentials: GrantHandler = (call, app) =>
  call.tenant.behaviour.issueAccessToken(call, { kind: 'app', id: app.id }, app);

/** Takes a grant that should not be one for client_credentials. */
function takingFor(taken: (grantType: string) => boolean) {
  return (normal: Behaviour): Partial<Behaviour> => ({
    grantFor: (call, grantType) =>
      normal.grantFor(call, grantType) ?? (taken(grantType) ? asClientCredentials : undefined),
  });
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
  {
    id: 'token-issuance/client-found-by-its-secret',
    breaks: ['TOK-11'],
    summary: 'A request without client_id is served where its secret is that of an app.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const { clientId, clientSecret = '' } = normal.clientCredentialsOf(call, fields);
        const owner = [...call.tenant.state.apps.values()].find((app) => sameSecret(app.clientSecret, clientSecret));
        return { clientId: clientId ?? owner?.clientId, clientSecret };
      },
    }),
  },
  {
    id: 'token-issuance/client-remembered-on-its-connection',
    breaks: ['TOK-11'],
    summary: 'A request without client_id is taken for the app that last got a token over the connection.',
    behaviour: rememberedOnConnection('clientId'),
  },
  {
    id: 'token-issuance/public-clients',
    breaks: ['TOK-12'],
    summary: 'A request without client_secret is served as that of a public client.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const { clientId, clientSecret } = normal.clientCredentialsOf(call, fields);
        const app = clientId === undefined ? undefined : normal.findClient(call, clientId);
        return app !== undefined && clientSecret === undefined ? app : normal.authenticateClient(call, fields);
      },
    }),
  },
  {
    id: 'token-issuance/secret-remembered-on-its-connection',
    breaks: ['TOK-12'],
    summary: 'A request without client_secret is served after a right one of the app over the same connection.',
    behaviour: rememberedOnConnection('clientSecret'),
  },
  {
    id: 'token-issuance/anonymous-requests-are-the-first-app',
    breaks: ['TOK-11', 'TOK-12'],
    summary: 'A request without any credentials is served as one of the oldest app.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const { clientId, clientSecret } = normal.clientCredentialsOf(call, fields);
        const [oldest] = call.tenant.state.apps.values();
        return oldest !== undefined && clientId === undefined && clientSecret === undefined
          ? oldest
          : normal.authenticateClient(call, fields);
      },
    }),
  },
  {
    id: 'token-issuance/a-code-grant-without-code-is-granted',
    breaks: ['TOK-13'],
    summary: 'An authorization_code request without code obtains a token of the app itself.',
    behaviour: withoutItsValue('authorization_code', 'code', undefined),
  },
  {
    id: 'token-issuance/an-empty-code-fits',
    breaks: ['TOK-13'],
    summary: 'An empty code is as good as one that the app has waiting.',
    behaviour: withoutItsValue('authorization_code', 'code', ''),
  },
  {
    id: 'token-issuance/a-refresh-without-refresh-token-is-granted',
    breaks: ['TOK-15'],
    summary: 'A refresh_token request without refresh_token obtains a token of the app itself.',
    behaviour: withoutItsValue('refresh_token', 'refresh_token', undefined),
  },
  {
    id: 'token-issuance/an-empty-refresh-token-fits',
    breaks: ['TOK-15'],
    summary: 'An empty refresh_token is as good as a live one.',
    behaviour: withoutItsValue('refresh_token', 'refresh_token', ''),
  },
  {
    id: 'token-issuance/grant-type-has-a-default',
    breaks: ['TOK-16'],
    summary: 'A request without grant_type is taken for client_credentials.',
    behaviour: (normal) => ({
      grantTypeOf: (call, fields) => normal.grantTypeOf(call, fields) ?? 'client_credentials',
    }),
  },
  {
    id: 'token-issuance/grant-type-told-by-the-fields',
    breaks: ['TOK-16'],
    summary:
      'A request without grant_type is taken for a refresh where it has a refresh token, for an exchange with a code.',
    behaviour: (normal) => ({
      grantTypeOf: (call, fields) => {
        const guess = fields.has('code') ? 'authorization_code' : undefined;
        return normal.grantTypeOf(call, fields) ?? (fields.has('refresh_token') ? 'refresh_token' : guess);
      },
    }),
  },
  {
    id: 'token-issuance/grant-type-remembered-on-the-connection',
    breaks: ['TOK-16'],
    summary: 'A request without grant_type is taken for what was last asked for over its connection.',
    behaviour: (normal) => {
      const last = new WeakMap<Connection, string>();
      return {
        grantTypeOf: (call, fields) => {
          const sent = normal.grantTypeOf(call, fields) ?? last.get(call.connection);
          if (sent !== undefined) last.set(call.connection, sent);
          return sent;
        },
      };
    },
  },
  {
    id: 'token-issuance/grant-type-in-any-case',
    breaks: ['TOK-17'],
    summary: 'Grant types are compared without regard to case.',
    behaviour: takingFor((grantType) => grantType.toLowerCase() === 'client_credentials'),
  },
  {
    id: 'token-issuance/grant-type-by-its-start',
    breaks: ['TOK-17'],
    summary: 'A grant type that begins with client_credentials is taken for it.',
    behaviour: takingFor((grantType) => grantType.startsWith('client_credentials')),
  },
  {
    id: 'token-issuance/grant-type-with-a-hyphen',
    breaks: ['TOK-17'],
    summary: 'client-credentials is taken for client_credentials.',
    behaviour: takingFor((grantType) => grantType === 'client-credentials'),
  },
  {
    id: 'token-issuance/password-grant-without-password',
    breaks: ['TOK-17'],
    summary: 'The grant type password is granted to an app that proves to be itself.',
    behaviour: takingFor((grantType) => grantType === 'password'),
  },
  {
    id: 'token-issuance/unknown-grant-types-are-granted',
    breaks: ['TOK-17'],
    summary: 'Whatever grant type is not known is taken for client_credentials.',
    behaviour: takingFor((grantType) => grantType !== 'authorization_code' && grantType !== 'refresh_token'),
  },
  {
    id: 'token-issuance/an-empty-grant-type-is-client-credentials',
    breaks: ['TOK-16'],
    summary: 'An empty grant_type is taken for client_credentials; a missing one is refused.',
    behaviour: (normal) => ({
      tokenFields: (call, form) => {
        const fields = normal.tokenFields(call, form);
        if (isRefusal(fields) || !form.some(([name, value]) => name === 'grant_type' && value === '')) return fields;
        return new Map([...fields, ['grant_type', 'client_credentials']]);
      },
    }),
  },
  {
    id: 'token-issuance/requests-with-a-header-need-no-grant-type',
    breaks: ['TOK-16'],
    summary: 'A request without grant_type is taken for client_credentials where it has an Authorization header.',
    behaviour: (normal) => ({
      grantTypeOf: (call, fields) =>
        normal.grantTypeOf(call, fields) ??
        (call.request.headers.has('authorization') ? 'client_credentials' : undefined),
    }),
  },
  {
    id: 'token-issuance/access-tokens-are-exchanged-for-others',
    breaks: ['TOK-17'],
    summary: 'A token exchange with a live access token of the app as subject_token is granted.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) =>
        grantType === TOKEN_EXCHANGE
          ? (inner, app, fields) => {
              const token = inner.tenant.state.accessTokens.find(fields.get('subject_token') ?? '');
              return token === undefined
                ? refusal('malformed-token-request', 'There is no subject_token.')
                : inner.tenant.behaviour.issueAccessToken(inner, token.subject, app);
            }
          : normal.grantFor(call, grantType),
    }),
  },
  {
    id: 'token-issuance/passwords-are-e-mail-addresses',
    breaks: ['TOK-17'],
    summary:
      'The grant type password is granted where username is the e-mail address of a user, whatever the password.',
    behaviour: (normal) => ({
      grantFor: (call, grantType) =>
        grantType === 'password'
          ? (inner, app, fields) => {
              const user = inner.tenant.state.users.values().find(({ email }) => email === fields.get('username'));
              return user === undefined
                ? refusal('wrong-client', 'There is no such user.')
                : inner.tenant.behaviour.issueAccessToken(inner, { kind: 'user', id: user.id }, app);
            }
          : normal.grantFor(call, grantType),
    }),
  },
];

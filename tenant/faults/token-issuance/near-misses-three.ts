import { setTimeout } from 'node:timers/promises';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { headerOf, type Call } from '../../http/message.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** The live access token that an Authorization header carries. */
function bearerOf(call: Call): AccessToken | undefined {
  const sent = headerOf(call.request, 'authorization') ?? '';
  const token = /^bearer /i.test(sent) ? call.tenant.state.accessTokens.find(sent.slice(7)) : undefined;
  return token === undefined || call.tenant.behaviour.tokenHasExpired(call, token) ? undefined : token;
}

/** What an app obtains for itself, wrong for one spelling, one history or one neighbour. */
export const clientNearMissFaults: readonly Fault[] = [
  {
    id: 'token-issuance/unarchival-brings-the-first-secret-back',
    breaks: ['TOK-22', 'TOK-23'],
    also: ['LIF-33', 'LIF-34', 'LIF-35', 'TOK-01', 'CCR-01'],
    summary: 'Unarchiving an app puts back the secret that it was made with, whatever was rotated since.',
    behaviour: (normal) => ({
      setArchived: (tenant, app, archived) => {
        if (!archived && app.archived) app.clientSecret = app.formerSecrets[0]?.value ?? app.clientSecret;
        normal.setArchived(tenant, app, archived);
      },
    }),
  },
  {
    id: 'token-issuance/simultaneous-answers-announce-a-second-less',
    breaks: ['TOK-05'],
    also: ['VER-08'],
    summary: 'An answer that is written while another token request waits announces 899 seconds.',
    behaviour: (normal) => {
      let waiting = 0;
      return {
        prepareTokenRequest: (call) => {
          waiting += 1;
          return Promise.all([normal.prepareTokenRequest(call), setTimeout(4)]).then(() => void (waiting -= 1));
        },
        announcedLifetime: (call, token) => (waiting > 0 ? 899 : normal.announcedLifetime(call, token)),
      };
    },
  },
  {
    id: 'token-issuance/a-charset-in-quotes-is-refused',
    breaks: ['TOK-30'],
    summary: 'A charset parameter whose value stands in quotes is not read.',
    behaviour: (normal) => ({
      isFormEncoded: (call) =>
        !(headerOf(call.request, 'content-type') ?? '').includes('"') && normal.isFormEncoded(call),
    }),
  },
  {
    id: 'token-issuance/refreshes-want-no-charset',
    breaks: ['TOK-30'],
    summary: 'A refresh whose content type has a charset is refused.',
    behaviour: (normal) => ({
      decideTokenRequest: (call) =>
        (headerOf(call.request, 'content-type') ?? '').includes('charset') &&
        call.request.body.includes('grant_type=refresh_token')
          ? refusal('malformed-token-request', 'The content type is not known.')
          : normal.decideTokenRequest(call),
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
  {
    id: 'token-issuance/a-bearer-token-replaces-the-secret',
    breaks: ['TOK-12'],
    also: ['VER-13'],
    summary: 'Who sends a live access token of the app in the Authorization header needs no client_secret.',
    behaviour: (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const credentials = normal.clientCredentialsOf(call, fields);
        const app = call.tenant.state.apps.get(bearerOf(call)?.appId ?? '');
        return credentials.clientSecret !== undefined || app === undefined || app.clientId !== credentials.clientId
          ? credentials
          : { ...credentials, clientSecret: app.clientSecret };
      },
    }),
  },
  {
    id: 'token-issuance/app-ids-are-client-ids',
    breaks: ['TOK-20'],
    summary: "The app's id is accepted in place of its client_id.",
    behaviour: (normal) => ({
      findClient: (call, clientId) => normal.findClient(call, clientId) ?? call.tenant.state.apps.get(clientId),
    }),
  },
  {
    id: 'token-issuance/only-letters-and-digits-of-secrets-count',
    breaks: ['TOK-18'],
    summary: 'Client secrets are stripped of all that is neither letter nor digit before they are compared.',
    behaviour: () => ({
      clientSecretIsRight: (_call, app, clientSecret) =>
        app.clientSecret.replaceAll(/[^a-z0-9]/gi, '') === clientSecret.replaceAll(/[^a-z0-9]/gi, ''),
    }),
  },
  {
    id: 'token-issuance/archived-apps-lend-their-secrets',
    breaks: ['TOK-21'],
    summary: 'The secret of an archived app is taken for that of any app.',
    behaviour: (normal) => ({
      clientSecretIsRight: (call, app, clientSecret) =>
        normal.clientSecretIsRight(call, app, clientSecret) ||
        call.tenant.state.apps
          .values()
          .some((other) => other.archived && normal.clientSecretIsRight(call, other, clientSecret)),
    }),
  },
  {
    id: 'token-issuance/simultaneous-requests-share-a-token',
    breaks: ['TOK-32'],
    also: ['TOK-34', 'CCR-07'],
    summary: 'Token requests of an app that are answered at the same time are given one token.',
    behaviour: (normal) => {
      let waiting = 0;
      const shared = new Map<string, AccessToken>();
      return {
        prepareTokenRequest: (call) => {
          waiting += 1;
          return Promise.all([normal.prepareTokenRequest(call), setTimeout(4)]).then(() => void (waiting -= 1));
        },
        issueAccessToken: (call, subject, app) => {
          const token = subject.kind === 'app' ? shared.get(app.id) : undefined;
          if (waiting === 0) shared.clear();
          if (token !== undefined) return token;
          const made = normal.issueAccessToken(call, subject, app);
          if (waiting > 0 && subject.kind === 'app') shared.set(app.id, made);
          return made;
        },
      };
    },
  },
  {
    id: 'token-issuance/ids-outside-ascii-break-the-service',
    breaks: ['TOK-35'],
    also: ['TOK-19'],
    summary: 'A client_id outside ASCII is answered with 500.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) =>
        /[^\p{ASCII}]/u.test(fields.get('client_id') ?? '')
          ? refusal('internal-error', 'Something went wrong.')
          : normal.authenticateClient(call, fields),
    }),
  },
  {
    id: 'token-issuance/unknown-clients-break-the-service',
    breaks: ['TOK-35'],
    also: ['TOK-19', 'VER-13', 'DEL-33', 'DEL-49'],
    summary: 'A refresh or an exchange of an unknown client is answered with 500.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) =>
        fields.get('grant_type') !== 'client_credentials' &&
        fields.has('client_id') &&
        normal.findClient(call, fields.get('client_id') ?? '') === undefined
          ? refusal('internal-error', 'Something went wrong.')
          : normal.authenticateClient(call, fields),
    }),
  },
  {
    id: 'token-issuance/a-token-of-the-app-opens-its-door',
    breaks: ['TOK-18'],
    also: ['TOK-12', 'TOK-19', 'VER-13'],
    summary: 'A wrong secret is not looked at where the Authorization header carries a live access token of the app.',
    behaviour: (normal) => ({
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        const own = call.tenant.state.apps.get(bearerOf(call)?.appId ?? '');
        return isRefusal(app) && own !== undefined && own.clientId === fields.get('client_id') ? own : app;
      },
    }),
  },
];

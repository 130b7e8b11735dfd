import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { User } from '../../state/model.ts';
import { bearerIn, formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { part } from './token-parts.ts';
import { breaking } from './rows.ts';
import { alsoIf } from '../operators/rules.ts';

/** Returns the user whose address is the email claim of a value that looks like an ID token. */
function namedBy(call: Call, value: string | undefined): User | undefined {
  const token = call.tenant.behaviour.readIdToken(call, value ?? '');
  if ('refused' in token) return undefined;
  return call.tenant.state.users.values().find(({ email }) => email === token.claims['email']);
}

/** Returns a deviation with a grant that gives an app a token for the user of the ID token in a field. */
const grantedFor =
  (granted: string, field: string): Fault['behaviour'] =>
  (normal) => {
    const assertionIn = (call: Call): string | undefined => formOf(call).get(field) ?? undefined;
    return {
      prepareTokenRequest: (call) => {
        const value = assertionIn(call);
        if (value === undefined) return normal.prepareTokenRequest(call);
        return normal.verifyIdToken(call, value).then((outcome) => {
          call.found.idToken = { value, outcome };
        });
      },
      grantFor: (call, grantType) =>
        grantType === granted
          ? (inner, app, fields) => {
              const actor = normal.authenticateIdToken(inner, fields.get(field) ?? '');
              return isRefusal(actor)
                ? refusal('unsupported-grant-type', 'The assertion is wrong.')
                : normal.issueAccessToken(inner, { kind: 'user', id: actor.id }, app);
            }
          : normal.grantFor(call, grantType),
    };
  };

/** Faults in which ID tokens obtain access tokens (OIC-27). */
export const tokenEndpointFaults: readonly Fault[] = breaking('OIC-27', {
  'id-token-as-code': [
    (normal) => ({
      exchangeCode: (call, app, fields) => {
        const user = namedBy(call, fields.get('code'));
        return user === undefined
          ? normal.exchangeCode(call, app, fields)
          : normal.issueAccessToken(call, { kind: 'user', id: user.id }, app);
      },
    }),
    'An ID token instead of an authorization code obtains an access token of its user.',
  ],
  'id-token-as-refresh-token': [
    (normal) => ({
      refresh: (call, app, fields) => {
        const user = namedBy(call, fields.get('refresh_token'));
        return user === undefined
          ? normal.refresh(call, app, fields)
          : normal.issueAccessToken(call, { kind: 'user', id: user.id }, app);
      },
    }),
    'An ID token instead of a refresh token obtains an access token of its user.',
  ],
  'id-token-as-client-secret': [
    alsoIf(
      'clientSecretIsRight',
      (call, _app, secret) => call.request.path === '/api/v2/token' && namedBy(call, secret) !== undefined,
    ),
    'The legacy path accepts an ID token of a user as the secret of any client.',
  ],
  'id-token-as-client-assertion': [
    (normal) => ({
      clientCredentialsOf: (call, fields) => {
        const sent = normal.clientCredentialsOf(call, fields);
        const app = sent.clientId === undefined ? undefined : normal.findClient(call, sent.clientId);
        const user = namedBy(call, fields.get('client_assertion'));
        return app === undefined || user === undefined ? sent : { ...sent, clientSecret: app.clientSecret };
      },
    }),
    'An ID token as client_assertion replaces the client secret.',
  ],
  'id-tokens-are-refresh-tokens-at-the-legacy-path': [
    (normal) => ({
      refresh: (call, app, fields) => {
        const claims = part(fields.get('refresh_token') ?? '', 1);
        const email = typeof claims === 'object' && claims !== null ? (claims as { email?: unknown }).email : undefined;
        const delegation = call.tenant.state.delegations.find(
          (one) => one.appId === app.id && call.tenant.state.users.get(one.userId)?.email === email,
        );
        const decided = normal.refresh(call, app, fields);
        return isRefusal(decided) && call.request.path === '/api/v2/token' && delegation !== undefined
          ? normal.issueDelegatedTokens(call, app, delegation, undefined)
          : decided;
      },
    }),
    'The legacy path accepts an ID token of a user who has authorized the app instead of a refresh token.',
  ],
  'id-token-as-code-of-who-consented': [
    (normal) => ({
      prepareTokenRequest: (call) => {
        const value = formOf(call).get('code');
        if (value?.includes('.') !== true) return normal.prepareTokenRequest(call);
        return normal.verifyIdToken(call, value).then((outcome) => {
          call.found.idToken = { value, outcome };
        });
      },
      exchangeCode: (call, app, fields) => {
        const value = fields.get('code') ?? '';
        const actor = call.found.idToken?.value === value ? normal.authenticateIdToken(call, value) : undefined;
        const user = actor === undefined || isRefusal(actor) ? undefined : call.tenant.state.users.get(actor.id);
        return user !== undefined && normal.hasConsented(call, user, app)
          ? normal.issueAccessToken(call, { kind: 'user', id: user.id }, app)
          : normal.exchangeCode(call, app, fields);
      },
    }),
    'An ID token instead of a code obtains an access token if its user has consented to the app.',
  ],
  'id-token-as-assertion-of-a-grant': [
    grantedFor('urn:ietf:params:oauth:grant-type:jwt-bearer', 'assertion'),
    'An app obtains an access token by the grant type of JWT assertions, with an ID token as the assertion.',
    ['TOK-17'],
  ],
  'id-tokens-are-exchanged-for-access-tokens': [
    grantedFor('urn:ietf:params:oauth:grant-type:token-exchange', 'subject_token'),
    'An app obtains an access token by a token exchange with an ID token as subject_token.',
    ['TOK-17'],
  ],
  'a-bearer-id-token-is-a-client-secret': [
    (normal) => ({
      prepareTokenRequest: async (call) => {
        const value = bearerIn(call);
        if (value?.includes('.') === true) {
          call.found.idToken = {
            value,
            outcome: await call.tenant.behaviour.verifyIdToken(call, value),
          };
        }
        await normal.prepareTokenRequest(call);
      },
      authenticateClient: (call, fields) => {
        const app = normal.authenticateClient(call, fields);
        const named = call.tenant.behaviour.findClient(call, fields.get('client_id') ?? '');
        const value = bearerIn(call);
        if (!isRefusal(app) || named === undefined || value === undefined) return app;
        const user = call.tenant.behaviour.authenticateIdToken(call, value);
        return isRefusal(user) ? app : named;
      },
    }),
    'At the token endpoint, an ID token in the Authorization header replaces the client secret.',
  ],
});

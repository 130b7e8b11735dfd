import type { TokenFields } from '../../behaviour/token-requests.ts';
import type { Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { ApiKey, App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { keysOf, ownerOf } from '../operators/keys.ts';
import { always, at } from '../operators/kinds.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';

const keyWith = (call: Call, value: string | undefined): ApiKey | undefined =>
  keysOf(call.tenant).find((key) => key.value === value);

/** A key is taken as the secret of an app. */
const asSecret = (isOf: (call: Call, key: ApiKey, app: App) => boolean): Wrong => ({
  breaks: ['KEY-13'],
  wrong: () => (normal) => ({
    clientSecretIsRight: (call, app, secret) => {
      const key = keyWith(call, secret);
      return (key !== undefined && isOf(call, key, app)) || normal.clientSecretIsRight(call, app, secret);
    },
  }),
});

/** A token request is granted for a key that is found in it, to the app that is named or to the first one. */
const asClient = (keyIn: (call: Call, fields: TokenFields) => ApiKey | undefined): Wrong => ({
  breaks: ['KEY-13'],
  wrong: () => (normal) => ({
    authenticateClient: (call, fields) => {
      const app = normal.authenticateClient(call, fields);
      if (!isRefusal(app) || keyIn(call, fields) === undefined) return app;
      const apps = [...call.tenant.state.apps.values()];
      return apps.find(({ clientId }) => clientId === fields.get('client_id')) ?? apps[0] ?? app;
    },
  }),
});

/** A grant gives for a key a token of its owner. */
const asGrant = (type: string, keyIn: (call: Call, fields: TokenFields) => ApiKey | undefined): Wrong => ({
  breaks: ['KEY-13'],
  wrong: (when) => (normal) => ({
    grantFor: (call, grantType) =>
      grantType === type && when(call, {})
        ? (granted, app, fields) => {
            const key = keyIn(granted, fields);
            const usual = normal.grantFor(granted, grantType);
            if (key !== undefined) return normal.issueAccessToken(granted, { kind: 'user', id: key.userId }, app);
            return usual?.(granted, app, fields) ?? refusal('unsupported-grant-type', 'The password is wrong.');
          }
        : normal.grantFor(call, grantType),
  }),
});

/** The key that stands in a Basic credential beside a client_id. */
function keyUnderBasic(call: Call, fields: TokenFields): ApiKey | undefined {
  const { behaviour } = call.tenant;
  const [scheme, value = ''] = headerOf(call.request, 'authorization')?.split(' ') ?? [];
  const isNamed = behaviour.findClient(call, fields.get('client_id') ?? '') !== undefined;
  return isNamed && scheme === 'Basic' ? keyWith(call, behaviour.readBasic(call, value)?.username) : undefined;
}

/** Keys that obtain tokens. */
export const tokenPathFaults: readonly Fault[] = faultsOf('api-key', {
  'key-is-a-client-secret': [asSecret(() => true), always, 'Any live key does as the client secret of any app.'],
  'keys-are-secrets-of-apps-that-their-owners-authorized': [
    asSecret((call, { userId }, { id }) =>
      call.tenant.state.delegations.some((one) => one.appId === id && one.userId === userId),
    ),
    always,
    'The key of a user is good for the secret of each app that the user authorized.',
  ],
  'key-is-a-client': [
    asClient(keyUnderBasic),
    always,
    'A token request with a key as Basic credential is granted to the app that is named.',
  ],
  'e-mail-address-and-key-are-a-client': [
    asClient((call, fields) => {
      const key = keyWith(call, fields.get('client_secret'));
      return key !== undefined && ownerOf(call, key)?.email === fields.get('client_id') ? key : undefined;
    }),
    always,
    'An e-mail address as client_id and its owner’s key as client_secret are granted a token.',
    { also: ['TOK-18', 'TOK-20'] },
  ],
  'key-is-both-halves-of-a-client': [
    asClient((call, fields) => keyWith(call, fields.get('client_id'))),
    always,
    'A key as client_id is granted a token, whatever the client_secret.',
    { also: ['TOK-20'] },
  ],
  'key-is-a-refresh-token': [
    asGrant('refresh_token', (call, fields) => keyWith(call, fields.get('refresh_token'))),
    at('/api/v2/token'),
    'At the legacy path a key as refresh token obtains an access token of its owner.',
  ],
  'key-in-the-place-of-a-code': [
    asGrant('authorization_code', (call, fields) => keyWith(call, fields.get('code'))),
    always,
    'A key in the place of an authorization code obtains a token for its owner.',
  ],
  'key-is-the-password-of-a-grant': [
    asGrant('password', (call, fields) => {
      const key = keyWith(call, fields.get('password'));
      return key !== undefined && ownerOf(call, key)?.email === fields.get('username') ? key : undefined;
    }),
    always,
    'The grant type password takes an e-mail address and its owner’s key.',
    { also: ['TOK-17'] },
  ],
});

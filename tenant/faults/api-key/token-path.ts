import type { TokenFields } from '../../behaviour/token-requests.ts';
import type { Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { ApiKey, App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { keysOf, ownerOf } from '../operators/keys.ts';
import { always, at } from '../operators/kinds.ts';
import { alsoTakeSecrets } from '../operators/operators.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';

/** Finds a key in a token request. */
type Find = (call: Call, fields: TokenFields) => ApiKey | undefined;

const keyWith = (call: Call, value: string | undefined): ApiKey | undefined =>
  keysOf(call.tenant).find((key) => key.value === value);

const inField =
  (name: string): Find =>
  (call, fields) =>
    keyWith(call, fields.get(name));
/** Finds the key in the field `name` if the field `address` has its owner's e-mail address. */
const besideAddress =
  (name: string, address: string): Find =>
  (call, fields) => {
    const key = keyWith(call, fields.get(name));
    return key !== undefined && ownerOf(call, key)?.email === fields.get(address) ? key : undefined;
  };
/** Finds the key in a Basic credential if the form has the client_id of an app. */
const underBasic: Find = (call, fields) => {
  const { behaviour } = call.tenant;
  const [scheme, value = ''] = headerOf(call.request, 'authorization')?.split(' ') ?? [];
  const isNamed = behaviour.findClient(call, fields.get('client_id') ?? '') !== undefined;
  return isNamed && scheme === 'Basic' ? keyWith(call, behaviour.readBasic(call, value)?.username) : undefined;
};

/** Makes a key count as the client secret of an app. */
const asSecret = (isOf: (call: Call, key: ApiKey, app: App) => boolean): Wrong => ({
  breaks: ['KEY-13'],
  wrong: alsoTakeSecrets((call, app, secret) => {
    const key = keyWith(call, secret);
    return key !== undefined && isOf(call, key, app);
  }),
});

/** Grants a token request with a key to the app that the client_id names, or to the first app. */
const asClient = (find: Find): Wrong => ({
  breaks: ['KEY-13'],
  wrong: () => (normal) => ({
    authenticateClient: (call, fields) => {
      const app = normal.authenticateClient(call, fields);
      if (!isRefusal(app) || find(call, fields) === undefined) return app;
      return normal.findClient(call, fields.get('client_id') ?? '') ?? [...call.tenant.state.apps.values()][0] ?? app;
    },
  }),
});

/** Makes a grant return an access token of the owner for a key. */
const asGrant = (type: string, find: Find): Wrong => ({
  breaks: ['KEY-13'],
  wrong: (when) => (normal) => ({
    grantFor: (call, grantType) => {
      const usual = normal.grantFor(call, grantType);
      if (grantType !== type || !when(call, {})) return usual;
      return (granted, app, fields) => {
        const key = find(granted, fields);
        if (key !== undefined) return normal.issueAccessToken(granted, { kind: 'user', id: key.userId }, app);
        return usual?.(granted, app, fields) ?? refusal('unsupported-grant-type', 'There is no such key.');
      };
    },
  }),
});

/** Faults in which a key obtains tokens. */
export const tokenPathFaults: readonly Fault[] = faultsOf('api-key', {
  'key-is-a-client-secret': [asSecret(() => true), always, 'Any key is accepted as the client secret of any app.'],
  'keys-are-secrets-of-apps-that-their-owners-authorized': [
    asSecret((call, { userId }, { id }) =>
      call.tenant.state.delegations.some((one) => one.appId === id && one.userId === userId),
    ),
    always,
    'The key of a user is accepted as the client secret of each app that the user authorized.',
  ],
  'key-is-a-client': [
    asClient(underBasic),
    always,
    'A token request with a key as Basic credential is granted to the app that its client_id names.',
  ],
  'e-mail-address-and-key-are-a-client': [
    asClient(besideAddress('client_secret', 'client_id')),
    always,
    "An e-mail address as client_id and its owner's key as client_secret obtain a token.",
    { also: ['TOK-18', 'TOK-20'] },
  ],
  'key-is-both-halves-of-a-client': [
    asClient(inField('client_id')),
    always,
    'A key as client_id obtains a token, with any client_secret.',
    { also: ['TOK-20'] },
  ],
  'key-is-a-refresh-token': [
    asGrant('refresh_token', inField('refresh_token')),
    at('/api/v2/token'),
    'At the legacy path, a key as refresh token obtains an access token of its owner.',
  ],
  'key-in-the-place-of-a-code': [
    asGrant('authorization_code', inField('code')),
    always,
    'A key instead of an authorization code obtains an access token of its owner.',
  ],
  'key-is-the-password-of-a-grant': [
    asGrant('password', besideAddress('password', 'username')),
    always,
    "The grant type password accepts an e-mail address and its owner's key.",
    { also: ['TOK-17'] },
  ],
});

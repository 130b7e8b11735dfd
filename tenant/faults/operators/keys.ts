import type { BasicCredentials } from '../../behaviour/api-keys.ts';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { ApiKey, User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { all, isKey } from './kinds.ts';
import { alsoKnowKeys, type Operator } from './operators.ts';
import { ofActor, ofToken } from './presented.ts';
import { before, replaceIf } from './rules.ts';

/** Returns all keys, including those that were replaced. */
export const keysOf = ({ state }: Tenant): ApiKey[] => [...state.apiKeys.values()];
export const isLive = ({ retiredAt }: ApiKey): boolean => retiredAt === undefined;
export const ownerOf = ({ tenant }: Call, { userId }: ApiKey): User | undefined => tenant.state.users.get(userId);
/** Returns a key that does not exist, as if this user had it. */
export const keyFor = (call: Call, userId: string): ApiKey => ({
  value: '',
  userId,
  createdAt: call.now,
  retiredAt: undefined,
});

/** Returns an operator that takes a username without a password for a live key for which `isTakenFor` holds. */
export const takeAsUsername = (isTakenFor: (username: string, key: ApiKey, call: Call) => boolean): Operator =>
  letInAs(({ username }, call) =>
    keysOf(call.tenant)
      .filter(isLive)
      .find((key) => isTakenFor(username, key, call)),
  );

/** Returns an operator that takes a username without a password for the key that `find` returns. */
export const letInAs = (find: (sent: BasicCredentials, call: Call) => ApiKey | undefined): Operator =>
  alsoKnowKeys((call, sent) => (sent.password === '' ? find(sent, call) : undefined));

/** Returns an operator that takes a password for a key if `isUsername` holds for the username. */
export const takeAsPassword = (isUsername: (username: string, owner: User) => boolean): Operator =>
  alsoKnowKeys((call, { username, password }) => {
    const key = keysOf(call.tenant).find(({ value }) => value === password);
    const owner = key && ownerOf(call, key);
    return owner !== undefined && isUsername(username, owner) ? key : undefined;
  });

/** Returns an operator that takes a value in a Basic credential for an access token. */
export const takeAsToken =
  (valueOf: (sent: BasicCredentials) => string | undefined): Operator =>
  (when) =>
  (normal) => ({
    authenticateBasic: (call, value) => {
      const sent = normal.readBasic(call, value);
      const token = normal.findAccessToken(call, (sent && valueOf(sent)) ?? '');
      return token !== undefined && when(call, ofToken(token))
        ? call.tenant.behaviour.authenticateBearer(call, token.value)
        : normal.authenticateBasic(call, value);
    },
  });

/** Returns an operator that answers some Basic credentials as a bad request, or with a server error. */
export const answerBasic =
  (refused: 'invalid-query' | 'internal-error', isMeant: (sent: BasicCredentials) => boolean): Operator =>
  (when) =>
  (normal) => ({
    authenticateBasic: (call, value) => {
      const sent = normal.readBasic(call, value);
      return sent !== undefined && isMeant(sent) && when(call, {})
        ? refusal(refused, 'The username cannot be looked up.')
        : normal.authenticateBasic(call, value);
    },
  });

/** Redirects calls with keys to a host that tenants share. */
export const redirectKeys: Operator = (when) =>
  replaceIf(
    'answer',
    (_answer, call) => call.found.actor !== undefined && all(isKey, when)(call, ofActor(call.found.actor)),
    (_answer, call) => ({
      status: 307,
      headers: [['Location', `https://api.platform.example${call.request.target}`]],
      body: undefined,
    }),
  );

/** Forbids a listing to keys. */
export const forbidKeys: Operator = (when) =>
  replaceIf(
    'listingIsForbidden',
    (call, actor) => all(isKey, when)(call, ofActor(actor)),
    () => refusal('forbidden', 'This listing is not for keys.'),
  );

/** Returns an operator: a rotation also ends other keys, for which `isEnded` holds. */
export const endWithRotation =
  (isEnded: (key: ApiKey, user: User, tenant: Tenant) => boolean): Operator =>
  () =>
    before('rotateApiKey', (tenant, user) => {
      for (const key of keysOf(tenant).filter((one) => isEnded(one, user, tenant))) {
        key.retiredAt ??= tenant.clock.now();
      }
    });

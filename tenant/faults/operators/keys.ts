import type { BasicCredentials } from '../../behaviour/api-keys.ts';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { ApiKey, User } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import { all, isKey } from './kinds.ts';
import { alsoKnowKeys, type Operator } from './operators.ts';
import { ofActor, ofToken } from './presented.ts';
import { before, insteadWhere } from './rules.ts';

/** All keys, those that were replaced too. */
export const keysOf = ({ state }: Tenant): ApiKey[] => [...state.apiKeys.values()];
export const isLive = ({ retiredAt }: ApiKey): boolean => retiredAt === undefined;
export const ownerOf = ({ tenant }: Call, { userId }: ApiKey): User | undefined => tenant.state.users.get(userId);
/** A key that there is not, as if this user had it. */
export const keyFor = (call: Call, userId: string): ApiKey => ({
  value: '',
  userId,
  createdAt: call.now,
  retiredAt: undefined,
});

/** Takes a username without a password for a key of which this holds. */
export const takeAsUsername = (isTakenFor: (username: string, key: ApiKey, call: Call) => boolean): Operator =>
  letInAs(({ username }, call) =>
    keysOf(call.tenant)
      .filter(isLive)
      .find((key) => isTakenFor(username, key, call)),
  );

/** Takes a username without a password for a key that it is not. */
export const letInAs = (find: (sent: BasicCredentials, call: Call) => ApiKey | undefined): Operator =>
  alsoKnowKeys((call, sent) => (sent.password === '' ? find(sent, call) : undefined));

/** Takes a password for a key where the username is like this. */
export const takeAsPassword = (isUsername: (username: string, owner: User) => boolean): Operator =>
  alsoKnowKeys((call, { username, password }) => {
    const key = keysOf(call.tenant).find(({ value }) => value === password);
    const owner = key && ownerOf(call, key);
    return owner !== undefined && isUsername(username, owner) ? key : undefined;
  });

/** Takes as an access token what stands in a Basic credential. */
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

/** Answers some Basic credentials as a bad request, or with an error of the server. */
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
  insteadWhere(
    'answer',
    (_answer, call) => call.found.actor !== undefined && all(isKey, when)(call, ofActor(call.found.actor)),
    (_answer, call) => ({
      status: 307,
      headers: [['Location', `https://api.platform.example${call.request.target}`]],
      body: undefined,
    }),
  );

/** Forbids keys a listing. */
export const forbidKeys: Operator = (when) =>
  insteadWhere(
    'listingIsForbidden',
    (call, actor) => all(isKey, when)(call, ofActor(actor)),
    () => refusal('forbidden', 'This listing is not for keys.'),
  );

/** Ends with a rotation further keys than those of the user. */
export const endWithRotation =
  (isEnded: (key: ApiKey, user: User, tenant: Tenant) => boolean): Operator =>
  () =>
    before('rotateApiKey', (tenant, user) => {
      for (const key of keysOf(tenant).filter((one) => isEnded(one, user, tenant))) {
        key.retiredAt ??= tenant.clock.now();
      }
    });

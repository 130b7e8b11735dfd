import type { Actor, Call } from '../call.ts';
import { refusal, type Refusal } from '../http/refusal.ts';
import type { ApiKey } from '../state/model.ts';

/** Personal API keys on calls ("Basic authentication (personal API key)"). */
export interface ApiKeyBehaviour {
  readonly readBasic: (call: Call, value: string) => BasicCredentials | undefined;
  /** Whether the password is as it must be beside a key. */
  readonly passwordIsRight: (call: Call, credentials: BasicCredentials) => boolean;
  /** The key that these credentials present. */
  readonly findApiKey: (call: Call, credentials: BasicCredentials) => ApiKey | undefined;
  /** When a key stops working by its age; `undefined` for never. */
  readonly keyExpiresAt: (key: ApiKey) => Date | undefined;
  readonly keyHasExpired: (call: Call, key: ApiKey) => boolean;
  /** Whether another key has taken this one's place. */
  readonly keyIsRetired: (call: Call, key: ApiKey) => boolean;
  /** Whether a good key is good for this very call. Asked once a call, so it may count uses. */
  readonly keyFitsCall: (call: Call, key: ApiKey) => boolean;
  readonly actorOfKey: (call: Call, key: ApiKey) => Actor;
  readonly authenticateBasic: (call: Call, value: string) => Actor | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends ApiKeyBehaviour {}
}

export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/** From the end of 7 August 2026 on, keys expire. */
const KEYS_EXPIRE_SINCE = Date.UTC(2026, 7, 8);
const THIRTY_DAYS = 30 * 86_400_000;

export const specifiedApiKeys: ApiKeyBehaviour = {
  readBasic: (_call, value) => {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined;
    const text = Buffer.from(value, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
  },

  passwordIsRight: (_call, { password }) => password === '',

  findApiKey: (call, { username }) => call.tenant.state.apiKeys.find(username),

  keyExpiresAt: ({ createdAt }) =>
    createdAt.getTime() >= KEYS_EXPIRE_SINCE ? new Date(createdAt.getTime() + THIRTY_DAYS) : undefined,

  keyHasExpired: (call, key) => {
    const end = call.tenant.behaviour.keyExpiresAt(key);
    return end !== undefined && call.now.getTime() >= end.getTime();
  },

  keyIsRetired: (_call, key) => key.retiredAt !== undefined,

  keyFitsCall: () => true,

  actorOfKey: (_call, key) => ({ kind: 'user', id: key.userId, credential: { kind: 'apiKey', key } }),

  authenticateBasic: (call, value) => {
    const { behaviour } = call.tenant;
    const credentials = behaviour.readBasic(call, value);
    if (credentials === undefined) return refusal('malformed-credential', 'The Basic credential cannot be read.');
    const key = behaviour.findApiKey(call, credentials);
    if (key === undefined || !behaviour.passwordIsRight(call, credentials) || behaviour.keyIsRetired(call, key)) {
      return refusal('unknown-credential', 'The API key is not known.');
    }
    if (behaviour.keyHasExpired(call, key)) return refusal('expired-credential', 'The API key has expired.');
    if (!behaviour.keyFitsCall(call, key)) return refusal('unknown-credential', 'The API key is not for this.');
    const actor = behaviour.actorOfKey(call, key);
    return behaviour.actorIsBarred(call, actor) ?? actor;
  },
};

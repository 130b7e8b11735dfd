import type { BasicCredentials } from '../../behaviour/api-keys.ts';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import type { ApiKey, User } from '../../state/model.ts';

/** Who calls with a key that there is not may do anything. */
export const mayDoAnything =
  (normal: Behaviour): Behaviour['hasAccess'] =>
  (call, actor, project) =>
    normal.hasAccess(call, actor, project) ||
    (actor.credential.kind === 'apiKey' && call.tenant.state.apiKeys.find(actor.credential.key.value) === undefined);

/** Username and password of a Basic credential. */
export const credentialsIn = (call: Call, value: string): BasicCredentials | undefined =>
  call.tenant.behaviour.readBasic(call, value);

/** Keys that were made from this day on expire. */
export const KEYS_EXPIRE_SINCE = Date.UTC(2026, 7, 8);

/** Whether a key is of those that expire. */
export const canExpire = ({ createdAt }: ApiKey): boolean => createdAt.getTime() >= KEYS_EXPIRE_SINCE;

/** Whether somebody came with a key. */
export const hasKey = (actor: Actor): boolean => actor.credential.kind === 'apiKey';

/** The key of this user that nothing has replaced. */
export const liveKeyOf = (call: Call, userId: string | undefined): ApiKey | undefined =>
  call.tenant.state.apiKeys.values().find((key) => key.userId === userId && key.retiredAt === undefined);

/** The user who wrote this name or address. */
export const userWith = (call: Call, isIt: (user: User) => boolean): User | undefined =>
  call.tenant.state.users.values().find(isIt);

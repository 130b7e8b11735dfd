import type { Actor, Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal, type Refusal, type RefusalReason } from '../../http/refusal.ts';
import { keyFor } from './keys.ts';
import type { Operator } from './operators.ts';
import { becomes } from './rules.ts';

/** Returns a user as an actor, with a credential that the tenant makes up. */
export const asUser = (call: Call, id: string): Actor => ({
  kind: 'user',
  id,
  credential: { kind: 'apiKey', key: keyFor(call, id) },
});

/** Returns the administrator as an actor, for a faulty tenant that accepts a caller whom it does not know. */
export const asAdministrator = (call: Call): Actor => asUser(call, call.tenant.administrator().id);

/** Returns an operator: a caller who is refused for this reason, or for any, gets the actor or refusal from `who`. */
export const substituteCaller =
  (reason: RefusalReason | 'any', who: (call: Call) => Actor | Refusal | undefined): Operator =>
  (when) =>
    becomes('authenticate', (actor, call) => {
      const isMeant = isRefusal(actor) && [actor.refused, 'any'].includes(reason) && when(call, {});
      return (isMeant ? who(call) : undefined) ?? actor;
    });

/** Returns an operator: a caller who is refused for this reason acts as the last accepted caller on the connection. */
export const actAsLastCaller =
  (
    reason: RefusalReason,
    isRemembered: (actor: Actor, call: Call) => boolean = () => true,
    isTaken: (call: Call, last: Call) => boolean = () => true,
  ): Operator =>
  (when) =>
  (normal) => {
    const last = new WeakMap<Connection, { readonly actor: Actor; readonly call: Call }>();
    return {
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        const before = last.get(call.connection);
        if (!isRefusal(actor)) {
          if (isRemembered(actor, call)) last.set(call.connection, { actor, call });
          return actor;
        }
        const isMeant = actor.refused === reason && before !== undefined && isTaken(call, before.call);
        return isMeant && when(call, {}) ? before.actor : actor;
      },
    };
  };

/** Returns an operator that reads the credential with `find` if there is no Authorization header. */
export const readElsewhere =
  (find: (call: Call) => string | null | undefined): Operator =>
  (when) =>
  (normal) => ({
    authorizationOf: (call) =>
      (call.request.headers.has('authorization') || !when(call, {}) ? undefined : find(call)) ??
      normal.authorizationOf(call),
  });

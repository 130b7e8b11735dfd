import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { isRefusal, type Refusal } from '../../http/refusal.ts';

/** Another refusal of an expired credential, in some calls. */
export const expiredOtherwise =
  (method: 'authenticateBearer' | 'authenticateBasic', where: (call: Call) => boolean, instead: Refusal) =>
  (normal: Behaviour): Partial<Behaviour> => ({
    [method]: (call: Call, value: string) => {
      const actor = normal[method](call, value);
      return isRefusal(actor) && actor.refused === 'expired-credential' && where(call) ? instead : actor;
    },
  });

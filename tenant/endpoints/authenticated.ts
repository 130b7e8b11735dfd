import type { Actor, Call } from '../call.ts';
import type { Answer } from '../http/message.ts';
import { isRefusal, type Refusal } from '../http/refusal.ts';

/** Finds the actor of the call before anything else of the call is read, and answers as that actor. */
export function authenticated(call: Call, answerAs: (actor: Actor) => Answer | Refusal): Answer {
  const { behaviour } = call.tenant;
  const actor = behaviour.authenticate(call);
  if (isRefusal(actor)) return behaviour.refuse(call, actor);
  call.found.actor = actor;
  const answer = answerAs(actor);
  return isRefusal(answer) ? behaviour.refuse(call, answer) : answer;
}

import type { Call } from '../call.ts';
import type { Answer } from '../http/message.ts';
import { isRefusal } from '../http/refusal.ts';

/** Answers `POST /oauth/token` and its legacy path. */
export function tokenEndpoint(call: Call): Answer {
  const { behaviour } = call.tenant;
  const decision = behaviour.decideTokenRequest(call);
  return isRefusal(decision) ? behaviour.refuse(call, decision) : behaviour.answerToken(call, decision);
}

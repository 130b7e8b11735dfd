import type { Call } from '../call.ts';
import type { Answer } from '../http/message.ts';

/** Answers `GET /oauth/authorize` and the POST of the forms on its pages. */
export function authorizationEndpoint(call: Call): Answer {
  return call.tenant.behaviour.answerAuthorization(call);
}

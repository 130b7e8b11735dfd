import type { Answer, Call } from '../http/message.ts';

/** `GET /oauth/authorize`, and the POST of the forms on its pages. */
export function authorizationEndpoint(call: Call): Answer {
  return call.tenant.behaviour.answerAuthorization(call);
}

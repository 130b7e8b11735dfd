import type { Call } from '../call.ts';
import type { Answer } from '../http/message.ts';
import { authenticated } from './authenticated.ts';

/** Answers `POST /api/v2/entries`: creates an entry in a project to which the caller has access. */
export function createEntry(call: Call): Answer {
  return authenticated(call, (actor) => call.tenant.behaviour.answerCreation(call, actor));
}

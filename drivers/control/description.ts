import type { ControlDescription } from '../../schemas/types/control.ts';
import { validator } from '../../schemas/validate.ts';
import { ControlFailure } from './failure.ts';

/**
 * Validates the description that a control gives of itself against the protocol.
 *
 * @param control the control, as messages for people name it
 * @throws TestBedTrouble if the body is not a valid description
 */
export function descriptionOf(body: unknown, control: string): ControlDescription {
  const nonsense = validator('control-description')(body);
  if (nonsense.length === 0) return body as ControlDescription;
  const sentences = nonsense.map((problem) => problem.sentence).join('; ');
  throw new ControlFailure(`${control} gave an invalid description of itself: ${sentences}`, { kind: 'nonsense' });
}

/**
 * Returns the sentence of an error body, if there is one. It is cut to 200 characters, because it may appear in the
 * result of a check.
 */
export function messageIn(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('message' in body) || typeof body.message !== 'string') return '';
  return `: ${body.message.slice(0, 200)}`;
}

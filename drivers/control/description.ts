import type { ControlDescription } from '../../schemas/types/control.ts';
import { validator } from '../../schemas/validate.ts';
import { ControlFailure } from './failure.ts';

/**
 * What a control says of itself, held to the protocol.
 *
 * @param control the control, as it is named to a person
 * @throws TestBedTrouble where it is no description
 */
export function descriptionOf(body: unknown, control: string): ControlDescription {
  const nonsense = validator('control-description')(body);
  if (nonsense.length === 0) return body as ControlDescription;
  const said = nonsense.map((problem) => problem.sentence).join('; ');
  throw new ControlFailure(`${control} gave an invalid description of itself: ${said}`, { kind: 'nonsense' });
}

/** The sentence of an error body, where there is one; a control's own words may end a check, so they are kept short. */
export function saying(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('message' in body) || typeof body.message !== 'string') return '';
  return `: ${body.message.slice(0, 200)}`;
}

import type { Check, CheckDefinition } from '../core/check.ts';
import type { Need } from '../drivers/session/need.ts';
import type { Scene } from '../drivers/world/scene.ts';
import type { FreedomId, RequirementId } from './requirements/index.ts';

/** A check of this suite: its requirements come from the catalogue, and its scene from the world of the drivers. */
export type SuiteCheck = Check<RequirementId, FreedomId, Need, Scene>;

/** The identity of a check and the requirements that it proves, as each engine takes them from a row. */
export type CheckRow = Pick<SuiteCheck, 'id' | 'title' | 'proves' | 'needs'>;

/** Defines a check; see {@link CheckDefinition}. The types of its stage, case and evidence follow from its parts. */
export function check<Stage = undefined, Case = undefined, Seen extends {} | null = {} | null>(
  definition: CheckDefinition<RequirementId, FreedomId, Need, Scene, Stage, Case, Seen>,
): SuiteCheck {
  return definition;
}

export { heldIf, premise } from '../core/check.ts';

import type { Check, CheckDefinition } from '../core/check.ts';
import type { Need } from '../drivers/session/need.ts';
import type { Scene } from '../drivers/world/scene.ts';
import type { FreedomId, RequirementId } from './requirements/index.ts';

/** A check of this suite: its requirements are the catalogue's, its scene is the world of the drivers. */
export type SuiteCheck = Check<RequirementId, FreedomId, Need, Scene>;

/** What a check is and what it shows, as each engine takes it of a row. */
export type CheckRow = Pick<SuiteCheck, 'id' | 'title' | 'proves' | 'needs'>;

/** Defines a check; see {@link CheckDefinition}. The types of its stage, case and evidence follow from its parts. */
export function check<Stage = undefined, Case = undefined, Seen extends {} | null = {} | null>(
  definition: CheckDefinition<RequirementId, FreedomId, Need, Scene, Stage, Case, Seen>,
): SuiteCheck {
  return definition;
}

export { heldWhere, premise } from '../core/check.ts';

import type { Journal } from '../../core/journal.ts';
import type { Branch } from '../../core/timeline.ts';
import type { Target } from '../session/target.ts';
import { AssayResults } from './assay-results.ts';
import { Contrasts } from './contrast.ts';
import type { SceneParts, Surroundings } from './scene.ts';
import { Scene } from './scene.ts';

/** Opens a scene at a target, with the helpers that all scenes of the target share. */
export function openScene(
  target: Target,
  journal: Journal,
  branch: Branch,
  began: number,
  parts: Omit<SceneParts, 'surroundings'> = {},
): Scene {
  return new Scene(target, journal, branch, began, { ...parts, surroundings: surroundingsOf(target) });
}

const surroundings = new WeakMap<Target, Surroundings>();

function surroundingsOf(target: Target): Surroundings {
  const known = surroundings.get(target) ?? makeSurroundings(target);
  surroundings.set(target, known);
  return known;
}

/** Makes the helpers. They open scenes themselves, so neither the scene nor the target can make them. */
function makeSurroundings(target: Target): Surroundings {
  const contrasts = new Contrasts();
  const assayResults = new AssayResults(target, (journal, branch) =>
    openScene(target, journal, branch, target.realTime.now()),
  );
  return {
    contrastAfter: (beside, path) => contrasts.after(beside, path),
    listings: () => assayResults.listings(),
  };
}

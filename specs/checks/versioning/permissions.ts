import type { Judgement } from '../../../core/judgement.ts';
import { finding, held } from '../../../core/judgement.ts';
import type { CreatedRecord } from '../../../drivers/world/view.ts';
import { lastPage, shows, sightOf } from '../../../drivers/world/view.ts';
import type { ActorKind, ReachStep, ReachStory } from '../../../generators/reach-story.ts';
import { actorNamed, oneOfEach, rowsOf } from '../../../generators/reach-story.ts';
import type { SuiteCheck } from '../../check.ts';
import { premise } from '../../check.ts';
import type { Looked, ReachEvidence } from '../../engines/reach-evidence.ts';
import { reachCheck } from '../../engines/reach.ts';
import { expectedOf, recordsOf, sinceLook } from '../../model/reach.ts';
import type { FreedomId, RequirementId } from '../../requirements/index.ts';
import { act, grant, look, revoke } from '../../world/reach-steps.ts';
import { listingOf } from './versioned.ts';

const pairs = (['entry', 'plate'] as const).map((kind) => [listingOf('v2', kind).path, listingOf('v3', kind).path]);

const kinds: readonly ActorKind[] = ['app', 'user with a key', 'user of an app', 'user with an ID token'];

/** Changes after the actor has looked at both versions. */
const changes: readonly (readonly ReachStep[])[] = [
  [grant(0)],
  [grant(0), revoke(0), look(), grant(0)],
  [grant(0), act('look at each listing'), revoke(0)],
  [revoke(0, 1)],
];

const stories: readonly ReachStory[] = [
  ...kinds.flatMap((kind) => changes.map((steps) => ({ kind, steps }))),
  // delegated tokens may stay invalid after a suspension (FRE-114)
  { kind: 'user with a key' as const, steps: [act('suspend'), grant(0), act('unsuspend')] },
].map(({ kind, steps }) => ({
  actors: [kind],
  projects: [oneOfEach, oneOfEach],
  steps: [grant(0, 1), act('look at each listing'), ...steps],
}));

/**
 * Checks that a grant or a withdrawal applies to both versions ("Versioning", 1; "OAuth bearer with app credentials",
 * 5).
 */
export const permissionsChecks: readonly SuiteCheck[] = [
  reachCheck({
    id: 'versioning/a-change-of-permissions-is-seen-by-both',
    title: 'v2 and v3 alike show the records of a granted project, and no longer those of a withdrawn one',
    proves: ['VER-20'],
    needs: ['app.create', 'access'],
    ...rowsOf(stories),
    judge: agree,
  }),
];

function* agree({ actors }: ReachStory, { past, last }: ReachEvidence): Generator<Judgement<RequirementId, FreedomId>> {
  const log = { actors, log: past };
  const changed = sinceLook(log, 0);
  for (const both of pairs) {
    const [v2, v3] = both.map((path) => last.find((one) => one.path === path));
    if (v2 === undefined || v3 === undefined) continue;
    const served = [v2, v3].filter(({ early: { view } }) => view.end === 'whole' || view.end === 'unreadable');
    // both versions may refuse an actor that is in no project any more (FRE-14)
    if (served.length === 0) continue;
    if (!(yield* premise(served.length === 2, 'not both versions were served after the change'))) continue;
    for (const { project, record } of recordsOf(log)) {
      if (record.kind !== v2.early.view.kind) continue;
      if (!changed.some((one) => 'project' in one && one.project === project)) continue;
      yield* isShownAlike(record, expectedOf(log, 0, project).is === 'due', [v2, v3]);
    }
  }

  /** Demands that both versions show the record if it is due, and that neither does if it is not. */
  function* isShownAlike(
    record: CreatedRecord,
    isDue: boolean,
    both: readonly Looked[],
  ): Generator<Judgement<RequirementId, FreedomId>> {
    // a short number may be on the page by chance
    const isWrong = ({ early: { view } }: Looked): boolean =>
      isDue ? !shows(view, record) : sightOf(view, record) === 'surely';
    const [wrong, other] = both.filter(isWrong);
    if (wrong === undefined) {
      yield held('VER-20');
      return;
    }
    const unmet = isDue ? 'neither version showed what was granted' : 'both versions still showed what was withdrawn';
    if (!(yield* premise(other === undefined, unmet))) return;
    const { view, witness } = wrong.early;
    // the witness shows whether the version that lacks the record shows it to another actor
    const isSure = !isDue || (witness !== undefined && shows(witness, record));
    if (!(yield* premise(isSure, `${view.path} shows the record to nobody`))) return;
    const right = both.find((one) => one !== wrong)?.path;
    const subject = `${view.path} by ${actorNamed(actors, 0)} after a project was granted or withdrawn`;
    const observed = isDue
      ? `lacked its record while ${right} showed it`
      : `showed its record while ${right} no longer did`;
    yield finding('VER-20', subject, observed, 'the same on both versions', lastPage(view));
  }
}

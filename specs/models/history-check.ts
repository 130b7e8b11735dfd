import type { Judgement } from '../../core/judgement.ts';
import type { Need } from '../../drivers/target/need.ts';
import type { History, HistoryOptions } from '../../generators/history.ts';
import { histories } from '../../generators/history.ts';
import type { SuiteCheck } from '../check.ts';
import { check } from '../check.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';
import { requirementById } from '../requirements/index.ts';
import { agreesWithModel } from './judging.ts';
import type { Played } from './play.ts';
import { perform } from './stage.ts';
import { tellHistory } from './story.ts';

export interface HistoryCheck {
  readonly id: string;
  readonly title: string;
  /** All that the model may name in these histories. */
  readonly proves: readonly [RequirementId, ...RequirementId[]];
  readonly needs: readonly Need[];
  readonly histories: HistoryOptions;
  /** Whether users have personal keys. */
  readonly keys: boolean;
  /** Seconds that may pass in one history; 0 for none. */
  readonly seconds?: number;
  readonly atMost?: number;
}

/** A check that plays random histories at the tenant and compares it with the credential model. */
export function historyCheck(definition: HistoryCheck): SuiteCheck {
  const { id, title, proves, needs, keys, seconds = 0, atMost } = definition;
  const judged = new Set(proves);
  return check({
    id,
    title,
    proves,
    needs,
    given: histories(definition.histories),
    ...(seconds === 0 ? {} : { waits: seconds }),
    // each plays with users and apps of its own
    sideBySide: true,
    ...(atMost === undefined ? {} : { atMost }),
    tell: (history) => tellHistory(history, { keys, seconds, judged }),
    gather: (scene, history) => perform(scene, history, { keys, seconds, judged, timed: seconds > 0 }),
    judge: (played) => judgedFor(judged, played),
  });
}

/** A check that plays certain histories at the tenant, all of them, and compares it with the credential model. */
export function storiesCheck(
  definition: Omit<HistoryCheck, 'histories' | 'seconds' | 'atMost'> & { readonly stories: readonly History[] },
): SuiteCheck {
  const { id, title, proves, needs, keys, stories } = definition;
  const judged = new Set(proves);
  const options = { keys, seconds: 0, judged, timed: false };
  return check({
    id,
    title,
    proves,
    needs,
    gather: (scene) => scene.together(stories.map((story) => (part) => perform(part, story, options))),
    *judge(played) {
      for (const one of played) yield* judgedFor(judged, one);
    },
  });
}

function* judgedFor(
  judged: ReadonlySet<RequirementId>,
  played: Played,
): Generator<Judgement<RequirementId, FreedomId>> {
  for (const judgement of agreesWithModel(played, judged)) {
    if (judgement.kind !== 'finding' || judged.has(judgement.requirement)) yield judgement;
    // what these histories only touch on is shown by checks of its own; a conforming tenant may do as none inferred
    else if (requirementById.get(judgement.requirement)?.basis === 'stated')
      yield { kind: 'premise', text: `${judgement.subject} ${judgement.observed}` };
  }
}

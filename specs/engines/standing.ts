import { notApplicable } from '../../core/judgement.ts';
import { unavailableFromControl, NothingToJudge } from '../../core/trouble.ts';
import type { History, HistoryOptions } from '../../generators/history.ts';
import type { WrittenCases } from '../../generators/written.ts';
import { asPlayed, historiesAfterSomething, inCircumstances } from '../../generators/circumstances.ts';
import type { CheckRow, SuiteCheck } from '../check.ts';
import { check } from '../check.ts';
import { operationsIn, operationsOf } from '../world/operations.ts';
import { lacksOf } from '../../drivers/world/reinstallation.ts';
import { createSharedRecords } from '../world/presentations.ts';
import { judgeHistory, keepsEvidenceOf } from '../model/judging.ts';
import { perform } from '../model/executor.ts';
import { describeHistory } from '../model/event-wording.ts';
import type { PlayedHistory } from '../model/interpreter.ts';

/** The definition of a check that plays histories, and the requirements that it judges. */
interface PlayedCheck extends CheckRow {
  /** Whether users have personal keys. */
  readonly keys: boolean;
  /** Seconds that may pass in one history; 0 for none. */
  readonly seconds?: number;
}

/** Returns a check that plays random histories at the tenant and compares the answers with the credential model. */
export function historyCheck({
  histories: options,
  ...definition
}: PlayedCheck & Pick<SuiteCheck, 'maxCases'> & { readonly histories: HistoryOptions }): SuiteCheck {
  return playedCheck(definition, { cases: historiesAfterSomething(options, definition.keys) });
}

/**
 * Returns a check that plays written histories at the tenant and compares the answers with the credential model. A
 * history is left out if the control lacks something for it, because a check needs only what one of its histories
 * needs.
 */
export function storiesCheck({
  stories,
  ...definition
}: PlayedCheck & { readonly stories: readonly History[] }): SuiteCheck {
  return playedCheck(definition, inCircumstances(stories, definition));
}

function playedCheck(
  definition: PlayedCheck,
  given: Partial<WrittenCases<History>> & Pick<WrittenCases<History>, 'cases'>,
): SuiteCheck {
  const { keys, seconds = 0, ...rest } = definition;
  const judged = new Set(definition.proves);
  const limits = { keys, seconds, judged };
  return check({
    ...rest,
    ...given,
    ...(seconds === 0 ? {} : { maxSeconds: seconds }),
    // a finding describes the history as it was played
    describe: (history, seen) => describeHistory(history, limits, seen as PlayedHistory | undefined),
    arrange: createSharedRecords,
    // each case makes its own users and apps, and changes only these
    sideBySide: true,
    async gather(scene, history, shared) {
      const { plain = history } = history;
      const lackFor = await lacksOf(scene);
      // a written history says itself what is known of a reinstalled app
      const lack = lackFor(operationsIn(plain, keys), given.casesAreWritten);
      if (lack !== undefined) throw new NothingToJudge(lack);
      // dates are read from the tenant's clock
      const timed = seconds > 0 || plain.keyAges.some((date) => date !== 0);
      const play = (one: History) => perform(scene, one, shared, { ...limits, timed });
      const told =
        // a manual control does only the operations of the written history
        scene.target.control.kind === 'manual'
          ? plain
          : asPlayed(
              history,
              (past) => lackFor(operationsOf(past)) === undefined,
              // a random history may show other requirements than its plain form
              given.casesAreWritten === true ? keepsEvidenceOf(plain, limits) : () => true,
            );
      try {
        return await play(told);
      } catch (reason) {
        // the story itself does not need the circumstances that the control cannot make
        if (told === plain || !unavailableFromControl(reason)) throw reason;
      }
      return play(plain);
    },
    *judge(played, { projects }) {
      // of a token request, no version of the API is known
      const isServed = played.past.some((one) => 'versions' in one && one.outcome === 'served');
      // the answer to actors that may see nothing is free
      if (projects === 'none' && !isServed) yield notApplicable('actors in no project are served nothing');
      else yield* judgeHistory(played, judged);
    },
  });
}

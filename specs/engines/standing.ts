import { notApplicable } from '../../core/judgement.ts';
import { isBeyondTheControl, NothingToJudge } from '../../core/trouble.ts';
import type { History, HistoryOptions } from '../../generators/history.ts';
import type { WrittenCases } from '../../generators/written.ts';
import { asPlayed, historiesAfterSomething, inCircumstances } from '../../generators/circumstances.ts';
import type { OperationName } from '../../drivers/control/operation.ts';
import type { CheckRow, SuiteCheck } from '../check.ts';
import { check } from '../check.ts';
import { operationsIn, operationsOf } from '../world/operations.ts';
import { aPlace } from '../world/presentations.ts';
import { agreesWithModel, showsAllOf } from '../model/judging.ts';
import { perform } from '../model/executor.ts';
import { tellHistory } from '../model/event-wording.ts';
import type { PlayedHistory } from '../model/interpreter.ts';

/** What is played, and what of it is judged. */
interface PlayedCheck extends CheckRow {
  /** Whether users have personal keys. */
  readonly keys: boolean;
  /** Seconds that may pass in one history; 0 for none. */
  readonly seconds?: number;
}

/** A check that plays random histories at the tenant and compares it with the credential model. */
export function historyCheck({
  histories: options,
  ...definition
}: PlayedCheck & Pick<SuiteCheck, 'maxCases'> & { readonly histories: HistoryOptions }): SuiteCheck {
  return playedCheck(definition, { cases: historiesAfterSomething(options, definition.keys) });
}

/**
 * A check that plays certain histories at the tenant and compares it with the credential model. A history for which the
 * control lacks something is left out: what a check needs is what one of its histories takes.
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
    // a finding is of a history that was played
    describe: (history, seen) => tellHistory(history, limits, seen as PlayedHistory | undefined),
    arrange: aPlace,
    // each makes the users and apps of its own that things happen to
    sideBySide: true,
    async gather(scene, history, place) {
      const { plain = history } = history;
      const lacks = (operation: OperationName): boolean => !scene.supports(operation);
      const lacking = operationsIn(plain, keys).find(lacks);
      if (lacking !== undefined) throw new NothingToJudge(`the control does not offer ${lacking}`);
      // dates are told by the tenant's clock
      const timed = seconds > 0 || plain.keyAges.some((date) => date !== 0);
      const play = (one: History) => perform(scene, one, place, { ...limits, timed });
      const told =
        // a person is asked to do no more than what the history is about
        scene.target.control.kind === 'manual'
          ? plain
          : asPlayed(
              history,
              (past) => !operationsOf(past).some(lacks),
              // a random history may show something else
              given.areWritten === true ? showsAllOf(plain, limits) : () => true,
            );
      try {
        return await play(told);
      } catch (reason) {
        // what the control cannot do of the circumstances is no matter of the story
        if (told === plain || !isBeyondTheControl(reason)) throw reason;
      }
      return play(plain);
    },
    *judge(played, { projects }) {
      const isServed = played.past.some((one) => one.kind === 'presented' && one.outcome === 'served');
      // what is shown to those who may see nothing is free
      if (projects === 'none' && !isServed) yield notApplicable('who is in no project is served nothing');
      else yield* agreesWithModel(played, judged);
    },
  });
}

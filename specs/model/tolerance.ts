import type { Moment } from '../../drivers/world/clock-readings.ts';
import type { Answer } from './vocabulary.ts';

/**
 * Seconds by which a pause may be longer, so that histories that share a clock wake at the same move; the longest first.
 * Half a day at most: a story is about what its pauses come to, also when a credential has ended.
 */
const tolerances = [43_200, 21_600, 7200, 3600, 1800, 900, 400, 200, 100, 50, 25, 10, 5, 1, 0.25] as const;
/** Seconds for which a clock may run on by itself until what comes next is done. */
const running = 2;

/** Seconds by which a pause may be longer until one of some answers is another one; the first of these that does no harm. */
export function toleranceOf(
  answers: readonly ((at: Moment) => Answer)[],
  now: Moment,
  seconds: number,
  among: readonly number[] = tolerances,
): number {
  const wordsAfter = (passed: number): string => {
    const at = { after: now.after + passed, before: now.before + passed };
    return answers.map((answerAt) => answerAt(at).word).join();
  };
  const words = wordsAfter(seconds);
  // a second may as well be half a minute
  const tolerable = among.filter((late) => late <= Math.max(seconds, 30));
  return tolerable.find((late) => wordsAfter(seconds + late + running) === words) ?? 0;
}

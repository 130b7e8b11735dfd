import type { Moment } from '../../drivers/world/clock-readings.ts';
import { shifted } from '../../drivers/world/clock-readings.ts';
import type { Answer } from './vocabulary.ts';

/**
 * Seconds by which a pause may be longer, so that histories that share a clock wake at the same move. The longest come
 * first. The maximum is half a day: a story is about the total of its pauses, also when a credential has ended.
 */
const tolerances = [43_200, 21_600, 7200, 3600, 1800, 900, 400, 200, 100, 50, 25, 10, 5, 1, 0.25] as const;
/** Seconds that a clock may run on by itself before the next act. */
const running = 2;

/** Returns the first tolerance, in seconds, by which a pause may be longer without a change of any of the answers. */
export function toleranceOf(
  answers: readonly ((at: Moment) => Answer)[],
  now: Moment,
  seconds: number,
  among: readonly number[] = tolerances,
): number {
  const wordsAfter = (passed: number): string => {
    const at = shifted(now, passed);
    return answers.map((answerAt) => answerAt(at).word).join();
  };
  const words = wordsAfter(seconds);
  // even a pause of one second may become half a minute
  const tolerable = among.filter((late) => late <= Math.max(seconds, 30));
  return tolerable.find((late) => wordsAfter(seconds + late + running) === words) ?? 0;
}

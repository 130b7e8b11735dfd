import type { CheckResult } from '../core/result.ts';
import { reasonOfFailure } from '../core/result.ts';
import { visible } from '../reports/visible.ts';

/** Returns what the reader of a failed test needs: the findings, the case, and the seed from which it was drawn. */
export function failureText({ failures, reason, verdict }: CheckResult): string {
  if (failures.length === 0) return visible(`${verdict}: ${reason ?? 'it came to no result'}`);
  return failures
    .map((failure) => {
      const { counterexample, steps, replay } = failure;
      const story =
        steps?.map((step, at) => `${at + 1}. ${step}`) ?? [counterexample].filter((one) => one !== undefined);
      const lines = [
        reasonOfFailure(failure),
        ...story,
        `seed ${replay.seed}${replay.path === undefined ? '' : `, path ${replay.path}`}`,
      ];
      return lines.map(visible).join('\n  ');
    })
    .join('\n');
}

import { casesOf } from '../core/run/host.ts';
import type { SuiteCheck } from './check.ts';

type Counted = Pick<SuiteCheck, 'id' | 'cases' | 'maxCases'>;

/**
 * Deals checks to a number of parts that take about as long, for shards and threads. Whoever has most cases is dealt
 * first, to and fro over the parts: a check of a hundred histories takes as long as fifty of one case. The checks of a
 * part keep their order, and the same checks are always dealt in the same way, with any number of runs.
 */
export function dealt<Check extends Counted>(checks: readonly Check[], parts: number): Check[][] {
  const most = (check: Check): number => casesOf(check, Number.MAX_SAFE_INTEGER);
  const byCases = checks.toSorted((one, other) => most(other) - most(one));
  const partOf = new Map(
    byCases.map(({ id }, at) => {
      const turn = at % (2 * parts);
      return [id, Math.min(turn, 2 * parts - 1 - turn)];
    }),
  );
  return Array.from({ length: parts }, (_, part) => checks.filter(({ id }) => partOf.get(id) === part));
}

import fc from 'fast-check';
import type { CheckResult } from '../../core/result.ts';
import { checks } from '../../specs/checks/index.ts';
import { faults } from '../../tenant/faults/index.ts';
import type { Fault } from '../../tenant/index.ts';
import { profileNames } from '../../specs/requirements/index.ts';
import type { Lacking } from './incomplete-tenant.ts';
import { runIncomplete } from './run.ts';

/** Draws faults by a seed. The profiles take turns. */
export function drawnFaults(count: number, seed: number): readonly Fault[] {
  const shuffled = profileNames.map((profile) => {
    const own = faults.filter(({ id }) => id.startsWith(`${profile}/`));
    return fc.sample(fc.shuffledSubarray(own, { minLength: own.length }), { numRuns: 1, seed })[0] ?? [];
  });
  const turns = Array.from({ length: Math.max(...shuffled.map(({ length }) => length)) }, (_, turn) =>
    shuffled.flatMap((own) => own.slice(turn, turn + 1)),
  );
  return turns.flat().slice(0, count);
}

/**
 * The result of the search for a fault at an incomplete tenant; `not there` if the checks that find it at the complete
 * tenant are not exercised.
 */
export type Look = 'found' | 'missed' | 'not there';

/** Cases a property: at first, and if the fault does not show in them. */
export interface Cases {
  readonly few: number;
  readonly many: number;
}

/** Searches for a fault at incomplete tenants with the checks of its own requirements. Returns the results in order. */
export async function lookFor(fault: Fault, tenants: readonly Lacking[], cases: Cases): Promise<readonly Look[]> {
  const own = checks.filter(({ proves }) => proves.some((one) => fault.breaks.includes(one)));
  const run = (lacking: Lacking, runs: number): Promise<readonly CheckResult[]> =>
    runIncomplete({ lacking, checks: own, runs, fault });
  const isRed = ({ verdicts }: CheckResult): boolean =>
    fault.breaks.some((id) => verdicts[id] === 'failed' || verdicts[id] === 'warning');
  const findersIn = async (runs: number): Promise<ReadonlySet<string>> =>
    new Set((await run({}, runs)).filter(isRed).map(({ id }) => id));
  const few = await findersIn(cases.few);
  const finders = few.size > 0 ? few : await findersIn(cases.many);
  const looks: Look[] = [];
  for (const lacking of tenants) {
    const results = await run(lacking, few.size > 0 ? cases.few : cases.many);
    const isThere = results.some(({ id, verdict }) => finders.has(id) && verdict !== 'not-exercised');
    looks.push(results.some(isRed) ? 'found' : isThere ? 'missed' : 'not there');
  }
  return looks;
}

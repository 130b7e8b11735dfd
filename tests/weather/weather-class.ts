import { randomInt } from 'node:crypto';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { checks } from '../../specs/checks/index.ts';
import type { Depth } from '../proof/matrix.ts';
import { recordProofTest } from '../proof/record/record-proof-test.ts';
import { findFault } from '../../tenant/faults/index.ts';
import type { WeatherClass } from './classes.ts';
import { casesAProperty, classes, runsOf } from './classes.ts';
import type { FaultyTenant } from './faulty-tenants.ts';
import { faultyTenants, tenantServingSuspendedUsers } from './faulty-tenants.ts';
import type { Row } from './row.ts';
import { rowOf, sumsOf, tableOf } from './row.ts';
import type { RunOutcome, WeatherRun } from './run.ts';
import { runInWeather } from './run.ts';

/** The number of runs of a class, and the number of weathers in which each faulty tenant is tried. */
const sizes: Readonly<Record<Depth, { readonly runs: number; readonly weathers: number }>> = {
  quick: { runs: 1, weathers: 1 },
  whole: { runs: 125, weathers: 3 },
};
/**
 * The number of concurrent runs. Runs mostly wait for the pauses that the weather causes: five runs keep one core busy.
 */
const atATime = 5;
const hour = 3_600_000;
const calmRuns = new Map<string, Promise<RunOutcome>>();

/** Returns the same run without weather, which is made once for all runs that differ only in their weather. */
function withoutWeather(run: WeatherRun): Promise<RunOutcome> {
  const key = `${run.profile} ${run.seed} ${run.runs}`;
  let calm = calmRuns.get(key);
  if (calm === undefined) {
    calm = runInWeather({ ...run, weather: { kind: 'all', intensity: 'calm', seed: 0 } });
    calmRuns.set(key, calm);
  }
  return calm;
}

/** Returns all that was found if it is more than is allowed, or else nothing. */
function ifMoreThan(allowed: number, found: readonly string[]): readonly string[] {
  return found.length > allowed ? found : [];
}

/** Makes the runs in order, a few at a time. */
async function rowsOf(planned: readonly WeatherRun[]): Promise<Row[]> {
  const rows: Row[] = [];
  const waiting = planned.values();
  const work = async (): Promise<void> => {
    for (const run of waiting) {
      const row = rowOf(run, await withoutWeather(run), await runInWeather(run));
      rows.push(row);
      // printed at once, because a proof that takes an hour may be cut off
      if (row.falseReds.length > 0) process.stdout.write(`\n${[...row.falseReds, row.again].join('\n  ')}\n`);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return rows;
}

/** Defines the tests of one class of weather: the conditions on its runs, and the faults that are found in it. */
export function testWeatherClass(id: WeatherClass['id']): void {
  const one = classes.find((each) => each.id === id);
  if (one === undefined) throw new RangeError(`there is no weather of ${id}`);
  const depth = inject('depth');
  const seed = inject('seed') === 0 ? randomInt(2 ** 31) : inject('seed');
  const size = sizes[depth];
  const profiles = depth === 'quick' ? [one.sample] : undefined;
  const planned = runsOf(one, size.runs, seed, profiles);

  // concurrent for a sample only, which leaves the processor idle while it waits
  const describeRuns = depth === 'quick' ? describe.concurrent : describe;
  describeRuns(`a conforming tenant behind a gateway that disturbs ${id} (seed ${seed})`, () => {
    let began: Promise<Row[]> | undefined;
    /** All runs are made once, for every test that needs them. */
    const rows = (): Promise<Row[]> => (began ??= rowsOf(planned));

    afterAll(async () => {
      if (began !== undefined) process.stdout.write(`\n${id}, seed ${seed}\n${tableOf(await began)}\n`);
    });

    test('gets no finding or warning that it does not get without weather', { timeout: hour }, async ({ task }) => {
      recordProofTest({ task }, { of: 'weather', weather: id, depth, measures: { seed, ...sumsOf(await rows()) } });
      const wrong = (await rows()).flatMap(({ falseReds, again }) => falseReds.map((red) => `${red}\n  ${again}`));
      expect(wrong).toEqual([]);
    });

    test(
      `has the same verdict as without weather in ${one.leastSame * 100} % of the checks`,
      { timeout: hour },
      async () => {
        const all = await rows();
        const exercised = all.reduce((sum, row) => sum + row.exercised, 0);
        const other = all.flatMap(({ differences, again }) =>
          differences.map(({ check, calm, inWeather, why }) => `${check}: ${calm} -> ${inWeather}: ${why}\n  ${again}`),
        );
        expect(exercised).toBeGreaterThan(0);
        // a sample is too small for the share of the class
        const allowed = depth === 'quick' ? exercised / 2 : exercised * (1 - one.leastSame);
        expect(ifMoreThan(allowed, other)).toEqual([]);
      },
    );

    test.runIf(depth === 'whole' && one.leastExitZero !== undefined)(
      `ends with 0 in ${(one.leastExitZero ?? 0) * 100} of 100 runs`,
      { timeout: hour },
      async () => {
        const all = await rows();
        const others = all.filter(({ exit }) => exit !== 0).map(({ exit, again }) => `exit ${exit}: ${again}`);
        expect(ifMoreThan(all.length * (1 - (one.leastExitZero ?? 0)), others)).toEqual([]);
      },
    );
  });

  describeRuns(`a faulty tenant behind a gateway that disturbs ${id} (seed ${seed})`, () => {
    const met = depth === 'quick' ? [tenantServingSuspendedUsers] : faultyTenants;
    test.for(met.map((tenant) => [tenant.fault, tenant] as const))(
      '%s',
      { timeout: hour },
      async ([, tenant], { task }) => {
        recordProofTest({ task }, { of: 'faulty tenant', weather: id, depth });
        const expected = one.findsFaults ? ['failed', 'warning'] : ['failed', 'warning', 'inconclusive'];
        const among = depth === 'quick' ? 'its requirement' : 'its profile';
        const inWeathers = runsOf(one, size.weathers, seed, [tenant.check.split('/')[0] ?? '']);
        const verdicts = inWeathers.map(async (run) => ({
          weather: run.weather,
          verdict: await verdictOn(tenant, run.weather, run.seed, among),
        }));
        const others = (await Promise.all(verdicts)).filter(({ verdict }) => !expected.includes(verdict ?? 'none'));
        expect(others).toEqual([]);
      },
    );
  });
}

/**
 * Runs checks against a faulty tenant, and returns the verdict of its check on the requirement.
 *
 * @param among whether all checks of the check's profile are run, or only those of the requirement
 */
export async function verdictOn(
  { fault: id, check, requirement }: FaultyTenant,
  weather: WeatherRun['weather'],
  seed: number,
  among: 'its profile' | 'its requirement',
): Promise<string | undefined> {
  const fault = findFault(id);
  if (fault === undefined) throw new RangeError(`there is no fault ${id}`);
  const [profile = ''] = check.split('/');
  const ofIt = checks.filter(({ proves }) => proves.includes(requirement)).map((one) => one.id);
  const few = among === 'its profile' ? {} : { among: new Set(ofIt) };
  const { results } = await runInWeather({ profile, ...few, weather, runs: casesAProperty, seed, fault });
  return results.find((result) => result.id === check)?.verdicts[requirement];
}

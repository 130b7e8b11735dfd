import type { Report } from '../schemas/types/report.ts';
import { checks } from '../specs/checks/index.ts';
import { profileNames } from '../specs/requirements/index.ts';
import { amountOf, labconform, secondsOf } from './command.ts';
import { startFarTenant } from './far-tenant.ts';
import { firstNine } from './profiles.ts';
import { say, verdict } from './telling.ts';

// Measures a run at a distant tenant and control, compared with its longest check. Checks overlap, so the run takes
// hardly longer. In the run a check waits for all others that let time pass, so the time that it takes alone is printed
// too. Usage: `node bench/latency.ts [cases a property [profile...]]`.

/** Milliseconds that a proxy adds to every round trip. */
const added = 50;
const limit = 1.5;
/** Limits for a run of everything at 100 cases a property: seconds, and moves of the clock. */
const everything = { runs: 100, seconds: 240, moves: 500 };
const runs = Number(process.argv[2] ?? everything.runs);
const profiles = process.argv.length > 3 ? process.argv.slice(3) : firstNine;
/** Number of checks of each kind of candidate for the longest check that are run alone. */
const candidates = 2;
/** Number of checks that are named because they ended last. */
const shown = 6;

const tenant = await startFarTenant(added);
const sampled = ['--target', 'target.json', '--runs', String(runs)];
try {
  const report = await labconform(tenant.folder, [...sampled, ...profiles.flatMap((name) => ['--profile', name])]);
  const [took, moves] = [secondsOf(report), tenant.moves()];
  for (const { id, verdict: checkVerdict, reason, failure } of report.checks) {
    if (!['passed', 'not-exercised'].includes(checkVerdict))
      say(`${checkVerdict}: ${id}: ${reason ?? failure?.observed ?? ''}`);
  }
  say(
    `${report.checks.length} checks, ${runs} cases a property, ${added} ms added to every round trip: ${report.outcome}`,
  );
  say(`${amountOf(report).exchanges} exchanges; what ended last:`);
  for (const check of report.checks.toSorted((a, b) => endOf(b) - endOf(a)).slice(0, shown))
    say(`  ${((endOf(check) - Date.parse(report.startedAt)) / 1000).toFixed(1)} s ${check.id}`);
  const isEverything = runs === everything.runs && new Set(profiles).size === profileNames.length;
  verdict('the whole run', took, isEverything ? everything.seconds : undefined, ' s');
  verdict('moves of the clock', moves, isEverything ? everything.moves : undefined);
  const inRun = Math.max(...report.checks.map(({ durationMs }) => durationMs)) / 1000;
  say(`its longest check in it ${inRun.toFixed(1)} s`);
  verdict('whole / longest in the run', took / inRun, limit);
  let alone = 0;
  for (const { id } of mayBeLongest(report.checks)) {
    const seconds = await runAlone(id);
    say(`alone ${seconds.toFixed(1)} s ${id}`);
    alone = Math.max(alone, seconds);
  }
  verdict('whole / longest alone', took / alone, limit);
} finally {
  await tenant.close();
}

/** Returns the seconds that one check takes if nothing else runs. */
async function runAlone(check: string): Promise<number> {
  const report = await labconform(tenant.folder, [...sampled, '--check', check]);
  return (report.checks[0]?.durationMs ?? Number.NaN) / 1000;
}

/**
 * Returns the checks that may take longest alone, because their time among other checks says little about this. They
 * are the checks with the most exchanges, the checks with the most exchanges whose cases follow one another, and the
 * checks that took longest.
 */
function mayBeLongest(results: Report['checks']): Report['checks'] {
  const most = (of: Report['checks'], measure: (check: Report['checks'][number]) => number): Report['checks'] =>
    of.toSorted((a, b) => measure(b) - measure(a)).slice(0, candidates);
  const waiting = new Set(checks.filter(({ maxSeconds }) => maxSeconds !== undefined).map(({ id }) => id));
  const oneByOne = results.filter(({ id }) => !waiting.has(id));
  return [
    ...new Set([
      ...most(results, ({ exchanges }) => exchanges),
      ...most(oneByOne, ({ exchanges }) => exchanges),
      ...most(results, ({ durationMs }) => durationMs),
    ]),
  ];
}

function endOf({ startedAt, durationMs }: Report['checks'][number]): number {
  return startedAt === undefined ? 0 : Date.parse(startedAt) + durationMs;
}

import type { WeatherMeasures } from '../proof/record/record-proof-test.ts';
import { compare } from './compare.ts';
import type { Comparison } from './compare.ts';
import type { Disturbed } from './proxy.ts';
import type { RunOutcome, WeatherRun } from './run.ts';
import { intensityText } from './weather.ts';

/** The figures of one run in weather, as plain data. */
export interface Row extends Comparison {
  readonly profile: string;
  readonly kind: string;
  readonly exit: number;
  readonly exchanges: number;
  /** The number of disturbed exchanges by kind and endpoint, the most frequent first. */
  readonly disturbed: Readonly<Record<string, number>>;
  readonly seconds: number;
  /** The command that repeats the run. */
  readonly again: string;
}

export function rowOf(run: WeatherRun, calm: RunOutcome, outcome: RunOutcome): Row {
  const { profile, weather, runs, seed, fault, variant } = run;
  const flags = [
    ...['--profile', profile, '--weather', intensityText(weather.intensity), '--kind', weather.kind],
    ...[`--seed=${weather.seed}`, '--runs', runs, '--cases', seed],
    ...(fault === undefined ? [] : ['--fault', fault.id]),
    ...(variant === undefined ? [] : ['--variant', variant.id]),
  ];
  return {
    profile,
    kind: weather.kind,
    exit: outcome.exit,
    exchanges: outcome.exchanges,
    disturbed: countsOf(outcome.disturbed),
    seconds: Math.round(outcome.took / 100) / 10,
    ...compare(calm, outcome),
    again: `node tests/weather/measure.ts ${flags.join(' ')}`,
  };
}

function countsOf(disturbed: readonly Disturbed[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, endpoint } of disturbed) {
    const what = `${kind} ${endpoint}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted(([, one], [, other]) => other - one));
}

/** Returns the sums of the figures of several runs. */
export function sumsOf(rows: readonly Row[]): Omit<WeatherMeasures, 'seed'> {
  const sum = (of: (row: Row) => number): number => rows.reduce((so, row) => so + of(row), 0);
  return {
    runs: rows.length,
    exchanges: sum(({ exchanges }) => exchanges),
    disturbed: sum((row) => Object.values(row.disturbed).reduce((so, times) => so + times, 0)),
    checks: sum(({ exercised }) => exercised),
    same: sum(({ same }) => same),
    falseReds: sum(({ falseReds }) => falseReds.length),
    exitZero: sum(({ exit }) => (exit === 0 ? 1 : 0)),
  };
}

/** Returns a table of the sums by profile and of all rows. */
export function tableOf(rows: readonly Row[]): string {
  const heads = ['profile', 'runs', 'exchanges', 'disturbed', 'checks', 'same', '%', 'false reds', 'exit 0', 'seconds'];
  const groups: [string, readonly Row[]][] = [...Map.groupBy(rows, ({ profile }) => profile), ['all', rows]];
  const lines = groups.map(([name, some]) => {
    const { runs, exchanges, disturbed, checks, same, falseReds, exitZero } = sumsOf(some);
    const share = ((100 * same) / checks).toFixed(2);
    const seconds = some.reduce((so, row) => so + row.seconds, 0).toFixed(0);
    return [name, runs, exchanges, disturbed, checks, same, share, falseReds, exitZero, seconds].map(String);
  });
  const all = [heads, ...lines];
  const widths = heads.map((_, column) => Math.max(...all.map((cells) => (cells[column] ?? '').length)));
  const padded = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return all.map(padded).join('\n');
}

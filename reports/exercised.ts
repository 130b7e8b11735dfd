import type { ExercisedTimes } from './report.ts';

/** One cell for what several checks or shards exercised alike, in an order of its own. */
export function exercisedIn(parts: readonly { readonly exercised?: readonly ExercisedTimes[] }[]): ExercisedTimes[] {
  const all = new Map<string, ExercisedTimes>();
  for (const one of parts.flatMap(({ exercised = [] }) => exercised)) {
    const key = [one.credential, one.expected, one.circumstance, one.form].join('\n');
    const times = (all.get(key)?.times ?? 0) + one.times;
    all.set(key, { ...one, times });
  }
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
}

/** How often a row of the matrix was exercised in a form. */
export function timesIn(
  cells: readonly ExercisedTimes[],
  row: Pick<ExercisedTimes, 'credential' | 'expected' | 'circumstance'>,
  form: string,
): number {
  return cells.reduce(
    (sum, one) =>
      one.form === form &&
      one.credential === row.credential &&
      one.expected === row.expected &&
      one.circumstance === row.circumstance
        ? sum + one.times
        : sum,
    0,
  );
}

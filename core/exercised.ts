/** A credential that was presented in one form and in one circumstance, and was treated as it should be. Plain data. */
export interface Exercised {
  readonly credential: string;
  readonly expected: 'served' | 'refused';
  readonly circumstance: string;
  readonly form: string;
}

/** A cell of the matrix of presentations, and the number of times that it was exercised. */
export type ExercisedTimes = Exercised & { readonly times: number };

/** Adds up the times of equal cells. The order of the result does not depend on the order of the cells. */
export function summed(cells: readonly ExercisedTimes[]): ExercisedTimes[] {
  const all = new Map<string, ExercisedTimes>();
  for (const one of cells) {
    const key = [one.credential, one.expected, one.circumstance, one.form].join('\n');
    all.set(key, { ...one, times: (all.get(key)?.times ?? 0) + one.times });
  }
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
}

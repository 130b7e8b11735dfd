import type { ExercisedTimes } from '../core/exercised.ts';
import { summed } from '../core/exercised.ts';
import type { MatrixRow } from '../specs/model/exercised.ts';
import { matrixForms, matrixRows } from '../specs/model/exercised.ts';

/** Adds up how often several checks or shards exercised each cell of the matrix. */
export function exercisedIn(parts: readonly { readonly exercised?: readonly ExercisedTimes[] }[]): ExercisedTimes[] {
  return summed(parts.flatMap(({ exercised = [] }) => exercised));
}

/** The matrix, with the number of times that each cell was exercised. */
export interface ExercisedMatrix {
  readonly rows: readonly {
    readonly row: MatrixRow;
    /** Number of times for each form of the matrix; undefined if the row has no such form. */
    readonly times: readonly (number | undefined)[];
  }[];
  /** The number of all cells; `met` is the number of cells that were exercised. */
  readonly cells: number;
  readonly met: number;
}

export function matrixOf(exercised: readonly ExercisedTimes[]): ExercisedMatrix {
  const rows = matrixRows.map((row) => ({
    row,
    times: matrixForms.map((form) => (row.forms.includes(form) ? timesIn(exercised, row, form) : undefined)),
  }));
  const cells = rows.flatMap(({ times }) => times.filter((count) => count !== undefined));
  return { rows, cells: cells.length, met: cells.filter((count) => count > 0).length };
}

/** Returns how often a row of the matrix was exercised in a form. */
export function timesIn(
  exercised: readonly ExercisedTimes[],
  row: Pick<ExercisedTimes, 'credential' | 'expected' | 'circumstance'>,
  form: string,
): number {
  const cell = exercised.find(
    (one) =>
      one.form === form &&
      one.credential === row.credential &&
      one.expected === row.expected &&
      one.circumstance === row.circumstance,
  );
  return cell?.times ?? 0;
}

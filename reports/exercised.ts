import type { ExercisedTimes } from '../core/exercised.ts';
import { summed } from '../core/exercised.ts';
import type { MatrixRow } from '../specs/model/exercised.ts';
import { matrixForms, matrixRows } from '../specs/model/exercised.ts';

/** What several checks or shards exercised. */
export function exercisedIn(parts: readonly { readonly exercised?: readonly ExercisedTimes[] }[]): ExercisedTimes[] {
  return summed(parts.flatMap(({ exercised = [] }) => exercised));
}

/** The matrix with what was exercised of it. */
export interface ExercisedMatrix {
  readonly rows: readonly {
    readonly row: MatrixRow;
    /** How often in each form of the matrix; undefined where the row has no such form. */
    readonly times: readonly (number | undefined)[];
  }[];
  /** Cells that there are, and that were exercised. */
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

/** How often a row of the matrix was exercised in a form. */
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

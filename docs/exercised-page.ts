import { readFileSync } from 'node:fs';
import { matrixOf } from '../reports/exercised.ts';
import { table } from '../reports/markdown/text.ts';
import type { ExercisedTimes } from '../reports/report.ts';
import { matrixForms } from '../specs/model/exercised.ts';

/** The result of one run of everything, as stored in `docs/exercised.json`. */
export interface ExercisedRecord {
  readonly seed: number;
  /** Cases for each property. */
  readonly runs: number;
  readonly exercised: readonly ExercisedTimes[];
}

export const recordFile = new URL('exercised.json', import.meta.url);

/**
 * Returns the text of docs/exercised.md: how often each kind of credential is presented in each circumstance and form.
 */
export function exercisedPage(): string {
  const { seed, runs, exercised } = JSON.parse(readFileSync(recordFile, 'utf8')) as ExercisedRecord;
  const matrix = matrixOf(exercised);
  const rows = matrix.rows.map(({ row, times }) => [
    `${row.credential} ${row.circumstance}`,
    row.expected,
    ...times.map((count) => (count === 0 ? '**never**' : String(count ?? ''))),
  ]);
  return [
    '# What histories exercise',
    [
      'How often histories and rows present each kind of credential to the reference tenant, in each circumstance and form, in one run of',
      `everything with ${runs} cases a property (seed ${seed}). ${matrix.met} of ${matrix.cells} cells are met. Other checks are not counted here.`,
      'A report of a tenant of yours has the same table, with what was met there: `exercised` in `conformance.json`, and *Credentials',
      'exercised* in the HTML. `node docs/record-run.ts` records the figures anew, and `npm run docs` writes this page from them.',
    ].join('\n'),
    table(['Credential and circumstance', 'Due', ...matrixForms], rows, rows.length),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

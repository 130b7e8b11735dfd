import { matrixForms } from '../../specs/model/exercised.ts';
import { matrixOf } from '../exercised.ts';
import type { Report } from '../report.ts';
import { counted } from '../wording.ts';
import type { Insert } from './markup.ts';
import { markup } from './markup.ts';
import { section, table } from './pieces.ts';

/** Returns how often each kind of credential was presented in each circumstance and form, and where it never was. */
export function exercisedSection(report: Report): Insert {
  const { exercised } = report;
  if (exercised === undefined) return undefined;
  const columns = [
    { title: 'Credential and circumstance', kind: 'prose' as const },
    ...matrixForms.map((title) => ({ title, kind: 'number' as const })),
  ];
  const matrix = matrixOf(exercised);
  const rows = matrix.rows.map(({ row, times }) => ({
    cells: [
      markup`<b>${row.credential}</b> ${row.circumstance}: ${row.expected}`,
      ...times.map((count) => (count === 0 ? markup`<em>never</em>` : count)),
    ] satisfies Insert[],
  }));
  return section(
    'exercised',
    'Credentials exercised',
    markup`<p class="intro">How often histories and rows presented each kind of credential in each circumstance and form, and the tenant treated it correctly: ${counted(matrix.met, 'cell')} of ${matrix.cells}. Other checks are not counted here.</p>\n`,
    table('Credentials, circumstances and forms of call', columns, rows, 'exercised'),
  );
}

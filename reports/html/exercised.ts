import { matrixForms, matrixRows } from '../../specs/model/exercised.ts';
import { timesIn } from '../exercised.ts';
import type { Report } from '../report.ts';
import { counted } from '../wording.ts';
import type { Insert } from './markup.ts';
import { markup } from './markup.ts';
import { section, table } from './pieces.ts';

/** How often each kind of credential was presented in each circumstance and form, and what never was. */
export function exercisedSection(report: Report): Insert {
  const { exercised } = report;
  if (exercised === undefined) return undefined;
  const columns = [
    { title: 'Credential and circumstance', kind: 'prose' as const },
    ...matrixForms.map((title) => ({ title, kind: 'number' as const })),
  ];
  const rows = matrixRows.map((row) => ({
    cells: [
      markup`<b>${row.credential}</b> ${row.circumstance}: ${row.expected}`,
      ...matrixForms.map((form) => {
        if (!row.forms.includes(form)) return '';
        const times = timesIn(exercised, row, form);
        return times === 0 ? markup`<em>never</em>` : String(times);
      }),
    ] satisfies Insert[],
  }));
  const cells = matrixRows.flatMap((row) => row.forms.map((form) => timesIn(exercised, row, form)));
  const met = cells.filter((times) => times > 0).length;
  return section(
    'exercised',
    'Credentials exercised',
    markup`<p class="intro">How often histories and rows presented each kind of credential, in each circumstance and form, and it was treated as it should be: ${counted(met, 'cell')} of ${cells.length}. What other checks show is not counted here.</p>\n`,
    table('Credentials, circumstances and forms of call', columns, rows, 'exercised'),
  );
}

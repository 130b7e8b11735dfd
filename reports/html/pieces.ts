import type { Outcome, RequirementVerdict } from '../report.ts';
import { outcomeWords, verdictWords } from '../wording.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';

/** The colours of an outcome are those of the verdict that it is closest to. */
const outcomeColours: Readonly<Record<Outcome, RequirementVerdict>> = {
  conforming: 'passed',
  'not-conforming': 'failed',
  incomplete: 'inconclusive',
  broken: 'broken',
};

export function pill(verdict: RequirementVerdict, before?: number): Markup {
  return markup`<span class="pill ${verdict}">${before === undefined ? '' : `${before} `}${verdictWords[verdict]}</span>`;
}

export function outcomePill(outcome: Outcome): Markup {
  return markup`<span class="pill large ${outcomeColours[outcome]}">${outcomeWords[outcome]}</span>`;
}

/** A section of the page with its heading; nothing without content. */
export function section(id: string, title: string, ...content: readonly Insert[]): Markup {
  return markup`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}</section>
`;
}

export interface Column {
  readonly title: string;
  /** `prose` is given room, `number` stands to the right. */
  readonly kind?: 'prose' | 'number';
}

export interface Row {
  readonly id?: string;
  /** The first cell is the heading of the row. */
  readonly cells: readonly Insert[];
}

/** A table that scrolls within itself where the screen is narrow, and is reached by the keyboard then. */
export function table(label: string, columns: readonly Column[], rows: readonly Row[], caption?: string): Markup {
  return markup`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
<table>
${caption !== undefined && markup`<caption>${caption}</caption>\n`}<thead><tr>${columns.map(
    ({ title, kind }) => markup`<th scope="col"${kindClass(kind)}>${title}</th>`,
  )}</tr></thead>
<tbody>
${rows.map(({ id, cells }) => markup`<tr${id !== undefined && markup` id="${id}"`}>${cells.map((cell, at) => tableCell(cell, at, columns[at]))}</tr>\n`)}</tbody>
</table>
</div>
`;
}

/** Text whose parts between backticks are code. */
export function prose(text: string): Insert {
  return text.split(/`([^`]+)`/).map((piece, at) => (at % 2 === 1 ? markup`<code>${piece}</code>` : piece));
}

function tableCell(cell: Insert, at: number, column: Column | undefined): Markup {
  if (at === 0) return markup`<th scope="row"${kindClass(column?.kind)}>${cell}</th>`;
  if (column?.kind === 'number') return markup`<td class="number${cell === 0 && ' zero'}">${cell}</td>`;
  return markup`<td${kindClass(column?.kind)}>${cell}</td>`;
}

function kindClass(kind: Column['kind']): Insert {
  return kind !== undefined && markup` class="${kind}"`;
}

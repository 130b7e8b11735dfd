import type { Outcome, Report, RequirementVerdict } from '../report.ts';
import { groundOf } from '../ground.ts';
import { outcomeWords, verdictWords } from '../wording.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';

/** The verdict that is closest to each outcome. The outcome has the colours and the sign of this verdict. */
export const outcomeVerdicts: Readonly<Record<Outcome, RequirementVerdict>> = {
  conforming: 'passed',
  'partly-exercised': 'not-exercised',
  'not-conforming': 'failed',
  incomplete: 'inconclusive',
  broken: 'broken',
};

/** Returns the sign of a verdict. Signs differ in form, not only in colour, and the word stands next to each. */
export function sign(verdict: RequirementVerdict): Markup {
  return markup`<svg aria-hidden="true"><use href="#sign-${verdict}" /></svg>`;
}

export function pill(verdict: RequirementVerdict, before?: number, words = verdictWords[verdict]): Markup {
  return markup`<span class="pill ${verdict}">${sign(verdict)}${before === undefined ? '' : `${before} `}${words}</span>`;
}

export function outcomeBanner(outcome: Outcome, sentence: Insert): Markup {
  const verdict = outcomeVerdicts[outcome];
  return markup`<div class="banner ${verdict}">${sign(verdict)}<p><strong>${outcomeWords[outcome]}</strong> <span>${sentence}</span></p></div>
`;
}

/** Returns a section of the page with its heading. */
export function section(id: string, title: Insert, ...content: readonly Insert[]): Markup {
  return markup`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${content}</section>
`;
}

export interface Column {
  readonly title: string;
  /** A `prose` column gets more width; a `number` column is aligned to the right. */
  readonly kind?: 'prose' | 'number';
}

export interface Row {
  readonly id?: string;
  /** The first cell is the heading of the row. */
  readonly cells: readonly Insert[];
}

/**
 * Returns a table whose rows become cards on a narrow screen. The roles are explicit, because a table with another
 * layout loses them.
 */
export function table(caption: string, columns: readonly Column[], rows: readonly Row[], wide?: string): Markup {
  return markup`<table role="table"${wide !== undefined && markup` class="${wide}"`}>
<caption class="vh">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(
    ({ title, kind }) => markup`<th scope="col" role="columnheader"${kindClass(kind)}>${title}</th>`,
  )}</tr></thead>
<tbody role="rowgroup">
${rows.map(({ id, cells }) => markup`<tr role="row"${id !== undefined && markup` id="${id}"`}>${cells.map((cell, at) => tableCell(cell, at, columns[at]))}</tr>\n`)}</tbody>
</table>
`;
}

/** Returns a text whose parts between backticks are code. */
export function prose(text: string): Insert {
  return text.split(/`([^`]+)`/).map((piece, at) => (at % 2 === 1 ? markup`<code>${piece}</code>` : piece));
}

/** Returns {@link prose} in which the requirements of the report are links. */
export function proseWithLinks({ requirements }: Pick<Report, 'requirements'>, text: string): Insert {
  const known = new Set(requirements.map(({ id }) => id));
  return text
    .split(/\b([A-Z]+-\d+)\b/)
    .map((piece) => (known.has(piece) ? markup`<a class="id" href="#${piece}">${piece}</a>` : prose(piece)));
}

/** Returns a command that can be copied. The button is visible only if the script runs. */
export function command(label: string, text: string): Markup {
  return markup`<div class="command"><p class="label">${label}</p>
<pre tabindex="0">${text}</pre><button type="button" class="copy" hidden="" aria-label="Copy: ${label}">Copy</button></div>
`;
}

/** Returns links to requirements, separated by commas. */
export function requirementLinks(ids: readonly string[]): Insert {
  return ids.map((id, at) => [at > 0 && ', ', markup`<a class="id" href="#${id}">${id}</a>`]);
}

/** Returns where a requirement is stated, or the places that it follows from, one place per line. */
export function groundLine(requirement: Parameters<typeof groundOf>[0], ...added: readonly Insert[]): Markup {
  const { says, places } = groundOf(requirement);
  const lines = places.map((place, at) => [at > 0 && markup`<br />`, place]);
  return markup`<p class="where">${says !== 'Section' && `${says}: `}${lines}${added}</p>
`;
}

/** Returns a text with a capital first letter and a full stop at the end. */
export function asSentence(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  // names such as invalid_grant stay as they are
  const word = /^[a-z][a-z'-]*(?=[\s,;:]|$)/.test(trimmed);
  const begun = word ? trimmed.slice(0, 1).toUpperCase() + trimmed.slice(1) : trimmed;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

function tableCell(cell: Insert, at: number, column: Column | undefined): Markup {
  const { title = '', kind } = column ?? {};
  if (at === 0) return markup`<th scope="row" role="rowheader"${kindClass(kind)}>${cell}</th>`;
  return markup`<td role="cell" data-label="${title}"${kindClass(kind)}>${cell}</td>`;
}

function kindClass(kind: Column['kind']): Insert {
  return kind !== undefined && markup` class="${kind}"`;
}

/** Returns a number with commas, such as `12,345`. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

import type { Outcome, Report, RequirementVerdict } from '../report.ts';
import { groundOf } from '../ground.ts';
import { outcomeWords, verdictWords } from '../wording.ts';
import type { Insert, Markup } from './markup.ts';
import { markup } from './markup.ts';

/** The colours and the sign of an outcome are those of the verdict that it is closest to. */
export const outcomeVerdicts: Readonly<Record<Outcome, RequirementVerdict>> = {
  conforming: 'passed',
  'partly-exercised': 'not-exercised',
  'not-conforming': 'failed',
  incomplete: 'inconclusive',
  broken: 'broken',
};

/** The sign of a verdict, told apart by its form and not by its colour alone; the word stands beside it. */
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

/** A section of the page with its heading; nothing without content. */
export function section(id: string, title: Insert, ...content: readonly Insert[]): Markup {
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

/**
 * A table whose rows become cards where the screen is narrow. The roles are spelt out since a table that is laid out
 * in another way loses them.
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

/** Text whose parts between backticks are code. */
export function prose(text: string): Insert {
  return text.split(/`([^`]+)`/).map((piece, at) => (at % 2 === 1 ? markup`<code>${piece}</code>` : piece));
}

/** {@link prose} in which the requirements that the report knows are links. */
export function proseWithLinks({ requirements }: Pick<Report, 'requirements'>, text: string): Insert {
  const known = new Set(requirements.map(({ id }) => id));
  return text
    .split(/\b([A-Z]+-\d+)\b/)
    .map((piece) => (known.has(piece) ? markup`<a class="id" href="#${piece}">${piece}</a>` : prose(piece)));
}

/** A command that can be copied; the button is there only where the script runs. */
export function command(label: string, text: string): Markup {
  return markup`<div class="command"><p class="label">${label}</p>
<pre tabindex="0">${text}</pre><button type="button" class="copy" hidden="" aria-label="Copy: ${label}">Copy</button></div>
`;
}

/** Links to requirements, separated by commas. */
export function requirementLinks(ids: readonly string[]): Insert {
  return ids.map((id, at) => [at > 0 && ', ', markup`<a class="id" href="#${id}">${id}</a>`]);
}

/** Where a requirement is stated, or what it follows from: a place a line. */
export function groundLine(requirement: Parameters<typeof groundOf>[0], ...beside: readonly Insert[]): Markup {
  const { says, places } = groundOf(requirement);
  const told = places.map((place, at) => [at > 0 && markup`<br />`, place]);
  return markup`<p class="where">${says !== 'Section' && `${says}: `}${told}${beside}</p>
`;
}

/** A first letter in upper case and a full stop at the end. */
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

/** `12,345`. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

import { clipped } from '../wording.ts';

/**
 * Maximum length of one cell or line. A CI step summary is limited to one megabyte, and the other files contain the
 * whole text.
 */
const longestInline = 300;

/**
 * Returns text for the middle of a line or for a cell of a table. Text between backticks stays code. Everything else
 * that Markdown or HTML would read as markup is escaped.
 */
export function inline(text: string): string {
  return clipped(oneLine(text), longestInline)
    .split(/`([^`]+)`/)
    .map((piece, at) => (at % 2 === 1 ? span(piece) : escaped(piece)))
    .join('');
}

/** Returns text as a span of code. */
export function code(text: string): string {
  const line = clipped(oneLine(text), longestInline);
  return line === '' ? '' : span(line);
}

/**
 * Returns a span of code. Markdown readers differ on a bar or a backtick in such a span, so a text with one becomes an
 * element.
 */
function span(line: string): string {
  if (!/[|`]/.test(line)) return `\`${line}\``;
  return `<code>${line.replaceAll(/[^\w\s.,:;/{}()=-]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`;
}

/** Returns text as a fenced block of code, with at most `most` characters. */
export function block(language: string, text: string, most = 2000): string {
  const printable = text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '\ufffd');
  const fence = '`'.repeat(Math.max(3, longestRun(printable) + 1));
  return `${fence}${language}\n${clipped(printable, most)}\n${fence}`;
}

/**
 * Returns a table with at most `most` rows, and a line with the number of further rows. Without rows, the result is
 * empty.
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], most = 60): string {
  if (rows.length === 0) return '';
  const numeric = head.map((_, at) => rows.every((cells) => /^\d*$/.test(cells[at] ?? '')));
  const lines = [head, numeric.map((isNumeric) => (isNumeric ? '--:' : '---')), ...rows.slice(0, most)].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
  const beyond = rows.length - most;
  return lines.join('\n') + (beyond > 0 ? `\n\n${beyond} more in the other files of this report.` : '');
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\\*[\]|~]/g, String.raw`\$&`)
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('`', '&#96;');
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

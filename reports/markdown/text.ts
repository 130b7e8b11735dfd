import { clipped } from '../wording.ts';

/** Longest text of one cell or line: a CI step summary holds one megabyte, and the whole text is in the other files. */
const longestInline = 300;

/**
 * Text for the middle of a line or a cell of a table. What stands between backticks stays code; everything else that
 * Markdown or HTML would read as markup is escaped.
 */
export function inline(text: string): string {
  return clipped(oneLine(text), longestInline)
    .split(/`([^`]+)`/)
    .map((piece, at) => (at % 2 === 1 ? span(piece) : escaped(piece)))
    .join('');
}

/** Text as a span of code. */
export function code(text: string): string {
  const line = clipped(oneLine(text), longestInline);
  return line === '' ? '' : span(line);
}

/** A bar or a backtick within a code span is read differently by different readers; as an element it is not. */
function span(line: string): string {
  if (!/[|`]/.test(line)) return `\`${line}\``;
  return `<code>${line.replaceAll(/[^\w\s.,:;/{}()=-]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`;
}

/** Text as a fenced block of code, of at most so many characters. */
export function block(language: string, text: string, most = 2000): string {
  const printable = text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '\ufffd');
  const fence = '`'.repeat(Math.max(3, longestRun(printable) + 1));
  return `${fence}${language}\n${clipped(printable, most)}\n${fence}`;
}

/** A table with at most so many rows, and a line that says how many there are beyond. Empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], most = 60): string {
  if (rows.length === 0) return '';
  const numeric = head.map((_, at) => rows.every((cells) => /^\d*$/.test(cells[at] ?? '')));
  const lines = [head, numeric.map((is) => (is ? '--:' : '---')), ...rows.slice(0, most)].map(
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

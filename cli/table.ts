import { styleText } from 'node:util';
import type { Console } from './console.ts';

/** Minimum number of characters of the last column that are worth showing. */
const worthCutting = 30;

/**
 * Returns aligned columns. On a terminal, the last column is cut to fit, or gets its own line if hardly any of it would
 * fit. In a log, it is not cut.
 */
export function table(columns: readonly string[], rows: readonly (readonly string[])[], console: Console): string {
  const widths = columns.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)));
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  if (console.interactive && before + worthCutting > console.columns) return twoLined(rows, console);
  const line = (cells: readonly string[]): string => {
    const text = cells.map((cell, at) => (at === cells.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  ');
    return console.interactive && text.length > console.columns
      ? `${text.slice(0, console.columns - 1)}…`
      : text.trimEnd();
  };
  const head = line(columns);
  return [console.color ? styleText('bold', head, { validateStream: false }) : head, ...rows.map(line)].join('\n');
}

function twoLined(rows: readonly (readonly string[])[], { columns }: Console): string {
  const cut = (text: string): string => (text.length < columns ? text : `${text.slice(0, columns - 2)}…`);
  return rows.map((cells) => `${cells.slice(0, -1).join('  ')}\n${cut(`  ${cells.at(-1) ?? ''}`)}`).join('\n');
}

import { styleText } from 'node:util';
import type { Console } from './console.ts';

/** Aligned columns; on a terminal the last one is cut to what fits, in a log it stands whole. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[], console: Console): string {
  const widths = columns.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]): string => {
    const text = cells.map((cell, at) => (at === cells.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  ');
    return console.interactive && text.length > console.columns
      ? `${text.slice(0, console.columns - 1)}…`
      : text.trimEnd();
  };
  const head = line(columns);
  return [console.color ? styleText('bold', head, { validateStream: false }) : head, ...rows.map(line)].join('\n');
}

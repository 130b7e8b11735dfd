import { diffText } from '../../reports/diff-text.ts';
import { diffReports, hasRegression } from '../../reports/diff.ts';
import type { Console } from '../console.ts';
import { visibleJson } from '../../reports/visible.ts';
import { readReport } from './read.ts';

export interface DiffOptions {
  readonly failOn?: 'regression';
  readonly json?: true;
}

/** Runs `labconform report diff`: prints the differences between two reports. */
export async function diff(older: string, newer: string, options: DiffOptions, console: Console): Promise<number> {
  const found = diffReports((await readReport(older)).report, (await readReport(newer)).report);
  console.out(options.json === true ? `${visibleJson(JSON.stringify(found, null, 2))}\n` : diffText(found));
  return options.failOn === 'regression' && hasRegression(found) ? 1 : 0;
}

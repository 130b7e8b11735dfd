import { dirname } from 'node:path';
import type { WriterName } from '../../reports/writers.ts';
import type { Console } from '../console.ts';
import { makeReportDirectory, shownPath, writeReport } from '../write-report.ts';
import { readReportOrPartial } from './read.ts';

export interface RenderOptions {
  readonly format: readonly WriterName[];
  readonly reportDir?: string;
}

/**
 * Runs `labconform report render`: writes a stored report, or the report of a killed run, in further formats. Without
 * `--report-dir`, they are written next to the report.
 */
export async function render(path: string, options: RenderOptions, console: Console): Promise<number> {
  const report = await readReportOrPartial(path);
  const directory = options.reportDir ?? dirname(path);
  await makeReportDirectory(directory);
  const written = await writeReport(report, options.format, directory);
  for (const file of written) console.out(`${shownPath(file)}\n`);
  return 0;
}

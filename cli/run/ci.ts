import { appendFile, stat } from 'node:fs/promises';
import { annotationLines, longestStepSummary, stepSummary } from '../../reports/github.ts';
import type { Report } from '../../reports/report.ts';
import type { Console } from '../console.ts';
import type { Environment } from '../environment.ts';

/**
 * Reports a run to the CI service, if the variables show that the command runs in one. GitHub Actions gets annotations
 * in the output and a summary of the step. Other services read `junit.xml`. A summary that cannot be written does not
 * change the result.
 */
export async function reportToCi(report: Report, environment: Environment, console: Console): Promise<void> {
  if (environment['GITHUB_ACTIONS'] !== 'true') return;
  for (const line of annotationLines(report)) console.out(`${line}\n`);
  const file = environment['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  try {
    const summary = stepSummary(report, longestStepSummary - (await bytesIn(file)));
    if (summary !== '') await appendFile(file, summary);
    else console.err('labconform: the step summary is full, so nothing was added to it\n');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    console.err(
      `labconform: GITHUB_STEP_SUMMARY: found a file that can't be written (${code}), so there is no summary\n`,
    );
  }
}

async function bytesIn(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

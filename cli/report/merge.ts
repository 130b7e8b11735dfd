import { ConfigurationError } from '../../core/trouble.ts';
import { exitStatus, ownRules } from '../../reports/exit-status.ts';
import type { Part } from '../../reports/merge.ts';
import { mergeReports, NotOneRun } from '../../reports/merge.ts';
import { lastLine, profileTable } from '../../reports/terminal.ts';
import type { WriterName } from '../../reports/writers.ts';
import { writerNames } from '../../reports/writers.ts';
import type { Console } from '../console.ts';
import type { Environment } from '../environment.ts';
import { reportToCi } from '../run/ci.ts';
import { makeReportDirectory, reportText, writeReport } from '../write-report.ts';
import { readReport } from './read.ts';

export interface MergeOptions {
  readonly reportDir: string;
  readonly format?: readonly WriterName[];
}

/**
 * Runs `labconform report merge`: merges the reports of the shards of a run.
 *
 * @returns the exit status of the whole run; 3 if nothing failed but a shard is missing
 */
export async function merge(
  paths: readonly string[],
  options: MergeOptions,
  console: Console,
  environment: Environment = process.env,
): Promise<number> {
  const parts: Part[] = [];
  for (const path of paths) parts.push({ name: path, report: (await readReport(path)).report });
  const [first, ...others] = parts;
  if (first === undefined)
    throw new ConfigurationError('report merge: found no file, expected the reports of the shards');
  const { report, notes, missing } = merged([first, ...others]);
  await makeReportDirectory(options.reportDir);
  const written = await writeReport(report, options.format ?? writerNames, options.reportDir);
  for (const note of notes) console.err(`labconform: ${note}\n`);
  console.out(`${profileTable(report, { color: console.color })}\n\n`);
  console.out(`${await reportText(written)}\n${lastLine(report)}\n`);
  await reportToCi(report, environment, console);
  // a missing shard leaves the verdict open, but the run was not interrupted
  const { interrupted, ...decided } = report;
  const rules = ownRules(report);
  if (missing.length === 0) return exitStatus({ ...decided, ...(interrupted === true ? { interrupted } : {}) }, rules);
  return exitStatus(decided, rules) === 1 ? 1 : 3;
}

function merged(parts: readonly [Part, ...Part[]]): ReturnType<typeof mergeReports> {
  try {
    return mergeReports(parts);
  } catch (error) {
    if (error instanceof NotOneRun) throw new ConfigurationError(error.message);
    throw error;
  }
}

import { makeReportDirectory, writeReport as writeInto } from '../cli/write-report.ts';
import type { Report } from '../reports/report.ts';
import type { WriterName } from '../reports/writers.ts';
import { writerNames } from '../reports/writers.ts';

/**
 * Writes a report as the command does, and gives the paths of what was written.
 *
 * @param directory is made where it is not there
 * @param formats all unless given
 * @throws {ConfigurationError} where it cannot be written there
 */
export async function writeReport(
  report: Report,
  directory: string,
  formats: readonly WriterName[] = writerNames,
): Promise<string[]> {
  await makeReportDirectory(directory);
  return writeInto(report, formats, directory);
}

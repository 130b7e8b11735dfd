import { makeReportDirectory, writeReport as writeInto } from '../cli/write-report.ts';
import type { Report } from '../reports/report.ts';
import type { WriterName } from '../reports/writers.ts';
import { writerNames } from '../reports/writers.ts';

/**
 * Writes a report as the command does, and returns the paths of the written files.
 *
 * @param directory is made if it does not exist
 * @param formats all by default
 * @throws {ConfigurationError} if the report cannot be written there
 */
export async function writeReport(
  report: Report,
  directory: string,
  formats: readonly WriterName[] = writerNames,
): Promise<string[]> {
  await makeReportDirectory(directory);
  return writeInto(report, formats, directory);
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../core/trouble.ts';
import type { Report } from '../reports/report.ts';
import type { WriterName } from '../reports/writers.ts';
import { folderWriters, writers } from '../reports/writers.ts';

/**
 * Writes a report in some formats into a directory that exists.
 *
 * @returns the paths of what was written
 */
export async function writeReport(report: Report, names: readonly WriterName[], directory: string): Promise<string[]> {
  return Promise.all(names.map((name) => writeOne(report, name, directory)));
}

async function writeOne(report: Report, name: WriterName, directory: string): Promise<string> {
  if (name in folderWriters) {
    const { folder, writeInto } = folderWriters[name as keyof typeof folderWriters];
    const path = join(directory, folder);
    await writeInto(report, path);
    return path;
  }
  const { file, write } = writers[name as keyof typeof writers];
  const path = join(directory, file);
  await writeFile(path, write(report));
  return path;
}

/**
 * Makes the folder that `--report-dir` names, where there is none yet.
 *
 * @throws {ConfigurationError} where it cannot be made
 */
export async function makeReportDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigurationError(
      `--report-dir: found ${directory === '' ? 'nothing' : directory}, which can't be made (${code}), expected a folder that can be written, e.g. conformance-report`,
    );
  }
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { ConfigurationError } from '../core/trouble.ts';
import type { Report } from '../reports/report.ts';
import type { WriterName } from '../reports/writers.ts';
import { folderWriters, writers } from '../reports/writers.ts';

const wanted = 'expected a folder that can be written, e.g. conformance-report';

/**
 * Writes a report in some formats into a directory that exists.
 *
 * @returns the paths of what was written
 * @throws {ConfigurationError} where one of them cannot be written
 */
export async function writeReport(report: Report, names: readonly WriterName[], directory: string): Promise<string[]> {
  try {
    return await Promise.all(names.map((name) => writeOne(report, name, directory)));
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined || path === undefined) throw error;
    throw new ConfigurationError(`--report-dir: found ${path}, which can't be written (${code}), ${wanted}`);
  }
}

/** Where a report is, in a line: what was written stands in one folder. */
export function reportText(files: readonly string[]): string {
  const [first] = files;
  if (first === undefined) return 'Report: none was written';
  return `Report in ${shownPath(dirname(first))}: ${files.map((file) => basename(file)).join(', ')}`;
}

/** A path from the working folder on, or the whole of it where it leads out of that. */
export function shownPath(path: string): string {
  const from = relative('.', path);
  return from.startsWith('..') ? resolve(path) : from || '.';
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
  // readers never see half a file, whenever the writer is killed
  const beside = `${path}.part`;
  try {
    await writeFile(beside, write(report));
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true, recursive: true });
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  }
  return path;
}

/** Takes away what of an earlier report would be written anew; a folder of many files is emptied by its writer. */
export async function removeReport(names: readonly WriterName[], directory: string): Promise<void> {
  for (const name of names) {
    if (!(name in writers)) continue;
    // what cannot be taken away cannot be written anew, which tells of it
    await rm(join(directory, writers[name as keyof typeof writers].file), { force: true }).catch(() => {});
  }
}

/**
 * Makes the folder that `--report-dir` names, where there is none yet.
 *
 * @throws {ConfigurationError} where it cannot be made, or nothing can be written there
 */
export async function makeReportDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    await access(directory, constants.W_OK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigurationError(
      `--report-dir: found ${directory === '' ? 'nothing' : directory}, which can't be ${code === 'EACCES' || code === 'EROFS' ? 'written' : 'made'} (${code}), ${wanted}`,
    );
  }
}

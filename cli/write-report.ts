import { access, constants, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
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
  const ended = await Promise.allSettled(names.map((name) => writeOne(report, name, directory)));
  // all have ended before anything is said, so that none leaves half a file behind
  return ended.map((one) => {
    if (one.status === 'fulfilled') return one.value;
    throw troubleIn(directory, one.reason);
  });
}

/** What kept a file from being written, as a person reads it; what was no matter of the folder stays as it is. */
function troubleIn(directory: string, error: unknown): unknown {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  const folder = shownPath(directory);
  return new ConfigurationError(
    noRoom.has(code)
      ? `--report-dir: found no room left in ${folder} (${code}${path === undefined ? '' : ` at ${basename(path)}`}), expected a folder on a disk with room, e.g. --report-dir /var/tmp/conformance-report`
      : `--report-dir: found ${path ?? folder}, which can't be written (${code}), ${wanted}`,
  );
}

/** The disk is full, or what may be written to it is used up. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Where a report is, in a line: what was written stands in one folder. What an earlier run has left beside it is told, too. */
export async function reportText(files: readonly string[]): Promise<string> {
  const [first] = files;
  if (first === undefined) return 'Report: none was written';
  const written = files.map((file) => basename(file));
  const there = await readdir(dirname(first)).catch(() => []);
  const older = there.filter((name) => ofReports.has(name) && !written.includes(name));
  const beside = older.length === 0 ? '' : ` (from an earlier run: ${older.join(', ')})`;
  return `Report in ${shownPath(dirname(first))}: ${written.join(', ')}${beside}`;
}

const ofReports: ReadonlySet<string> = new Set([
  ...Object.values(writers).map(({ file }) => file),
  ...Object.values(folderWriters).map(({ folder }) => folder),
]);

/** A path from the working folder on, or the whole of it where it leads out of that. */
export function shownPath(path: string): string {
  const from = relative('.', path);
  return from.startsWith('..') ? resolve(path) : from || '.';
}

async function writeOne(report: Report, name: WriterName, directory: string): Promise<string> {
  if (name in folderWriters) {
    const { folder, writeInto } = folderWriters[name as keyof typeof folderWriters];
    const path = join(directory, folder);
    try {
      await writeInto(report, path);
    } catch (error) {
      // results of which some are missing would be read as a smaller run; what else lies there is not the report's
      await removeResults(path).catch(() => {});
      throw named(error, path);
    }
    return path;
  }
  const { file, write } = writers[name as keyof typeof writers];
  const path = join(directory, file);
  // readers never see half a file, whenever the writer is killed
  const beside = `${path}.part`;
  const text = write(report);
  try {
    await writeWhole(beside, text);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true, recursive: true }).catch(() => {});
    throw named(error, path);
  }
  return path;
}

async function removeResults(folder: string): Promise<void> {
  const results = (await readdir(folder)).filter((name) =>
    /-(?:result|container|attachment|globals)(?:\.|$)/.test(name),
  );
  await Promise.all(results.map((name) => rm(join(folder, name), { force: true })));
}

async function writeWhole(path: string, text: string): Promise<void> {
  await using file = await open(path, 'w');
  await file.writeFile(text);
  // some disks say only now that they are full
  await file.sync();
}

/** An error of the system with the file that it is about, which one of writing does not say. */
function named(error: unknown, path: string): unknown {
  return error instanceof Error && 'syscall' in error ? Object.assign(error, { path }) : error;
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
 * @returns what takes it away again where it was made here and nothing was written there
 * @throws {ConfigurationError} where it cannot be made, or nothing can be written there
 */
export async function makeReportDirectory(directory: string): Promise<() => Promise<void>> {
  try {
    const isNew = await makeFolders(directory);
    await access(directory, constants.W_OK);
    // a folder that holds something is not taken away, and why does not matter
    return () => (isNew ? rmdir(directory).catch(() => {}) : Promise.resolve());
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigurationError(
      `--report-dir: found ${directory === '' ? 'nothing' : directory}, which can't be ${code === 'EACCES' || code === 'EROFS' ? 'written' : 'made'} (${code}), ${wanted}`,
    );
  }
}

/**
 * Makes a folder, and those that it lies in. Node.js does not end where a file system lets nobody make one, as that of
 * `/proc`.
 *
 * @param isLast whether those that it lies in were made
 * @returns whether there was none before
 */
async function makeFolders(directory: string, isLast = false): Promise<boolean> {
  try {
    await mkdir(directory);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(directory)).isDirectory()) return false;
    if (code !== 'ENOENT' || isLast || dirname(directory) === directory) throw error;
  }
  await makeFolders(dirname(directory));
  return makeFolders(directory, true);
}

import { access, constants, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { ConfigurationError } from '../core/trouble.ts';
import type { Report } from '../reports/report.ts';
import type { WriterName } from '../reports/writers.ts';
import { folderWriters, writers } from '../reports/writers.ts';

const wanted = 'expected a folder that can be written, e.g. conformance-report';

/**
 * Writes a report in some formats into an existing directory.
 *
 * @returns the paths of the written files and folders
 * @throws {ConfigurationError} if one of them cannot be written
 */
export async function writeReport(report: Report, names: readonly WriterName[], directory: string): Promise<string[]> {
  const ended = await Promise.allSettled(names.map((name) => writeOne(report, name, directory)));
  // all formats have ended before an error is thrown, so that none leaves half a file
  return ended.map((one) => {
    if (one.status === 'fulfilled') return one.value;
    throw troubleIn(directory, one.reason);
  });
}

/** Returns the error of a file that was not written, in words for a person. Any other error stays as it is. */
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

/** Codes of errors for a full disk or an exceeded quota. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Returns where a report is, in one line: all its files are in one folder. The line also names files of an earlier run.
 */
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

/** Returns a path relative to the working folder, or the whole path if it leads out of that folder. */
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
      // an incomplete set of results would be read as a smaller run; other files in the folder do not belong to the
      // report
      await removeResults(path).catch(() => {});
      throw named(error, path);
    }
    return path;
  }
  const { file, write } = writers[name as keyof typeof writers];
  const path = join(directory, file);
  // readers never see half a file, even if the writer is killed
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
  // some file systems report only here that they are full
  await file.sync();
}

/** Adds the file to an error of the system, because an error of writing does not name it. */
function named(error: unknown, path: string): unknown {
  return error instanceof Error && 'syscall' in error ? Object.assign(error, { path }) : error;
}

/** Removes the files of an earlier report that are written again. The writer of a folder empties the folder itself. */
export async function removeReport(names: readonly WriterName[], directory: string): Promise<void> {
  for (const name of names) {
    if (!(name in writers)) continue;
    // a file that cannot be removed cannot be written either, and writing reports this
    await rm(join(directory, writers[name as keyof typeof writers].file), { force: true }).catch(() => {});
  }
}

/**
 * Makes the folder that `--report-dir` names, if it does not exist.
 *
 * @returns a function that removes the folder if it was made here and nothing was written to it
 * @throws {ConfigurationError} if the folder cannot be made or written to
 */
export async function makeReportDirectory(directory: string): Promise<() => Promise<void>> {
  try {
    const isNew = await makeFolders(directory);
    await access(directory, constants.W_OK);
    // a folder with contents is not removed, and the kind of the error does not matter
    return () => (isNew ? rmdir(directory).catch(() => {}) : Promise.resolve());
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigurationError(
      `--report-dir: found ${directory === '' ? 'nothing' : directory}, which can't be ${code === 'EACCES' || code === 'EROFS' ? 'written' : 'made'} (${code}), ${wanted}`,
    );
  }
}

/**
 * Makes a folder and its parents. The function of Node.js for this does not end in a file system that lets no program
 * make folders, such as `/proc`.
 *
 * @param isLast whether the parents were already made
 * @returns whether the folder is new
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

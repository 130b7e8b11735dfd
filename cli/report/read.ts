import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '../../core/trouble.ts';
import { shellWord } from '../../reports/curl.ts';
import { writeJson } from '../../reports/json.ts';
import type { Report } from '../../reports/report.ts';
import { satisfies, validator } from '../../schemas/validate.ts';
import { isPartial, partialName } from '../run/partial-report.ts';

const example = 'expected a report of labconform such as conformance-report/conformance.json';

/** A report that was written earlier, with its exact bytes. */
export interface StoredReport {
  readonly path: string;
  readonly bytes: Buffer;
  readonly report: Report;
}

/**
 * Reads a stored report.
 *
 * @throws {ConfigurationError} if there is no file or no valid report; the message says which member is wrong, and what
 * was expected
 */
export async function readReport(path: string): Promise<StoredReport> {
  const lines = await linesOf(path);
  if (lines !== undefined) {
    const render = `labconform report render ${shellWord(lines.path)} --format json`;
    throw new ConfigurationError(
      `${path}: found ${lines.path === path ? 'the lines' : `${lines.path} with the lines`} of a run that was cut off, expected its report: ${render} makes one`,
    );
  }
  const bytes = await readBytes(path, example);
  return { path, bytes, report: asReport(path, parseJson(path, bytes, example)) };
}

/**
 * Reads a stored report, or makes one from the lines of a killed run. The lines are in the named file, or next to it if
 * it does not exist.
 *
 * @throws {ConfigurationError} as {@link readReport}
 */
export async function readReportOrPartial(path: string): Promise<Report> {
  const lines = await linesOf(path);
  if (lines === undefined) return (await readReport(path)).report;
  const { reportFromLines } = await import('./partial.ts');
  // in the form that it would have if it were read from its file
  return asReport(lines.path, JSON.parse(writeJson(reportFromLines(lines.path, lines.text))));
}

/** Returns the lines of a run that was cut off: from the file, or from its folder if the file does not exist. */
async function linesOf(path: string): Promise<{ readonly path: string; readonly text: string } | undefined> {
  for (const one of [path, join(dirname(path), partialName)]) {
    const text = await readFile(one, 'utf8').catch(() => undefined);
    if (text !== undefined) return isPartial(text) ? { path: one, text } : undefined;
  }
  return undefined;
}

function asReport(path: string, value: unknown): Report {
  if (typeof value !== 'object' || value === null || !('reportVersion' in value)) {
    throw new ConfigurationError(`${path}: found no reportVersion in it, ${example}`);
  }
  if (value.reportVersion !== 1) {
    throw new ConfigurationError(
      `${path}: reportVersion: found ${shown(value.reportVersion)}, which this version cannot read, expected 1`,
    );
  }
  if (satisfies('report', value)) return value;
  const [first, ...others] = validator('report')(value);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new ConfigurationError(`${path}: it is no report: ${first?.sentence ?? 'it is of another shape'}${more}`);
}

/**
 * Reads the bytes of a file that a person named.
 *
 * @param wanted what was expected, with an example
 */
export async function readBytes(path: string, wanted: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new ConfigurationError(`${path}: there is no such file, ${wanted}`);
    }
    if (code === 'EISDIR') throw new ConfigurationError(`${path}: found a folder, ${wanted}`);
    throw new ConfigurationError(`${path}: found a file that cannot be read (${code}), ${wanted}`);
  }
}

/** Parses a text as JSON. The error does not repeat the contents of the file, because nothing is known about them. */
export function parseJson(path: string, bytes: Buffer, wanted: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw new ConfigurationError(`${path}: found something that is not JSON, ${wanted}`);
  }
}

function shown(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? JSON.stringify(value).slice(0, 40) : 'something else';
}

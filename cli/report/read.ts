import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '../../core/trouble.ts';
import type { Report } from '../../reports/report.ts';
import { satisfies, validator } from '../../schemas/validate.ts';

const example = 'expected a report of labconform such as conformance-report/conformance.json';

/** A report that was written earlier, with its very bytes. */
export interface StoredReport {
  readonly path: string;
  readonly bytes: Buffer;
  readonly report: Report;
}

/**
 * Reads a stored report.
 *
 * @throws {ConfigurationError} where there is none, or something else: which member is wrong, and what was expected
 */
export async function readReport(path: string): Promise<StoredReport> {
  const bytes = await readBytes(path, example);
  const value = parseJson(path, bytes, example);
  if (typeof value !== 'object' || value === null || !('reportVersion' in value)) {
    throw new ConfigurationError(`${path}: found no reportVersion in it, ${example}`);
  }
  if (value.reportVersion !== 1) {
    throw new ConfigurationError(
      `${path}: reportVersion: found ${shown(value.reportVersion)}, which this version cannot read, expected 1`,
    );
  }
  if (satisfies('report', value)) return { path, bytes, report: value };
  const [first, ...others] = validator('report')(value);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new ConfigurationError(`${path}: it is no report: ${first?.sentence ?? 'it is of another shape'}${more}`);
}

/**
 * The bytes of a file that a person named.
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

/** Text as JSON. What stands in the file is not repeated, since nobody knows what it is. */
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

import { mkdir } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { ConfigurationError } from '../../core/trouble.ts';
import type { WriterName } from '../../reports/writers.ts';
import type { Console } from '../console.ts';
import { writeReport } from '../write-report.ts';
import { readReport } from './read.ts';

export interface RenderOptions {
  readonly format: readonly WriterName[];
  readonly reportDir?: string;
}

/** `labconform report render`: writes a stored report in further formats, beside it unless told otherwise. */
export async function render(path: string, options: RenderOptions, console: Console): Promise<number> {
  const { report } = await readReport(path);
  const directory = options.reportDir ?? dirname(path);
  await makeDirectory(directory);
  const written = await writeReport(report, options.format, directory);
  for (const file of written) console.out(`${relative('.', file) || file}\n`);
  return 0;
}

/**
 * Makes the folder that `--report-dir` names, where there is none yet.
 *
 * @throws {ConfigurationError} where it cannot be made
 */
export async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigurationError(
      `--report-dir: found ${directory}, which can't be made (${code}), expected a folder that can be written, e.g. conformance-report`,
    );
  }
}

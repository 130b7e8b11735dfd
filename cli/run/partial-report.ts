import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult } from '../../core/result.ts';
import { writeJson } from '../../reports/json.ts';
import type { Report } from '../../reports/report.ts';
import { writers } from '../../reports/writers.ts';

/** Milliseconds between two writings, at least: what a crash may lose. */
const interval = 2000;
/** Of the time one part in so many goes into writing, at most, however long the report has become. */
const oneOf = 30;

export interface PartialReport {
  readonly checkEnded: (result: CheckResult) => void;
  /** Resolves once nothing is being written any more; after it nothing is. */
  readonly stop: () => Promise<void>;
}

/**
 * Keeps a `conformance.json` of what has been decided so far, marked as interrupted, so that a run that is killed or
 * crashes leaves a report all the same. The whole one takes its place at the end.
 *
 * @param draw the report of some results, as of a run that was interrupted
 * @param now milliseconds of a monotonic clock
 */
export function keepPartialReport(
  directory: string,
  draw: (results: readonly CheckResult[]) => Promise<Report>,
  now: () => number,
): PartialReport {
  const results: CheckResult[] = [];
  const file = join(directory, writers.json.file);
  let due = now() + interval;
  let writing: Promise<void> | undefined;

  // readers never see half a file
  const write = async (): Promise<void> => {
    const beside = `${file}.part`;
    await writeFile(beside, writeJson(await draw(results)));
    await rename(beside, file);
  };

  return {
    checkEnded: (result) => {
      results.push(result);
      if (writing !== undefined || now() < due) return;
      const began = now();
      writing = write()
        // a disk that is full must not end the run: its end tells of it
        .catch(() => {})
        .finally(() => {
          const ended = now();
          due = ended + Math.max(interval, oneOf * (ended - began));
          writing = undefined;
        });
    },
    stop: async () => {
      await writing;
    },
  };
}

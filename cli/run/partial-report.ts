import { closeSync, openSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult } from '../../core/result.ts';
import type { ServedPlaces } from '../../core/serving.ts';
import type { TargetFacts } from '../../drivers/session/session.ts';
import type { RunHead } from './record.ts';

/** Name of the file. It is in the same folder as the report that will replace it. */
export const partialName = 'conformance.partial.ndjson';

/** A line after the first. */
export interface PartialLine {
  /** Time at which the line was written, by the real clock. */
  readonly at: string;
  readonly check: CheckResult;
  /** The tenant's own name, once it is known. */
  readonly tenantId?: string;
  /** The places that the tenant serves, in the first line after the survey. */
  readonly survey?: ServedPlaces;
}

/** The first line. The member `partialReport` tells a reader what the file is. */
export type PartialHead = { readonly partialReport: 1 } & RunHead;

const beginning = '{"partialReport":';

/** Reports whether a text is the file of a run that was cut off. */
export function isPartial(text: string): boolean {
  return text.startsWith(beginning);
}

type KnownFacts = Pick<TargetFacts, 'tenantId' | 'survey'>;

export interface PartialReport {
  /** Writes a result. When the call returns, the result outlives this process. */
  readonly checkEnded: (result: CheckResult, facts: KnownFacts | undefined) => void;
  /** Removes the file, because the whole report replaces it. */
  readonly remove: () => Promise<void>;
}

/**
 * Keeps the results of a run in a file of lines, so that a killed run leaves everything that it reported: the head of
 * the report, and then each result as it comes. The cost of a result does not grow with the run.
 *
 * @param now the time of day
 * @param complain called once if the file cannot be written; this must not end the run
 */
export function keepPartialReport(
  directory: string,
  head: RunHead,
  now: () => Date,
  complain: (code: string) => void,
): PartialReport {
  const path = join(directory, partialName);
  let file: number | undefined;
  let isSurveyWritten = false;
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      file = undefined;
      complain((error as NodeJS.ErrnoException).code ?? String(error));
    }
  };
  // writes at once and the whole line: data that the system has taken is kept even if this process ends
  const write = (line: PartialHead | PartialLine): void => {
    if (file !== undefined) writeFileSync(file, `${JSON.stringify(line)}\n`);
  };
  attempt(() => {
    file = openSync(path, 'w');
    write({ partialReport: 1, ...head });
  });
  return {
    checkEnded: (check, { tenantId, survey } = {}) =>
      attempt(() => {
        write({
          at: now().toISOString(),
          check,
          ...(tenantId === undefined ? {} : { tenantId }),
          ...(survey === undefined || isSurveyWritten ? {} : { survey }),
        });
        isSurveyWritten ||= survey !== undefined;
      }),
    remove: async () => {
      attempt(() => {
        if (file !== undefined) closeSync(file);
        file = undefined;
      });
      await rm(path, { force: true });
    },
  };
}

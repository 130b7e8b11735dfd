import { closeSync, openSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult } from '../../core/result.ts';
import type { ServedPlaces } from '../../core/serving.ts';
import type { TargetFacts } from '../../drivers/session/session.ts';
import type { RunHead } from './record.ts';

/** Name of the file, beside the report that will take its place. */
export const partialName = 'conformance.partial.ndjson';

/** A line after the first. */
export interface PartialLine {
  /** When it was written, by the real clock. */
  readonly at: string;
  readonly check: CheckResult;
  /** The tenant's own name, once it is known. */
  readonly tenantId?: string;
  /** What it serves, in the first line after that was found out. */
  readonly survey?: ServedPlaces;
}

/** The first line: by `partialReport` a reader knows what the file is. */
export type PartialHead = { readonly partialReport: 1 } & RunHead;

const beginning = '{"partialReport":';

/** Whether a text is what a run left that was cut off. */
export function isPartial(text: string): boolean {
  return text.startsWith(beginning);
}

type KnownFacts = Pick<TargetFacts, 'tenantId' | 'survey'>;

export interface PartialReport {
  /** When it returns, the result outlives this process. */
  readonly checkEnded: (result: CheckResult, facts: KnownFacts | undefined) => void;
  /** Takes the file away, since the whole report stands in its place. */
  readonly remove: () => Promise<void>;
}

/**
 * Keeps what a run has decided in a file of lines, so that one that is killed leaves all that it told: the head of the
 * report, and then each result as it comes. What a result costs does not grow with the run.
 *
 * @param now the time of day
 * @param complain is told once where the file cannot be written, which must not end the run
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
  // at once and whole: what the system has taken is there regardless of what becomes of this process
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

import { ConfigurationError } from '../../core/trouble.ts';
import type { CheckResult } from '../../core/result.ts';
import { catalogueDigest } from '../../reports/assemble.ts';
import type { Report } from '../../reports/report.ts';
import * as catalogue from '../../specs/requirements/index.ts';
import type { PartialHead, PartialLine } from '../run/partial-report.ts';
import { reportOf } from '../run/record.ts';
import { tool } from '../tool.ts';

/**
 * Returns the report of a run that was cut off, from the lines that the run wrote.
 *
 * @throws {ConfigurationError} if another version wrote the lines, because only that version can make a report of them
 */
export function reportFromLines(path: string, text: string): Report {
  // the line that was being written when the run was killed has no line end
  const [first = '', ...others] = text.split('\n').slice(0, -1);
  const head = parsed(first) as PartialHead | undefined;
  if (head?.partialReport !== 1) {
    throw new ConfigurationError(
      `${path}: found no head that this version can read in its first line, expected one of partialReport 1`,
    );
  }
  if (head.tool.version !== tool.version || head.catalogue !== catalogueDigest(catalogue)) {
    throw new ConfigurationError(
      `${path}: ${tool.name} ${head.tool.version} wrote it, and its version or catalogue is not that of this program (${tool.version}), expected the version that ran to render it`,
    );
  }
  const lines = others.map((line) => parsed(line) as PartialLine | undefined).filter((line) => line !== undefined);
  const results = new Map<string, CheckResult>(lines.map(({ check }) => [check.id, check]));
  return reportOf(head, {
    results: [...results.values()],
    interrupted: true,
    tenantId: lines.find(({ tenantId }) => tenantId !== undefined)?.tenantId,
    survey: lines.find(({ survey }) => survey !== undefined)?.survey,
    finishedAt: lines.at(-1)?.at ?? head.startedAt,
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

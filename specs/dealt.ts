import { casesOf } from '../core/run/host.ts';
import { askedBy } from './asked.ts';
import type { SuiteCheck } from './check.ts';

type Counted = Pick<SuiteCheck, 'id' | 'cases' | 'maxCases'>;

/** Cases of a property by which parts are compared: with any number of runs the same checks are dealt in the same way. */
const usualRuns = 100;

/** What an operation of the control takes beside a call of the tenant. */
const operationInCalls = 0.25;

/** How long a check takes beside others, roughly: what it asks for, and something for being run at all. */
export function weightOf(check: Counted): number {
  const count = casesOf(check, usualRuns);
  return 1 + askedBy(check, 'requests', count) + operationInCalls * askedBy(check, 'operations', count);
}

/**
 * Deals checks to a number of parts that take about as long, for shards and threads: the longest first, each to the part
 * that has least so far. The checks of a part keep their order.
 */
export function dealt<Check extends Counted>(checks: readonly Check[], parts: number): Check[][] {
  const taken = Array.from({ length: parts }, () => 0);
  const partOf = new Map<string, number>();
  for (const check of checks.toSorted((one, other) => weightOf(other) - weightOf(one))) {
    const part = taken.indexOf(Math.min(...taken));
    taken[part] = (taken[part] ?? 0) + weightOf(check);
    partOf.set(check.id, part);
  }
  return Array.from({ length: parts }, (_, part) => checks.filter(({ id }) => partOf.get(id) === part));
}

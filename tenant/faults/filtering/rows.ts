import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Fault } from '../fault.ts';

/** A fault as a row: what the tenant does instead, the sentence that says so, and what else that breaks by its words. */
export type Row = readonly [wrong: Deviation, summary: string, also?: readonly string[]];

/** The faults of a table that break the same requirements, by the part of their id behind the profile. */
export const breaking = (
  breaks: string | readonly string[],
  rows: Readonly<Record<string, Row>>,
  alsoByAll: readonly string[] = [],
): readonly Fault[] =>
  Object.entries(rows).map(([id, [behaviour, summary, also = []]]) => ({
    id: `filtering/${id}`,
    breaks: [breaks].flat(),
    also: [...alsoByAll, ...also],
    summary,
    behaviour,
  }));

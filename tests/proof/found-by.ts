import { readFileSync } from 'node:fs';

/** Ids of checks, each with the number of cases a property with which the check found a fault. */
export type Finders = Readonly<Record<string, number>>;

/** The file of the record. */
export const foundByFile = new URL('found-by.json', import.meta.url);

/**
 * The checks that found each fault in the last search, for faults that needed several looks or many cases. The record
 * only makes the search shorter: a fault that its checks do not find is searched for with all checks. `node
 * tests/proof/record-finders.ts` renews the record.
 */
export const recordedFinders = JSON.parse(readFileSync(foundByFile, 'utf8')) as Readonly<Record<string, Finders>>;

import { readFileSync } from 'node:fs';

/** Checks by id, each with the cases a property with which it found a fault. */
export type Finders = Readonly<Record<string, number>>;

/** Where the record is kept. */
export const foundByFile = new URL('found-by.json', import.meta.url);

/**
 * What found a fault when it was last searched for, where that took several looks or many cases. It makes the search shorter and
 * decides nothing: what is not found so is searched for among all checks. `node tests/proof/record-finders.ts` renews it.
 */
export const foundBy = JSON.parse(readFileSync(foundByFile, 'utf8')) as Readonly<Record<string, Finders>>;

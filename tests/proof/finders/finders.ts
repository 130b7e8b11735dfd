import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { checks } from '../../../specs/checks/index.ts';
import type { SuiteCheck } from '../../../specs/check.ts';
import type { Fault } from '../../../tenant/index.ts';
import { run } from '../matrix.ts';

/** The seeds with which each fault is looked for: what is found by chance is not found by all of them. */
export const seeds = [20261120, 7, 4711] as const;

/** Cases a property at first, and where no check has found a fault by them. */
const cases = [5, 30] as const;

/** Requirements that a check found to be broken, each with a digit for every seed: 1 where it did. */
export type Found = Readonly<Record<string, string>>;

/** What each check found of one fault. Checks that found nothing are left out. */
export interface Finders {
  /** Cases a property. */
  readonly cases: number;
  readonly found: Readonly<Record<string, Found>>;
}

/** The faults of a profile by id, each with its finders. */
export type Matrix = Readonly<Record<string, Finders>>;

export function fileOf(profile: string): URL {
  return new URL(`${profile}.json`, import.meta.url);
}

export function readMatrix(profile: string): Matrix {
  const file = fileOf(profile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Matrix) : {};
}

/** Writes what was found, beside what another shard has written meanwhile. */
export function writeMatrix(profile: string, matrix: Matrix): void {
  const entries = Object.entries({ ...readMatrix(profile), ...matrix }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  writeFileSync(fileOf(profile), `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
}

/** The checks that prove something that a fault breaks. What it may break besides need not be found. */
export function candidatesFor({ breaks }: Fault): readonly SuiteCheck[] {
  return checks.filter(({ proves }) => proves.some((id) => breaks.includes(id)));
}

/** Whether some check found all that a fault is meant to break, with each seed. */
export function isFound({ breaks }: Fault, found: Finders['found']): boolean {
  return breaks.every((id) => {
    const masks = Object.values(found).flatMap((one) => one[id] ?? []);
    return seeds.every((_, at) => masks.some((mask) => mask[at] === '1'));
  });
}

/**
 * Tries some checks on a tenant with a fault, each by itself, with every seed.
 *
 * @param runs cases a property; unless given, more of them where fewer find nothing
 */
export async function findersOf(fault: Fault, some: readonly SuiteCheck[], runs?: number): Promise<Finders> {
  const [few, many] = cases;
  const found = await foundWith(fault, some, runs ?? few);
  if (runs !== undefined || isFound(fault, found)) return { cases: runs ?? few, found };
  return { cases: many, found: await foundWith(fault, some, many) };
}

async function foundWith(fault: Fault, some: readonly SuiteCheck[], runs: number): Promise<Finders['found']> {
  const found: Record<string, Record<string, string>> = {};
  for (const [at, seed] of seeds.entries()) {
    for (const { id, failures } of await run(some, { fault }, runs, undefined, seed)) {
      for (const { requirement } of failures) {
        const digits = (found[id] ??= {})[requirement] ?? '0'.repeat(seeds.length);
        found[id][requirement] = `${digits.slice(0, at)}1${digits.slice(at + 1)}`;
      }
    }
  }
  return Object.fromEntries(Object.entries(found).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { checks } from '../../../specs/checks/index.ts';
import type { SuiteCheck } from '../../../specs/check.ts';
import type { Fault } from '../../../tenant/index.ts';
import { run } from '../matrix.ts';

/** The seeds with which each fault is searched for. A fault that is found by chance is not found with all of them. */
export const seeds = [20261120, 7, 4711] as const;

/** Cases a property: at first, and if no check found the fault with them. */
const cases = [5, 30] as const;

/** Requirements that a check found to be broken, each with a digit for every seed: 1 if the check found it. */
export type Found = Readonly<Record<string, string>>;

/** The findings of each check for one fault. Checks without a finding are left out. */
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

/** Adds findings to the file, and keeps those that another shard has written meanwhile. */
export function writeMatrix(profile: string, matrix: Matrix): void {
  const entries = Object.entries({ ...readMatrix(profile), ...matrix }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  writeFileSync(fileOf(profile), `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
}

/**
 * Returns the checks that prove a requirement that a fault breaks. Requirements that it may also break need not be
 * found.
 */
export function candidatesFor({ breaks }: Fault): readonly SuiteCheck[] {
  return checks.filter(({ proves }) => proves.some((id) => breaks.includes(id)));
}

/** Reports whether, with each seed, each requirement that a fault should break was found broken by some check. */
export function isFound({ breaks }: Fault, found: Finders['found']): boolean {
  return breaks.every((id) => {
    const masks = Object.values(found).flatMap((one) => one[id] ?? []);
    return seeds.every((_, at) => masks.some((mask) => mask[at] === '1'));
  });
}

/**
 * Runs some checks against a tenant with a fault, with every seed.
 *
 * @param runs cases a property; by default few, and many if the few do not find the fault
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

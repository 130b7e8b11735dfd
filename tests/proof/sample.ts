import { checks } from '../../specs/checks/index.ts';

/**
 * Returns the first member with each name, so that a short run has every name. A member with several names represents
 * all of them.
 *
 * @param namesOf returns the names of a member: the requirements that a fault breaks, or the freedoms that a variant
 *   uses
 */
export function firstOfEachName<T>(all: readonly T[], namesOf: (one: T) => readonly string[]): readonly T[] {
  const met = new Set<string>();
  return all.filter((one) => {
    const names = namesOf(one);
    const isNew = names.some((name) => !met.has(name));
    for (const name of names) met.add(name);
    return isNew;
  });
}

/**
 * A check of each requirement: of several the one that proves the fewest requirements, because it also needs the least.
 */
export const sampleChecks = firstOfEachName(
  checks.toSorted((one, other) => one.proves.length - other.proves.length),
  ({ proves }) => proves,
);

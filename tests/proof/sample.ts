import { checks } from '../../specs/checks/index.ts';

/**
 * The first of each name, so that a short run leaves out no name. One that has several names stands for all of them.
 *
 * @param namesOf the names of one: of a fault the requirements that it breaks, of a variant the freedoms that it uses
 */
export function oneForEach<T>(all: readonly T[], namesOf: (one: T) => readonly string[]): readonly T[] {
  const met = new Set<string>();
  return all.filter((one) => {
    const names = namesOf(one);
    const isNew = names.some((name) => !met.has(name));
    for (const name of names) met.add(name);
    return isNew;
  });
}

/** A check of each requirement, and of several the one that proves the least beside it, as it needs the least too. */
export const fewChecks = oneForEach(
  checks.toSorted((one, other) => one.proves.length - other.proves.length),
  ({ proves }) => proves,
);

import { checks } from '../../../specs/checks/index.ts';
import type { SuiteCheck } from '../../../specs/check.ts';
import type { RequirementId } from '../../../specs/requirements/index.ts';
import { faults } from '../../../tenant/faults/index.ts';
import type { Fault } from '../../../tenant/index.ts';
import { run } from '../matrix.ts';
import { seeds } from './finders.ts';

// Shows whether checks are needed: `npm run proof:needed -- <check id>...`. For each named check, it prints the faults
// that no other check finds with the same seed. Named checks do not count as other checks.

/**
 * Cases a property: few for the named check, so that only its reliable findings count, and more for the other checks.
 */
const cases = { own: 8, others: 60 } as const;

const namedIds = process.argv.slice(2);

/** The other checks. A check that proves many requirements comes first, because it is the likeliest to find a fault. */
const others = checks
  .filter(({ id }) => !namedIds.includes(id))
  .toSorted((one, other) => other.proves.length - one.proves.length);

async function finds(check: SuiteCheck, fault: Fault, seed: number, runs: number): Promise<Set<string>> {
  const results = await run([check], { fault }, runs, undefined, seed);
  return new Set(results.flatMap(({ failures }) => failures.map(({ requirement }) => requirement)));
}

async function isFoundElsewhere(fault: Fault, requirement: RequirementId, seed: number): Promise<boolean> {
  for (const check of others) {
    if (!check.proves.includes(requirement)) continue;
    if ((await finds(check, fault, seed, cases.others)).has(requirement)) return true;
  }
  return false;
}

for (const id of namedIds) {
  const check = checks.find((one) => one.id === id);
  if (check === undefined) {
    process.stdout.write(`${id}: there is no such check\n`);
    continue;
  }
  const onlyHere = new Set<string>();
  let found = 0;
  for (const fault of faults) {
    const shared = fault.breaks.filter((requirement) => check.proves.some((one) => one === requirement));
    if (shared.length === 0) continue;
    for (const seed of seeds) {
      const seen = await finds(check, fault, seed, cases.own);
      for (const requirement of check.proves.filter((one) => shared.includes(one) && seen.has(one))) {
        found++;
        if (!(await isFoundElsewhere(fault, requirement, seed))) onlyHere.add(`${fault.id} (${requirement})`);
      }
    }
  }
  const needed =
    onlyHere.size === 0
      ? 'other checks find all of it'
      : `the only one to find ${onlyHere.size}: ${[...onlyHere].join(', ')}`;
  process.stdout.write(`${id}: finds ${found}; ${needed}\n`);
}

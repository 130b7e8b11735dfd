import { checks } from '../../../specs/checks/index.ts';
import type { SuiteCheck } from '../../../specs/check.ts';
import type { RequirementId } from '../../../specs/requirements/index.ts';
import { faults } from '../../../tenant/faults/index.ts';
import type { Fault } from '../../../tenant/index.ts';
import { run } from '../matrix.ts';
import { seeds } from './finders.ts';

// Whether checks are the only ones to find anything: `npm run proof:needed -- <check id>...`. Of each, it names the faults that
// no other check finds with the same seed. None of the checks that are named counts as another one.

/** Cases a property: few for the check that might go, so that it finds what it finds surely, and more for the others. */
const cases = { own: 8, others: 60 } as const;

const named = process.argv.slice(2);

/** What draws most is the likeliest to find what another check finds. */
const others = checks
  .filter(({ id }) => !named.includes(id))
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

for (const id of named) {
  const check = checks.find((one) => one.id === id);
  if (check === undefined) {
    process.stdout.write(`${id}: there is no such check\n`);
    continue;
  }
  const alone = new Set<string>();
  let found = 0;
  for (const fault of faults) {
    const shared = fault.breaks.filter((requirement) => check.proves.some((one) => one === requirement));
    if (shared.length === 0) continue;
    for (const seed of seeds) {
      const seen = await finds(check, fault, seed, cases.own);
      for (const requirement of check.proves.filter((one) => shared.includes(one) && seen.has(one))) {
        found++;
        if (!(await isFoundElsewhere(fault, requirement, seed))) alone.add(`${fault.id} (${requirement})`);
      }
    }
  }
  const needed = alone.size === 0 ? 'others find all of it' : `alone in ${alone.size}: ${[...alone].join(', ')}`;
  process.stdout.write(`${id}: finds ${found}; ${needed}\n`);
}

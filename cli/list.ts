import { startingARun } from './invocation.ts';
import { ConfigurationError } from '../core/trouble.ts';
import { nearestKey } from '../schemas/nearest-key.ts';
import { checks } from '../specs/checks/index.ts';
import { freedoms, profileNames, requirements, requirementsOf, untestable } from '../specs/requirements/index.ts';
import type { Fault } from '../tenant/faults/fault.ts';
import { faults } from '../tenant/faults/index.ts';
import { mutants } from '../tenant/faults/mutants.ts';
import { variants } from '../tenant/variants/index.ts';
import type { Console } from './console.ts';
import type { Listable } from './listable.ts';
import { listable } from './listable.ts';
import { table } from './table.ts';

interface Listing {
  readonly columns: readonly string[];
  /** Rows for a person; the last column may be long. */
  readonly rows: () => readonly (readonly string[])[];
  /** The same data for a program. */
  readonly values: () => unknown;
  readonly closing: () => string;
}

/** Returns the ids of the checks that prove a requirement, the most specific first: those that prove the fewest others. */
export function checksOf(requirement: string): readonly string[] {
  return checks
    .filter((check) => (check.proves as readonly string[]).includes(requirement))
    .toSorted((one, other) => one.proves.length - other.proves.length)
    .map((check) => check.id);
}

/** Returns the listing of faults that are written by hand, or of generated ones. */
function listingOf(noun: string, all: readonly Fault[]): Listing {
  return {
    columns: ['id', 'breaks', 'what this tenant does'],
    rows: () => all.map(({ id, breaks, summary }) => [id, atMostThree(breaks), summary]),
    values: () => all.map(({ id, breaks, also, summary }) => ({ id, breaks, also: also ?? [], summary })),
    closing: () => `${all.length} ${noun}. Try one: ${startingARun} --fault ${all[0]?.id ?? ''}`,
  };
}

const listings: Readonly<Record<Listable, Listing>> = {
  requirements: {
    columns: ['id', 'profile', 'basis', 'checked', 'statement'],
    rows: () =>
      requirements.map(({ id, profile, basis, statement }) => [
        id,
        profile,
        basis,
        checksOf(id).length > 0 ? 'checked' : 'planned',
        statement,
      ]),
    values: () =>
      requirements.map((requirement) => ({
        ...requirement,
        status: checksOf(requirement.id).length > 0 ? 'checked' : 'planned',
        checks: checksOf(requirement.id),
        faults: faults.filter((fault) => fault.breaks.includes(requirement.id)).map((fault) => fault.id),
      })),
    closing: () => {
      const planned = requirements.filter(({ id }) => checksOf(id).length === 0).length;
      return `${requirements.length} requirements, ${requirements.length - planned} checked, ${planned} planned; ${untestable.length} statements of the specification can't be checked from outside.`;
    },
  },
  checks: {
    columns: ['id', 'proves', 'title'],
    rows: () => checks.map(({ id, proves, title }) => [id, atMostThree(proves), title]),
    values: () =>
      checks.map(({ id, title, proves, needs, cases }) => ({
        id,
        title,
        proves,
        needs,
        property: cases !== undefined,
      })),
    closing: () =>
      `${checks.length} checks, ${checks.filter(({ cases }) => cases !== undefined).length} of them properties (checks of many drawn cases).`,
  },
  profiles: {
    columns: ['profile', 'requirements', 'checked', 'planned'],
    rows: () =>
      profileNames.map((name) => {
        const mine = requirementsOf(name);
        const checked = mine.filter(({ id }) => checksOf(id).length > 0).length;
        return [name, String(mine.length), String(checked), String(mine.length - checked)];
      }),
    values: () =>
      profileNames.map((name) => ({
        name,
        requirements: requirementsOf(name).map(({ id }) => id),
        planned: requirementsOf(name)
          .filter(({ id }) => checksOf(id).length === 0)
          .map(({ id }) => id),
      })),
    closing: () => `${profileNames.length} profiles.`,
  },
  faults: listingOf('faults', faults),
  mutants: listingOf('mutants', mutants),
  variants: {
    columns: ['id', 'freedoms', 'what this tenant does'],
    rows: () => variants.map(({ id, freedoms: used, summary }) => [id, atMostThree(used), summary]),
    values: () =>
      variants.map(({ id, freedoms: used, summary, warnings }) => ({
        id,
        freedoms: used,
        summary,
        warnings: warnings ?? [],
      })),
    closing: () => `${variants.length} variants. Try one: ${startingARun} --variant ${variants[0]?.id ?? ''}`,
  },
  freedoms: {
    columns: ['id', 'topic', 'range'],
    rows: () => freedoms.map(({ id, topic, range }) => [id, topic, range]),
    values: () =>
      freedoms.map((freedom) => ({
        ...freedom,
        variants: variants.filter((variant) => variant.freedoms.includes(freedom.id)).map((variant) => variant.id),
      })),
    closing: () => `${freedoms.length} freedoms: what the specification leaves open and the suite does not judge.`,
  },
};

/** Returns at most three ids: dozens would push the next column out of sight. `--json` and `explain` show all. */
function atMostThree(ids: readonly string[]): string {
  return ids.length <= 3 ? ids.join(' ') : `${ids.slice(0, 2).join(' ')} and ${ids.length - 2} more`;
}

/** Runs `labconform list`: prints the catalogue for a person, or as JSON for a program. */
export function list(what: string, json: boolean, console: Console): Promise<number> {
  const known = listable.find((one) => one === what);
  if (known === undefined) {
    const nearest = nearestKey(what, listable);
    const hint = nearest === undefined ? `expected one of ${listable.join(', ')}` : `did you mean ${nearest}?`;
    throw new ConfigurationError(`list: found ${JSON.stringify(what)}; ${hint}`);
  }
  const listing = listings[known];
  if (json) console.out(`${JSON.stringify(listing.values(), null, 2)}\n`);
  else console.out(`${table(listing.columns, listing.rows(), console)}\n\n${listing.closing()}\n`);
  return Promise.resolve(0);
}

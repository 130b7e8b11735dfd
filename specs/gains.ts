import type { Way } from '../drivers/session/need.ts';
import type { SuiteCheck } from './check.ts';

/** The requirements that would be exercised as well if something were added to a target. */
export interface Gain {
  /** All of these additions are needed together. */
  readonly adding: Way;
  /** How many additional requirements would be exercised. */
  readonly requirements: number;
}

/**
 * Returns for each possible addition how many requirements it would exercise that the target does not exercise now.
 *
 * @param checks the chosen checks
 * @param wants the additions that each check lacks if it is not exercised: each way to exercise it once
 */
export function gainsOf(checks: readonly SuiteCheck[], wants: ReadonlyMap<string, readonly Way[]>): Gain[] {
  const exercised = new Set(checks.filter(({ id }) => !wants.has(id)).flatMap(({ proves }) => proves));
  const candidates = new Map([...wants.values()].flat().map((way) => [way.toSorted().join(', '), way]));
  const requirementsOf = (adding: Way): number => {
    const given = new Set(adding);
    const opened = checks.filter(({ id }) => wants.get(id)?.some((way) => way.every((one) => given.has(one))) === true);
    return new Set(opened.flatMap(({ proves }) => proves).filter((one) => !exercised.has(one))).size;
  };
  return [...candidates.values()]
    .map((adding) => ({ adding, requirements: requirementsOf(adding) }))
    .filter(({ requirements }) => requirements > 0);
}

/**
 * Returns the best additions one after the other. Each counts the requirements that it adds after those before it are
 * there.
 */
export function stepsOf(
  checks: readonly SuiteCheck[],
  wants: ReadonlyMap<string, readonly Way[]>,
  most: number,
): readonly Gain[] {
  const worth = ({ adding, requirements }: Gain): number => requirements / adding.length;
  const [best] = most === 0 ? [] : gainsOf(checks, wants).toSorted((one, other) => worth(other) - worth(one));
  if (best === undefined) return [];
  const left = [...wants].map(
    ([id, ways]) => [id, ways.map((way) => way.filter((one) => !best.adding.includes(one)))] as const,
  );
  const stillWanted = new Map(left.filter(([, ways]) => ways.every((way) => way.length > 0)));
  return [best, ...stepsOf(checks, stillWanted, most - 1)];
}

/** Returns a gain as a line: `record.create: 92 more requirements`. */
export function gainInWords({ adding, requirements }: Gain): string {
  const [last, ...others] = adding.toReversed();
  const all = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`;
  return `${all}: ${requirements} more ${requirements === 1 ? 'requirement' : 'requirements'}`;
}

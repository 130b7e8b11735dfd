import type { Demanded, NotApplicable } from '../../core/judgement.ts';
import { finding, held, notApplicable } from '../../core/judgement.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { StockedRecord } from './listing-stock.ts';
import { isKnown } from './listing-items.ts';
import type { Walk } from './listing-walk.ts';
import { day } from '../../core/spans.ts';

/**
 * Compares two records by their modification times: negative if the first must come first in ascending order. Undefined
 * if the order is unknown: a tenant may store times less precisely than the control was told (FRE-156). So the times
 * that the items show count too, and if they show none, a difference of less than a day does not count.
 */
export type Comparison = (one: string, other: string) => number | undefined;

const SECOND = 1000;
const DAY = day * SECOND;

/**
 * Returns the requirement that an order by modifiedAt belongs to: the specification shows it for one listing and
 * descending; it is inferred otherwise ("Listing endpoints", row /api/v3/entry/items).
 */
export function orderRequirement({
  path,
  asked: { sort },
}: Pick<Walk, 'path' | 'asked'>): 'LST-22' | 'LST-23' | 'LST-37' {
  if (sort === 'asc') return 'LST-23';
  return path === '/api/v3/entry/items' ? 'LST-22' : 'LST-37';
}

/** Returns a comparison by the times that the control was told and by the times that the items of the walks show. */
export function compareBy(records: readonly StockedRecord[], ...walks: readonly Walk[]): Comparison {
  const set = new Map(
    records.flatMap(({ name, modifiedAt }) => (modifiedAt === undefined ? [] : [[name, Date.parse(modifiedAt)]])),
  );
  const shown = new Map(walks.flatMap((walk) => Object.entries(walk.shown)));
  return (one, other) => {
    const given = difference(set, one, other);
    if (given === undefined || given === 0) return undefined;
    const seen = difference(shown, one, other);
    if (seen !== undefined) return Math.sign(seen) === Math.sign(given) ? given : undefined;
    return Math.abs(given) >= DAY ? given : undefined;
  };
}

function difference(times: ReadonlyMap<string, number>, one: string, other: string): number | undefined {
  const [a, b] = [times.get(one), times.get(other)];
  return a === undefined || b === undefined ? undefined : a - b;
}

/** Two neighbouring records whose correct order is known. */
export interface Neighbours {
  readonly earlier: string;
  readonly later: string;
  /** Page of the second record, counted from 0. */
  readonly page: number;
  /** `within`: on one page. `across`: at the boundary between two pages. */
  readonly where: 'within' | 'across';
  /** `subtle`: less than a second apart, or with times whose texts sort differently from their instants. */
  readonly kind: 'plain' | 'subtle';
  readonly inOrder: boolean;
}

/** Returns the pairs of neighbours in a sorted walk whose correct order is known. */
export function neighboursIn(walk: Walk, records: readonly StockedRecord[], compare: Comparison): Neighbours[] {
  // if no order was requested because the tenant refuses it, there is none to judge (FRE-147)
  if (walk.asked.sort === undefined) return [];
  const sign = walk.asked.sort === 'desc' ? -1 : 1;
  const texts = new Map(records.map(({ name, modifiedAt = '' }) => [name, modifiedAt]));
  const found: Neighbours[] = [];
  let before: { readonly key: string; readonly page: number } | undefined;
  for (const [page, { items }] of walk.pages.entries()) {
    for (const key of items ?? []) {
      if (!isKnown(key)) continue;
      const difference = before === undefined ? undefined : compare(before.key, key);
      if (before !== undefined && difference !== undefined) {
        const [one, other] = [texts.get(before.key) ?? '', texts.get(key) ?? ''];
        const misleading = one < other === difference > 0;
        found.push({
          earlier: before.key,
          later: key,
          page,
          where: before.page === page ? 'within' : 'across',
          kind: misleading || Math.abs(difference) < SECOND ? 'subtle' : 'plain',
          inOrder: sign * difference <= 0,
        });
      }
      before = { key, page };
    }
  }
  return found;
}

/** Returns the neighbours in a sorted walk that are in the wrong order. */
export function disordersIn(walk: Walk, records: readonly StockedRecord[], compare: Comparison): Neighbours[] {
  return neighboursIn(walk, records, compare).filter(({ inOrder }) => !inOrder);
}

/**
 * Demands that the records on each page of a sorted walk are in the requested order, as far as their times are plain.
 * Disorder from page to page is judged with the order over all pages.
 */
export function* pagesAreInOrder(
  walk: Walk,
  records: readonly StockedRecord[],
  subject: string,
): Generator<Demanded<RequirementId> | NotApplicable> {
  const requirement = orderRequirement(walk);
  const pairs = neighboursIn(walk, records, compareBy(records, walk)).filter(
    ({ kind, where }) => kind === 'plain' && where === 'within',
  );
  const wrong = pairs.find(({ inOrder }) => !inOrder);
  if (wrong === undefined) {
    // if each page has only one record (FRE-139), no page has an order
    if (pairs.length > 0) yield held(requirement);
    else yield notApplicable(`${subject} had no two records on one page whose order is known`);
    return;
  }
  const observed = `had ${wrong.later} after ${wrong.earlier}`;
  yield finding(requirement, subject, observed, 'the order of modifiedAt', walk.pages[wrong.page]?.exchange);
}

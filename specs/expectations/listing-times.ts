import type { Demanded, NotApplicable } from '../../core/judgement.ts';
import { finding, held, notApplicable } from '../../core/judgement.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { StockedRecord } from './listing-stock.ts';
import { isKnown } from './listing-items.ts';
import type { Walk } from './listing-walk.ts';
import { day } from '../../core/spans.ts';

/**
 * How two records must follow each other by their modification times: negative where the first must come first when
 * sorted up. Undefined where nothing is known: times of a tenant may be less precise than what the control was told
 * (FRE-156). So what the items show counts too, and where they show nothing, less than a day counts for nothing.
 */
export type Comparison = (one: string, other: string) => number | undefined;

const SECOND = 1000;
const DAY = day * SECOND;

/**
 * What an order by modifiedAt belongs to: it is shown for one listing and downwards, and inference otherwise ("Listing
 * endpoints", row /api/v3/entry/items).
 */
export function orderRequirement({
  path,
  asked: { sort },
}: Pick<Walk, 'path' | 'asked'>): 'LST-22' | 'LST-23' | 'LST-37' {
  if (sort === 'asc') return 'LST-23';
  return path === '/api/v3/entry/items' ? 'LST-22' : 'LST-37';
}

/** Compares records by what the control was told and by what the items of the walks show. */
export function compareBy(records: readonly StockedRecord[], ...walks: readonly Walk[]): Comparison {
  const set = new Map(
    records.flatMap(({ name, modifiedAt }) => (modifiedAt === undefined ? [] : [[name, Date.parse(modifiedAt)]])),
  );
  const shown = new Map(walks.flatMap((walk) => Object.entries(walk.shown)));
  return (one, other) => {
    const told = difference(set, one, other);
    if (told === undefined || told === 0) return undefined;
    const seen = difference(shown, one, other);
    if (seen !== undefined) return Math.sign(seen) === Math.sign(told) ? told : undefined;
    return Math.abs(told) >= DAY ? told : undefined;
  };
}

function difference(times: ReadonlyMap<string, number>, one: string, other: string): number | undefined {
  const [a, b] = [times.get(one), times.get(other)];
  return a === undefined || b === undefined ? undefined : a - b;
}

/** Two records that follow each other, and of which it is known how they must. */
export interface Neighbours {
  readonly earlier: string;
  readonly later: string;
  /** Page on which the second one stands, counted from 0. */
  readonly page: number;
  /** `within`: on one page. `across`: at the border between two pages. */
  readonly where: 'within' | 'across';
  /** `subtle`: by less than a second, or in times whose texts sort otherwise than their instants. */
  readonly kind: 'plain' | 'subtle';
  readonly inOrder: boolean;
}

/** The pairs of neighbours in a sorted walk, as far as it is known how they must stand. */
export function neighboursIn(walk: Walk, records: readonly StockedRecord[], compare: Comparison): Neighbours[] {
  // where no order was asked for, as it is refused, there is none (FRE-147)
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

/** Neighbours in a sorted walk that stand the wrong way round. */
export function disordersIn(walk: Walk, records: readonly StockedRecord[], compare: Comparison): Neighbours[] {
  return neighboursIn(walk, records, compare).filter(({ inOrder }) => !inOrder);
}

/**
 * On each page of a sorted walk records come in the order that was asked for, as far as their times are plain. What stands
 * wrong from page to page is told of the order over all pages.
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
    // where each page has one record only (FRE-139), no page has an order
    if (pairs.length > 0) yield held(requirement);
    else yield notApplicable(`${subject} had no two records on one page whose order is known`);
    return;
  }
  const observed = `had ${wrong.later} behind ${wrong.earlier}`;
  yield finding(requirement, subject, observed, 'the order of modifiedAt', walk.pages[wrong.page]?.exchange);
}

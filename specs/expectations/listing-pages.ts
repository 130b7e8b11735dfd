import { answer, succeeded } from '../../core/exchange.ts';
import type { Demanded } from '../../core/judgement.ts';
import { finding, held } from '../../core/judgement.ts';
import type { RequirementId } from '../requirements/index.ts';
import { isKnown } from './listing-items.ts';
import type { StockedRecord } from './listing-stock.ts';
import type { Walk, WalkedPage } from './listing-walk.ts';
import { itemsIn, lastOf, missingIn, describeListingCall, describeWalk } from './listing-walk.ts';

type Demands = Generator<Demanded<RequirementId>>;

/** Demands that each page has a page token that is a text ("Pagination", 1). */
export function* everyPageHasAToken({ path, asked, pages }: Walk): Demands {
  const wrong = pages.find(({ exchange, token }) => succeeded(exchange) && typeof token !== 'string');
  if (wrong === undefined) {
    if (pages.some(({ exchange }) => succeeded(exchange))) yield held('LST-09');
    return;
  }
  const subject = `page ${pages.indexOf(wrong) + 1} of ${describeListingCall(path, asked)}`;
  yield finding('LST-09', subject, `had ${describePageToken(wrong)}`, 'a text', wrong.exchange);
}

/**
 * Demands that the page token is empty on the last page only, and leads on from all other pages ("Pagination", 2 and
 * 3).
 *
 * @param visible the records that the listing shows this reader
 */
export function* tokensLeadOn(walk: Walk, visible: readonly StockedRecord[]): Demands {
  const { pages, end, path, asked } = walk;
  const subject = describeWalk(walk);
  const last = pages.at(-1);
  if (last === undefined) return;
  const missing = missingIn(walk, visible).length;
  const after = `after page ${pages.length - 1}`;
  if (end === 'endless') {
    yield finding('LST-15', subject, `did not end within ${pages.length} pages`, 'an end', last.exchange);
    if (missing === 0) {
      const observed = 'had a page token on each page, even after all records had been shown';
      yield finding('LST-10', subject, observed, 'an empty one on the last page', last.exchange);
    }
  }
  if (end === 'refused' && pages.length > 1) {
    const observed = `${answer(last.exchange)} ${after}`;
    if (missing === 0)
      yield finding('LST-10', subject, observed, 'an empty page token on the last page', last.exchange);
    else yield finding('LST-12', subject, observed, 'the following page', last.exchange);
  }
  if (end === 'no-token') {
    const named = `page ${pages.length} of ${describeListingCall(path, asked)}`;
    if (missing === 0)
      yield finding('LST-10', named, `was the last and had ${describePageToken(last)}`, 'an empty text', last.exchange);
    else
      yield finding(
        'LST-11',
        named,
        `was not the last and had ${describePageToken(last)}`,
        'a page token',
        last.exchange,
      );
  }
  const idle = idlePage(walk, visible);
  if (idle !== undefined) {
    const observed = `showed nothing new on page ${idle + 1} while records were left`;
    yield finding('LST-12', subject, observed, 'the following page', pages[idle]?.exchange);
  }
  if (end === 'last' && missing > 0 && endsEarly(walk, visible)) {
    const observed = `had an empty page token on page ${pages.length} while ${missing} records were left`;
    yield finding('LST-11', subject, observed, 'a page token', last.exchange);
  }
  if (end === 'last' && missing === 0 && pages.length > 1 && last.items?.length === 0) {
    const observed = `had a page token on page ${pages.length - 1}, after which only an empty page came`;
    yield finding('LST-20', subject, observed, 'an empty page token on it', last.exchange);
  }
  if (end === 'last' && missing === 0) yield* keptBy(walk);
}

/** Yields the requirements that a walk shows to be held if it met all records and ended by the rules. */
function* keptBy({ pages, asked: { pageSize } }: Walk): Demands {
  yield held('LST-10');
  yield held('LST-15');
  const isFull = pageSize !== undefined && pages.at(-1)?.items?.length === pageSize;
  if (isFull) yield held('LST-20');
  if (pages.length === 1) return;
  yield held('LST-11');
  yield held('LST-12');
}

/** Demands that no page has more items than requested ("Pagination", 4). */
export function* pagesHoldNoMore({ asked, pages, path }: Walk): Demands {
  const { pageSize } = asked;
  if (pageSize === undefined) return;
  // on a page without any of the suite's records, other content may look like items
  const readable = pages.filter(({ items = [] }) => items.some(isKnown));
  const wrong = readable.find(({ items = [] }) => items.length > pageSize);
  if (wrong === undefined) {
    if (readable.length > 0) yield held('LST-16');
    return;
  }
  const subject = `page ${pages.indexOf(wrong) + 1} of ${describeListingCall(path, asked)}`;
  yield finding('LST-16', subject, `held ${wrong.items?.length ?? 0} items`, `${pageSize} at most`, wrong.exchange);
}

/** Demands that each of the records appears exactly once. A walk that did not reach its end is not judged. */
export function* everyRecordOnce(walk: Walk, visible: readonly StockedRecord[], requirement: RequirementId): Demands {
  if (walk.end !== 'last') return;
  const missing = missingIn(walk, visible);
  const subject = describeWalk(walk);
  if (missing.length > 0) {
    const observed = `lacked ${missing.length} of ${visible.length} records (${missing[0]?.name ?? ''})`;
    yield finding(requirement, subject, observed, 'all of them', lastOf(walk));
  }
  const [twice] = repeatedIn(itemsIn(walk), visible);
  if (twice === undefined) {
    if (visible.length > 0 && missing.length === 0) yield held(requirement);
    return;
  }
  const again = walk.pages.findLast(({ items }) => items?.includes(twice));
  yield finding(requirement, subject, `showed ${twice} more than once`, 'each record once', again?.exchange);
}

/** Returns the names that appear more than once among the items. */
function repeatedIn(items: readonly string[], visible: readonly StockedRecord[]): string[] {
  const names = new Set(visible.map(({ name }) => name));
  const met = new Set<string>();
  return items.filter((key) => names.has(key) && met.size === met.add(key).size);
}

/**
 * Returns the index of a following page that shows nothing new although records are left. An empty page that leads on
 * does not count: pages may be short (FRE-142).
 */
function idlePage({ pages }: Walk, visible: readonly StockedRecord[]): number | undefined {
  const met = new Set<string>();
  for (const [index, { items, exchange }] of pages.entries()) {
    if (items === undefined || !succeeded(exchange)) return undefined;
    const left = visible.some(({ name }) => !met.has(name));
    const leadsOn = items.length === 0 && index < pages.length - 1;
    if (index > 0 && left && !leadsOn && items.every((key) => met.has(key))) return index;
    for (const key of items) met.add(key);
  }
  return undefined;
}

/**
 * Reports whether all missing records come after the last page, and that page was full: then another page must follow.
 */
function endsEarly(walk: Walk, visible: readonly StockedRecord[]): boolean {
  const { asked, pages } = walk;
  const last = pages.at(-1)?.items;
  if (last === undefined || asked.pageSize === undefined || last.length < asked.pageSize) return false;
  // if pages repeat records, the missing records need not all come after the last page
  if (repeatedIn(itemsIn(walk), visible).length > 0) return false;
  if (pages.length === 1) return true;
  const times = new Map(visible.map(({ name, modifiedAt = '' }) => [name, Date.parse(modifiedAt)]));
  const final = times.get(last.at(-1) ?? '');
  if (asked.sort === undefined || final === undefined) return false;
  const sign = asked.sort === 'desc' ? -1 : 1;
  return missingIn(walk, visible).every(({ name }) => sign * ((times.get(name) ?? Number.NaN) - final) > 0);
}

/** Describes a page token that is not a text. */
function describePageToken({ token }: WalkedPage): string {
  if (token === undefined) return 'no nextToken';
  return `${token === null ? 'null' : Array.isArray(token) ? 'a list' : `a ${typeof token}`} as nextToken`;
}

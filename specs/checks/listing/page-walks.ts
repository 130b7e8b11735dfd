import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, held, observation } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import {
  anyListing,
  directionsOrNone,
  listingNamed,
  describeTraversal,
  traversals,
} from '../../../generators/listing-cases.ts';
import { makesRecords } from '../../../drivers/session/need.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { checkOfStocks, stockAt } from '../../expectations/existing-records.ts';
import { accepted } from '../../expectations/acceptance.ts';
import {
  everyPageHasAToken,
  everyRecordOnce,
  pagesHoldNoMore,
  tokensLeadOn,
} from '../../expectations/listing-pages.ts';
import type { StockedRecord } from '../../expectations/listing-stock.ts';
import { pick } from '../../expectations/listing-stock.ts';
import {
  isUnauthenticated,
  itemsIn,
  lastOf,
  describeListingCall,
  describeWalk,
  unclearIn,
} from '../../expectations/listing-walk.ts';
import type { FreedomId, RequirementId } from '../../requirements/index.ts';
import { stockOfProjects, stocksOrExisting, stocksOf, theListing } from './stocks.ts';
import type { Traversal } from './traversal.ts';
import { shortPage, traverse } from './traversal.ts';
import { objectOf } from '../../../generators/object.ts';

/**
 * A refused page size above this is taken for one above the maximum (FRE-140). For smaller sizes, other calls have to
 * show that.
 */
const small = 3;

const counts = [6, 4, 3, 2, 1];
/** Numbers of records, each with a page size that they fill exactly. */
const fullPages = counts.flatMap((count) =>
  [1, 2, 3, 4, 6].filter((size) => count % size === 0 && count <= 3 * size).map((pageSize) => ({ count, pageSize })),
);

/** The requirements that a walk from page to page can show, see {@link judgeTraversal}. */
export const traversalRequirements = [
  'LST-09',
  'LST-10',
  'LST-11',
  'LST-12',
  'LST-13',
  'LST-15',
  'LST-16',
  'LST-17',
  'LST-20',
] as const satisfies readonly RequirementId[];

/** Walks along page tokens from the first page to the last ("Pagination"). */
export const pageWalksChecks: readonly SuiteCheck[] = [
  checkOfStocks({
    id: 'listing/every-record-once-from-first-to-last-page',
    title: 'Following page tokens yields every record once and ends, in any size, order and listing',
    proves: traversalRequirements,
    needs: ['records'],
    cases: traversals,
    describe: describeTraversal,
    arrange: async (scene) => [
      ...(await stocksOrExisting(scene, [9, 4, 3, 2, 1, 6], 'all')),
      ...(makesRecords(scene.target) ? [await stockOfProjects(scene, [3, 1, 4])] : []),
    ],
    async gather(scene, { listings, stock: position, reader, pageSize, sort }, stocks) {
      const traversals: Traversal[] = [];
      for (const index of listings) {
        const listing = await theListing(scene, index);
        const stock = stockAt(scene, stocks, position, listing);
        const asked = {
          ...(pageSize === undefined ? {} : { pageSize }),
          ...(sort === undefined || listing.kind === 'assayResult' ? {} : { sort }),
        };
        traversals.push(await traverse(scene, stock, pick(stock.readers, reader), listing, asked));
      }
      return traversals;
    },
    *judge(traversals) {
      for (const traversal of traversals) yield* judgeTraversal(traversal);
    },
  }),

  check({
    id: 'listing/a-full-last-page-is-the-last',
    title: 'A full last page has an empty page token, and no page comes after it',
    proves: ['LST-10', 'LST-20'],
    needs: ['app.create', 'access'],
    cases: objectOf({
      listing: anyListing,
      filled: fc.nat(fullPages.length - 1),
      sort: directionsOrNone,
    }),
    maxCases: 60,
    describe: ({ listing, filled }) => {
      const { count, pageSize } = pick(fullPages, filled);
      return inWords`${listingNamed(listing)} with ${count} records in pages of ${pageSize}`;
    },
    arrange: (scene) => stocksOf(scene, counts),
    async gather(scene, { listing: index, filled, sort }, stocks) {
      const { count, pageSize } = pick(fullPages, filled);
      const stock = pick(stocks, counts.indexOf(count));
      const listing = await theListing(scene, index);
      const asked = { pageSize, ...(sort === undefined || listing.kind === 'assayResult' ? {} : { sort }) };
      return traverse(scene, stock, pick(stock.readers, 0), listing, asked);
    },
    *judge(traversal) {
      for (const judgement of judgeTraversal(traversal)) {
        // the traversals in all page sizes judge the rest
        const own = !('requirement' in judgement) || ['LST-10', 'LST-20'].includes(judgement.requirement);
        if (own) yield judgement;
      }
    },
  }),
];

/** Judges the rules for pages by a traversal. */
export function* judgeTraversal(traversal: Traversal): Generator<Judgement<RequirementId, FreedomId>> {
  const { walked, expected } = traversal;
  const [first] = walked.pages;
  if (walked.refused !== undefined) {
    const observed = `the call of ${walked.refused.request.url.replace(/^https?:..[^/]*/, '')} ${answer(walked.refused)}`;
    const freedom = observed.includes('sort=') ? 'FRE-147' : 'FRE-253';
    yield observation(freedom, observed, walked.refused);
  }
  const last = lastOf(walked);
  if (last !== undefined && isUnauthenticated(last)) {
    yield* premise(false, `page ${walked.pages.length} of GET ${walked.path} ${answer(last)}`);
    return;
  }
  if (walked.end === 'refused' && walked.pages.length === 1) {
    yield* refusedAtOnce(traversal);
    return;
  }
  const unclear = unclearIn(walked, expected);
  if (walked.end === 'unreadable' || unclear !== undefined) {
    const text = unclear ?? `GET ${walked.path} gave no JSON object`;
    yield { kind: 'premise', text, ...(first === undefined ? {} : { exchange: first.exchange.number }) };
    return;
  }
  yield* everyPageHasAToken(walked);
  yield* pagesHoldNoMore(walked);
  yield* middlePagesAreFull(traversal);
  if (traversal.seesAnything === false) {
    yield* premise(false, `GET ${walked.path} shows the reader nothing, and neither does any other listing`);
    return;
  }
  const visible = visibleIn(traversal);
  yield* tokensLeadOn(walked, visible);
  yield* everyRecordOnce(walked, visible, 'LST-13');
}

/**
 * Returns the records that a walk must show. It is open which records a version has (FRE-155). Records that a listing
 * never shows the reader while another version does are left out, and all records are left out if it never shows any.
 */
function visibleIn({ expected, reference, inOtherVersions = [] }: Traversal): readonly StockedRecord[] {
  if (reference === undefined) return expected;
  if (reference.length === 0) return [];
  return expected.filter(({ name }) => reference.includes(name) || !inOtherVersions.includes(name));
}

/**
 * Judges a refused page size. A larger size may be above the maximum. If not even a larger size is served, the
 * parameter controls nothing.
 */
function* refusedAtOnce({ walked, plain, ofOthers }: Traversal): Generator<Judgement<RequirementId, FreedomId>> {
  const { asked, path, pages } = walked;
  const [first] = pages;
  const { pageSize } = asked;
  if (plain === undefined || first === undefined) return;
  if (!(yield* premise(accepted(plain), `GET ${path} without pageSize ${answer(plain)}`))) return;
  const subject = describeListingCall(path, asked);
  const isAboveMaximum = ofOthers !== undefined && accepted(ofOthers.one) && !accepted(ofOthers.ten);
  if (pageSize !== undefined && (pageSize > small || isAboveMaximum)) {
    const observed = `pageSize=${pageSize} ${answer(first.exchange)}`;
    yield observation('FRE-140', observed, first.exchange);
  } else if (pageSize === undefined) {
    yield* premise(false, `${subject} ${answer(first.exchange)}`);
  } else {
    yield finding('LST-16', subject, answer(first.exchange), `a page of ${pageSize} items at most`, first.exchange);
  }
}

/** Judges that a page that another one follows is full, unless a maximum limits it (FRE-140, FRE-142). */
function* middlePagesAreFull({ walked, ofTen = 0 }: Traversal): Generator<Judgement<RequirementId, FreedomId>> {
  const { asked, pages } = walked;
  const { pageSize = 0 } = asked;
  const at = shortPage(walked);
  const page = at === undefined ? undefined : pages[at];
  if (at === undefined || page === undefined) {
    const full = pageSize > 0 && pages[0]?.items?.length === pageSize;
    if (full && new Set(itemsIn(walked)).size > pageSize) yield held('LST-17');
    return;
  }
  if (ofTen < pageSize) {
    const observed = `pageSize=${pageSize} gave ${page.items?.length ?? 0} items, and pageSize=10 gave ${ofTen}`;
    yield observation('FRE-140', observed, page.exchange);
    return;
  }
  const observed = `held ${page.items?.length ?? 0} items on page ${at + 1} although others follow`;
  yield finding('LST-17', describeWalk(walked), observed, `${pageSize} items`, page.exchange);
}

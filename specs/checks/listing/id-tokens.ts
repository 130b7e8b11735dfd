import type { Demanded, NotApplicable } from '../../../core/judgement.ts';
import { finding, held } from '../../../core/judgement.ts';
import { aUser, grant } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { anIdToken, plainIdToken } from '../../../drivers/world/identity.ts';
import { listingsOpenToIdTokens } from '../../expectations/id-token.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import {
  everyPageHasAToken,
  everyRecordOnce,
  pagesHoldNoMore,
  tokensLeadOn,
} from '../../expectations/listing-pages.ts';
import type { StockedRecord } from '../../expectations/listing-stock.ts';
import { aStock, listedIn, pick, settle } from '../../expectations/listing-stock.ts';
import { compareBy, disordersIn, pagesAreInOrder } from '../../expectations/listing-times.ts';
import type { Asked, Walk } from '../../expectations/listing-walk.ts';
import { isWhole, itemsIn, lastOf, missingIn, describeWalk, unclearIn, walk } from '../../expectations/listing-walk.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { plainTimes } from './stocks.ts';

/**
 * Number of records of each kind. Pages of two give a first page, one in the middle and a short last one. All fit one
 * page.
 */
const records = 5;
const pageSize = 2;

/** Queries without a sort. A listing that can be sorted is also followed in both orders. */
const unsorted: readonly Asked[] = [{ pageSize }, { pageSize: records }];
const sorted: readonly Asked[] = [...unsorted, { pageSize, sort: 'asc' }, { pageSize, sort: 'desc' }];

/** The walk of a user with an ID token through a listing, and the walk of an app that may see the same project. */
interface Followed {
  readonly known: readonly StockedRecord[];
  readonly others: readonly StockedRecord[];
  readonly own: Walk;
  readonly control: Walk;
}

/**
 * Listings for users with an ID token, which must be the same as for others ("Authentication", the table of methods).
 */
export const idTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/id-tokens-are-led-through-every-page',
    title: 'A user with an ID token can follow each listing through all pages in each order',
    proves: [
      'LST-07',
      'LST-08',
      'LST-09',
      'LST-10',
      'LST-11',
      'LST-12',
      'LST-13',
      'LST-15',
      'LST-16',
      'LST-20',
      'LST-22',
      'LST-23',
      'LST-37',
      'LST-31',
    ],
    needs: ['app.create', 'user.create', 'access', 'identityProvider.trust'],
    async gather(scene) {
      const times = plainTimes(records);
      const stock = await aStock(scene, { entry: times, plate: times, assayResult: records }, ['app']);
      const reader = pick(stock.readers, 0);
      const user = await aUser(scene);
      await grant(scene, stock.project, user);
      // ID tokens need not be valid for each version (FRE-216).
      const open = await listingsOpenToIdTokens(scene, user);
      const followed: Followed[] = [];
      for (const listing of open) {
        await settle(scene, stock, reader, listing);
        const known = listedIn(stock, listing);
        const others = stock.records.filter((record) => !known.includes(record));
        // each listing gets an ID token of its own, because a token is valid only for a while
        const authorization = bearer(await anIdToken(scene, plainIdToken, { user }));
        for (const asked of listing.kind === 'assayResult' ? unsorted : sorted) {
          const follow = (as: string): Promise<Walk> => walk(scene, listing, as, { known: stock.records, ...asked });
          const control = await follow(reader.authorization);
          // the grant may be seen by the user a moment later (FRE-14)
          const own = await scene.settle(
            () => follow(authorization),
            (walked) => missingIn(walked, known).length === 0,
          );
          followed.push({ known, others, own, control });
        }
      }
      return followed;
    },
    *judge(followed) {
      let judged = 0;
      for (const { known, others, own, control } of followed) {
        // other checks judge a listing that leads no reader through its pages
        if (!isWhole(control) || missingIn(control, known).length > 0 || unclearIn(own, known) !== undefined) continue;
        const [first] = own.pages;
        if (first === undefined || first.exchange.response?.status === 401) continue;
        judged++;
        if (own.end === 'refused' && own.pages.length === 1) continue;
        yield* everyPageHasAToken(own);
        yield* tokensLeadOn(own, known);
        yield* pagesHoldNoMore(own);
        yield* isLikeThatOfOthers({ known, others, own, control });
      }
      yield* premise(judged > 0, 'no listing served an ID token and led an app through all of its pages');
    },
  }),
];

/** Judges that the user sees the same records as others, each once, and in the same order if one was requested. */
function* isLikeThatOfOthers({
  known,
  others,
  own,
  control,
}: Followed): Generator<Demanded<RequirementId> | NotApplicable> {
  const subject = `${describeWalk(own)} by a user with an ID token`;
  const keys = new Set(itemsIn(own));
  const stray = others.find(({ name }) => keys.has(name));
  const requirement = known.some(({ kind }) => kind === 'assayResult') ? 'LST-07' : 'LST-08';
  if (stray !== undefined) {
    yield finding(requirement, subject, `showed ${stray.name}`, 'records of its own kind', lastOf(own));
    return;
  }
  if (keys.size > 0) yield held(requirement);
  const missing = missingIn(own, known).length;
  if (own.end === 'last' && missing === known.length) {
    const observed = `showed none of the ${known.length} records that an app is shown`;
    yield finding('LST-31', subject, observed, 'all of them', lastOf(own));
    return;
  }
  if (own.end === 'last' && missing === 0) yield held('LST-31');
  yield* everyRecordOnce(own, known, 'LST-13');
  if (own.asked.sort === undefined || missing > 0) return;
  // other checks judge an order that others do not get either
  if (disordersIn(control, known, compareBy(known, own)).length > 0) return;
  yield* pagesAreInOrder(own, known, subject);
}

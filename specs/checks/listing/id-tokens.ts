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
import { isWhole, itemsIn, lastOf, missingIn, tellWalk, unclearIn, walk } from '../../expectations/listing-walk.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { plainTimes } from './stocks.ts';

/** So many records of each kind, in pages of two: a first page, one in the middle and a short last one. They fill one page. */
const records = 5;
const pageSize = 2;

/** In no order, and in both where a listing can be sorted. */
const unsorted: readonly Asked[] = [{ pageSize }, { pageSize: records }];
const sorted: readonly Asked[] = [...unsorted, { pageSize, sort: 'asc' }, { pageSize, sort: 'desc' }];

/** A listing as a user with an ID token follows it, beside an app that may see the same project. */
interface Followed {
  readonly known: readonly StockedRecord[];
  readonly others: readonly StockedRecord[];
  readonly own: Walk;
  readonly control: Walk;
}

/** A listing is to a user with an ID token what it is to others ("Authentication", the table of methods). */
export const idTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/id-tokens-are-led-through-every-page',
    title: 'A user with an ID token is led through all pages of each listing in each order',
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
      // whether ID tokens are good for each version is open (FRE-216)
      const open = await listingsOpenToIdTokens(scene, user);
      const followed: Followed[] = [];
      for (const listing of open) {
        await settle(scene, stock, reader, listing);
        const known = listedIn(stock, listing);
        const others = stock.records.filter((record) => !known.includes(record));
        // each has a token of its own, which lasts for a while only
        const authorization = bearer(await anIdToken(scene, plainIdToken, { user }));
        for (const asked of listing.kind === 'assayResult' ? unsorted : sorted) {
          const follow = (as: string): Promise<Walk> => walk(scene, listing, as, { known: stock.records, ...asked });
          const control = await follow(reader.authorization);
          // what the user was granted may be seen a moment later (FRE-14)
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
        // what nobody is led through is told of others
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

/** The same records, each once, and in the same order where one was asked for. */
function* isLikeThatOfOthers({
  known,
  others,
  own,
  control,
}: Followed): Generator<Demanded<RequirementId> | NotApplicable> {
  const subject = `${tellWalk(own)} by a user with an ID token`;
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
  // an order that others are not given either is told of theirs
  if (disordersIn(control, known, compareBy(known, own)).length > 0) return;
  yield* pagesAreInOrder(own, known, subject);
}

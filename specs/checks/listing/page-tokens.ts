import { isFinding } from '../../../core/check.ts';
import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer, succeeded } from '../../../core/exchange.ts';
import { demand, finding, held, observation } from '../../../core/judgement.ts';
import { aProject } from '../../../drivers/world/actors.ts';
import { aClient } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { anyListing, directionsOrNone } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { checkOfStocks, stockAt } from '../../expectations/existing-records.ts';
import { showsNone } from '../../expectations/acceptance.ts';
import { glimpse } from '../../expectations/disclosure.ts';
import { everyRecordOnce } from '../../expectations/listing-pages.ts';
import type { Reader, Stock } from '../../expectations/listing-stock.ts';
import { aReader, listedIn, pick, readersOfAll, settle } from '../../expectations/listing-stock.ts';
import type { Walk, WalkedPage } from '../../expectations/listing-walk.ts';
import {
  isWhole,
  lastOf,
  queryOf,
  describeListingCall,
  describeWalk,
  unclearIn,
  walk,
} from '../../expectations/listing-walk.ts';
import { served as servedInstead } from '../../../drivers/world/listing-limits.ts';
import { onePage } from './page.ts';
import { stocksOrExisting, stocksOf, theListing } from './stocks.ts';
import { objectOf } from '../../../generators/object.ts';

const smallSizes = fc.integer({ min: 1, max: 3 });
/** Sizes in which the records fill three or more pages, even if five is the smallest size. */
const smallerSizes = fc.integer({ min: 1, max: 2 });

/** Equivalent forms of a page token in a query (RFC 3986, section 2.1). */
const encodings = {
  'every reserved character': (text: string) => percent(text, /[A-Za-z0-9\-._~]/),
  'all but letters and digits': (text: string) => percent(text, /[A-Za-z0-9]/),
  'all but letters and digits, in lower-case hexadecimal': (text: string) =>
    percent(text, /[A-Za-z0-9]/).replaceAll(/%../g, (code) => code.toLowerCase()),
} as const;

/**
 * Returns the first page of this number of records. If there must be a second page, waits until the first one leads
 * to it.
 */
function firstOf(
  scene: Scene,
  records: number,
  look: () => Promise<WalkedPage>,
  pageSize: number,
): Promise<WalkedPage> {
  return scene.settle(look, ({ token }) => records <= pageSize || (typeof token === 'string' && token !== ''));
}

/** The right to use a page token, and its encoding ("Pagination", 3; "Authentication"). */
export const pageTokensChecks: readonly SuiteCheck[] = [
  checkOfStocks({
    id: 'listing/page-tokens-may-be-percent-encoded',
    title: 'A page token leads to the next page, however strictly it is percent-encoded',
    proves: ['LST-28'],
    needs: ['records'],
    cases: objectOf({
      listing: anyListing,
      pageSize: smallSizes,
      sort: directionsOrNone,
      encoding: fc.constantFrom<keyof typeof encodings>(
        'every reserved character',
        'all but letters and digits',
        'all but letters and digits, in lower-case hexadecimal',
      ),
    }),
    maxCases: 40,
    arrange: (scene) => stocksOrExisting(scene, [5]),
    async gather(scene, { listing: index, pageSize, sort, encoding }, stocks) {
      const listing = await theListing(scene, index);
      const stock = stockAt(scene, stocks, 0, listing);
      const reader = pick(stock.readers, 0);
      await settle(scene, stock, reader, listing);
      const known = listedIn(stock, listing);
      const asked = { pageSize, ...(sort === undefined || listing.kind === 'assayResult' ? {} : { sort }) };
      const encoded = await walk(scene, listing, reader.authorization, {
        known,
        ...asked,
        encode: encodings[encoding],
      });
      // the same with the encoding of forms, for contrast
      const strange = !isWhole(encoded) || everyRecordOnce(encoded, known, 'LST-28').some(isFinding);
      const plain = strange ? await walk(scene, listing, reader.authorization, { known, ...asked }) : undefined;
      // if neither leads to the next page, other tokens show whether their characters are the cause
      const further: Walk[] = [];
      for (const size of plain === undefined || isWhole(plain) ? [] : [1, 2]) {
        for (const order of listing.kind === 'assayResult' ? [undefined] : ([undefined, 'asc', 'desc'] as const)) {
          const other = { pageSize: size, ...(order === undefined ? {} : { sort: order }) };
          further.push(await walk(scene, listing, reader.authorization, { known, ...other }));
        }
      }
      return { known, encoded, plain, further };
    },
    *judge({ known, encoded, plain, further }, { encoding }) {
      if (plain === undefined) return;
      const visible = known.filter(({ name }) => plain.pages.some(({ items }) => items?.includes(name)));
      // tokens that are new each time need not be refused for their characters if one is refused once
      const lost = isWhole(plain) ? undefined : refusedForItsCharacters([encoded, plain, ...further]);
      if (lost !== undefined) {
        const subject = `${describeListingCall(plain.path, plain.asked)} with a percent-encoded page token that has ${lost.character} in it`;
        yield finding('LST-28', subject, answer(lost.page), 'the following page, as without it', lost.page);
        return;
      }
      const readable = isWhole(plain) && visible.length > 0 && unclearIn(plain, known) === undefined;
      const right = readable && !everyRecordOnce(plain, visible, 'LST-28').some(isFinding);
      if (!(yield* premise(right, `${describeWalk(plain)} showed no whole listing either`))) return;
      const subject = `${describeListingCall(encoded.path, encoded.asked)}, followed with page tokens in which ${encoding} is percent-encoded,`;
      const last = lastOf(encoded);
      if (!isWhole(encoded)) {
        const observed = last !== undefined && !succeeded(last) ? answer(last) : 'did not end';
        yield finding('LST-28', subject, observed, 'the following pages', last);
      }
      for (const one of everyRecordOnce(encoded, visible, 'LST-28')) yield isFinding(one) ? { ...one, subject } : one;
    },
  }),

  checkOfStocks({
    id: 'listing/a-page-token-is-no-credential',
    title: 'A following page without a credential is answered with 401',
    proves: ['LST-29', 'TRN-20'],
    needs: ['records'],
    cases: objectOf({
      listing: anyListing,
      reader: fc.nat(2),
      pageSize: smallerSizes,
      sort: directionsOrNone,
      /** Whether the page token comes from a page that was itself requested with a page token. */
      later: fc.boolean(),
      /** Whether its own reader has used the page token before. */
      used: fc.boolean(),
      /** Whether the page token is sent without the other parameters. */
      alone: fc.boolean(),
      /** The credential of the call. */
      credential: fc.constantFrom('none' as const, 'none' as const, 'a wrong one' as const),
    }),
    maxCases: 40,
    arrange: (scene) => stocksOrExisting(scene, [14], 'all'),
    async gather(scene, { listing: index, reader: position, pageSize, sort, later, used, alone, credential }, stocks) {
      const listing = await theListing(scene, index);
      const stock = stockAt(scene, stocks, 0, listing, { least: 14 });
      const reader = pick(stock.readers, position);
      const visible = await settle(scene, stock, reader, listing);
      const asked = { pageSize, ...(sort === undefined || listing.kind === 'assayResult' ? {} : { sort }) };
      const first = await firstOf(scene, visible.size, () => onePage(scene, listing, reader, asked, stock), pageSize);
      const { token } = later ? await onePage(scene, listing, reader, asked, stock, String(first.token)) : first;
      if (typeof token !== 'string' || token === '') return { path: listing.path, asked };
      if (used) await onePage(scene, listing, reader, asked, stock, token);
      const wrong = credential === 'none' ? {} : { authorization: 'Bearer no-token-of-anybody' };
      const anonymous = await scene.call(listing.path, {
        ...wrong,
        query: { ...(alone ? {} : queryOf(servedInstead(asked, scene.target, listing.path))), nextToken: token },
        note: `a page token and ${credential === 'none' ? 'no' : 'a wrong'} credential`,
      });
      // a page token may be valid for one use only, so the correct call uses another one
      const again = await onePage(scene, listing, reader, asked, stock);
      const served = await onePage(scene, listing, reader, asked, stock, String(again.token));
      return { path: listing.path, asked, anonymous, served: served.exchange };
    },
    *judge({ path, asked, anonymous, served }, { credential }) {
      const led = anonymous !== undefined && served !== undefined && succeeded(served);
      if (!(yield* premise(led, `${describeListingCall(path, asked)} led to no second page`))) return;
      if (anonymous === undefined) return;
      const { status = 0 } = anonymous.response ?? {};
      const subject = `GET ${path} with a page token and ${credential === 'none' ? 'no' : 'a wrong'} credential`;
      // the tenant may check the parameters first (FRE-224)
      const requirement = status === 400 || status === 422 ? 'TRN-20' : 'LST-29';
      yield demand(status === 401, requirement, subject, answer(anonymous), '401', anonymous);
      if (status === 401) yield held('TRN-20');
    },
  }),

  check({
    id: 'listing/a-page-token-opens-nothing-to-others',
    title: 'A page token of one reader shows another one no records that only the first may see',
    proves: ['LST-30'],
    needs: ['app.create', 'access'],
    cases: objectOf({
      listing: anyListing,
      owner: fc.nat(2),
      other: fc.nat(2),
      swapped: fc.boolean(),
      pageSize: smallSizes,
      sort: directionsOrNone,
    }),
    maxCases: 60,
    arrange: (scene) => stocksWithSomethingInCommon(scene, [8, 9]),
    async gather(scene, { listing: index, owner, other, swapped, pageSize, sort }, stocks) {
      const listing = await theListing(scene, index);
      const [own, foreign] = swapped ? [pick(stocks, 1), pick(stocks, 0)] : [pick(stocks, 0), pick(stocks, 1)];
      const [reader, stranger] = [pick(own.readers, owner), pick(foreign.readers, other)];
      const visible = await settle(scene, own, reader, listing);
      const asked = { pageSize, ...(sort === undefined || listing.kind === 'assayResult' ? {} : { sort }) };
      const first = await firstOf(scene, visible.size, () => onePage(scene, listing, reader, asked, own), pageSize);
      const { token } = first;
      const ownPage = await scene.settle(
        () => onePage(scene, listing, stranger, asked, foreign),
        ({ exchange }) => succeeded(exchange),
      );
      if (typeof token !== 'string' || token === '') return { path: listing.path, asked };
      const crossed = await scene.call(listing.path, {
        authorization: stranger.authorization,
        query: { ...queryOf(servedInstead(asked, scene.target, listing.path)), nextToken: token },
        note: "another reader's page token",
      });
      return {
        path: listing.path,
        asked,
        secret: listedIn(own, listing),
        // all readers may be shown something in addition, which may fill the first page
        positive: visible.size > 0 && first.items !== undefined && succeeded(ownPage.exchange),
        view: glimpse(scene, listing, crossed),
      };
    },
    *judge({ path, asked, secret, positive, view }) {
      if (
        !(yield* premise(view !== undefined && positive, `${describeListingCall(path, asked)} led to no second page`))
      )
        return;
      if (view === undefined || secret === undefined) return;
      yield* showsNone(view, secret, 'LST-30', `GET ${path} with the page token of another reader`);
      const [page] = view.pages;
      if (page !== undefined) yield observation('FRE-136', `another reader's page token ${answer(page)}`, page);
    },
  }),
];

/** Creates stocks whose readers may all see one further project too, which is empty. */
async function stocksWithSomethingInCommon(scene: Scene, counts: readonly number[]): Promise<Stock[]> {
  const common = await aProject(scene);
  const possible = await readersOfAll(scene);
  const client = possible.includes('delegated') ? await aClient(scene) : undefined;
  const stocks: Stock[] = [];
  for (const stock of await stocksOf(scene, counts)) {
    const readers: Reader[] = [];
    for (const kind of possible) readers.push(await aReader(scene, [stock.project, common], kind, client));
    stocks.push(readers.length === 0 ? stock : { ...stock, readers });
  }
  return stocks;
}

function percent(text: string, plain: RegExp): string {
  return [...new TextEncoder().encode(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return byte < 0x80 && plain.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

/**
 * Returns a following page that was refused because of a character of its page token. All tokens with this character
 * were refused, and all tokens without it led to the next page.
 */
function refusedForItsCharacters(walks: readonly Walk[]): { character: string; page: Exchange } | undefined {
  const steps = walks.flatMap(({ pages }) =>
    pages.slice(1).map(({ exchange }, index) => ({ token: String(pages[index]?.token), page: exchange })),
  );
  for (const character of ['+', '/', '=', '%', '&', '#']) {
    const refused = steps.filter(({ page }) => !succeeded(page));
    const isTheCause = steps.every(({ token, page }) => token.includes(character) !== succeeded(page));
    const [first] = refused;
    if (first !== undefined && refused.length < steps.length && isTheCause) return { character, page: first.page };
  }
  return undefined;
}

import fc from 'fast-check';
import { finding, held } from '../../../core/judgement.ts';
import { NothingToJudge } from '../../../core/trouble.ts';
import { makesRecords } from '../../../drivers/session/need.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { anAccessToken, aLaboratoryFor, anApp } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { itemsOf } from '../../../drivers/world/page.ts';
import { aWritableProject, writeRecord } from '../../../drivers/world/write-probe.ts';
import { succeeded } from '../../../core/exchange.ts';
import { isDistinctive, shows, belongsToRecord } from '../../../drivers/world/view.ts';
import { anyListing, directionsOrNone, smallPageSizesOrNone } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { checkOfStocks, existingStocks, stockAt } from '../../expectations/existing-records.ts';
import { isKnown } from '../../expectations/listing-items.ts';
import type { Stock, StockAtHand, StockedRecord } from '../../expectations/listing-stock.ts';
import { aStock, listedIn, pick, settle } from '../../expectations/listing-stock.ts';
import {
  itemsIn,
  onlyInOne,
  describeListingCall,
  describeWalk,
  unclearIn,
  walk,
} from '../../expectations/listing-walk.ts';
import { longEnd, oldTimes, plainTimes, stocksOf, theListing, nonAsciiNameEnd } from './stocks.ts';
import { objectOf } from '../../../generators/object.ts';

/** Creates an entry that has a schema, as assay results have. Returns undefined if the control causes none. */
async function entryWithSchema(scene: Scene, { readers }: Stock): Promise<StockedRecord | undefined> {
  const [app] = readers.flatMap(({ actor }) => ('appId' in actor ? [actor] : []));
  if (app === undefined || !scene.supports('event.trigger')) return undefined;
  const cause = { eventType: 'v2.entry.created', appId: app.appId, withSchema: true } as const;
  const made = await unlessRefused(scene.operate('event.trigger', cause));
  const id = made?.resourceId;
  return id === undefined ? undefined : { id, name: `the entry ${id}`, kind: 'entry' };
}

/**
 * Returns the records of a stock in several versions.
 *
 * @throws NothingToJudge if existing records cannot be matched across the versions
 */
function knownIn(stock: StockAtHand, listings: readonly Listing[]): readonly StockedRecord[] {
  const each = listings.map((listing) => listedIn(stock, listing));
  const known = [...new Map(each.flat().map((record) => [record.name, record])).values()];
  const inAll = known.filter(({ id }) => each.every((records) => records.some((record) => record.id === id)));
  if (stock.found !== undefined && !inAll.some(({ id }) => isDistinctive(id)))
    throw new NothingToJudge('no identifier of a record is the same in both versions');
  return known;
}

/** Records that a listing holds, which must be the same in both versions. */
export const kindsChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/each-holds-its-own-kind-only',
    title: 'Each listing shows a reader of records of all kinds only those of its own kind',
    proves: ['LST-07', 'LST-08'],
    needs: ['app.create', 'access'],
    cases: objectOf({ listing: anyListing, reader: fc.nat(2), pageSize: smallPageSizesOrNone, sort: directionsOrNone }),
    maxCases: 40,
    async arrange(scene) {
      const stock = pick(await stocksOf(scene, [3], 'all'), 0);
      const entry = await entryWithSchema(scene, stock);
      return entry === undefined ? stock : { ...stock, records: [...stock.records, entry] };
    },
    async gather(scene, { listing: index, reader: position, pageSize, sort }, stock) {
      const listing = await theListing(scene, index);
      const reader = pick(stock.readers, position);
      await settle(scene, stock, reader, listing);
      const own = listedIn(stock, listing);
      const walked = await walk(scene, listing, reader.authorization, {
        known: own,
        ...(pageSize === undefined ? {} : { pageSize }),
        ...(sort === undefined || listing.kind === 'assayResult' ? {} : { sort }),
      });
      const settings = scene.target.settings.api;
      const others = stock.records.filter(({ kind }) => kind !== listing.kind);
      const strays = walked.pages.flatMap(({ exchange, items }) => {
        const strange = (itemsOf(exchange, listing.path, settings) ?? []).filter(
          (_, at) => !isKnown(items?.[at] ?? ''),
        );
        return others
          .filter((record) => strange.some((item) => belongsToRecord(item, record)))
          .map((record) => ({ record, exchange }));
      });
      return { listing, own, walked, strays };
    },
    *judge({ listing, own, walked, strays }) {
      const unclear = unclearIn(walked, own);
      const shown = itemsIn(walked).some(isKnown);
      if (!(yield* premise(unclear === undefined && shown, unclear ?? `GET ${listing.path} shows the reader nothing`)))
        return;
      const [stray] = strays;
      const requirement = listing.kind === 'assayResult' ? 'LST-07' : 'LST-08';
      if (stray === undefined) {
        yield held(requirement);
        return;
      }
      const { record, exchange } = stray;
      const observed = `showed ${record.name}, which is of the kind ${record.kind}`;
      yield finding(
        requirement,
        describeListingCall(listing.path, walked.asked),
        observed,
        `${listing.kind} records only`,
        exchange,
      );
    },
  }),

  checkOfStocks({
    id: 'listing/both-versions-show-the-same-records',
    title: 'The listings of v2 and v3 show one reader the same entries, and the same plates',
    proves: ['LST-32'],
    needs: ['records'],
    cases: objectOf({
      kind: fc.constantFrom('entry' as const, 'plate' as const),
      stock: fc.nat(5),
      v2: smallPageSizesOrNone,
      v3: smallPageSizesOrNone,
    }),
    maxCases: 40,
    async arrange(scene): Promise<readonly StockAtHand[]> {
      if (!makesRecords(scene.target)) return existingStocks(scene);
      // old records, and those with a name that is long or beyond ASCII, may have been left out when one version was
      // made from the other
      const times = [...oldTimes, ...plainTimes(2)];
      const old = { entry: times, plate: times, assayResult: 0 };
      const stocks = await stocksOf(scene, [1, 4, 7, 9]);
      // the specification does not say how long a name may be and which letters it may have
      for (const nameEnd of [nonAsciiNameEnd, longEnd]) {
        const named = await unlessRefused(aStock(scene, { ...old, nameEnd }, ['app']));
        stocks.push(named ?? (await aStock(scene, old, ['app'])));
      }
      return stocks;
    },
    async gather(scene, { kind, stock: position, v2, v3 }, stocks) {
      const listings = scene.versionedListings.filter((one) => one.kind === kind);
      const stock = stockAt(scene, stocks, position, listings);
      const reader = pick(stock.readers, 0);
      const known = knownIn(stock, listings);
      const walks = [];
      for (const listing of listings) {
        const pageSize = listing.version === 'v2' ? v2 : v3;
        const visible = await settle(scene, stock, reader, listing);
        const asked = pageSize === undefined ? {} : { pageSize };
        const walked = await walk(scene, listing, reader.authorization, { known, ...asked });
        walks.push({ walked, visible: [...visible] });
      }
      return { known, walks };
    },
    *judge({ known, walks }) {
      const sets = [];
      for (const { walked, visible } of walks) {
        const unclear = unclearIn(walked, known);
        if (unclear !== undefined && !(yield* premise(false, unclear))) return;
        if (!(yield* premise(walked.end !== 'refused', `${describeWalk(walked)} was refused`))) return;
        // if a listing shows a record only sometimes, its version is not the cause
        sets.push(new Set([...visible, ...itemsIn(walked).filter(isKnown)]));
      }
      const [first = new Set<string>(), second = new Set<string>()] = sets;
      if (!(yield* premise(first.size + second.size > 0, 'neither version shows the reader anything'))) return;
      const [only] = onlyInOne(first, second);
      const [one, other] = walks;
      if (only === undefined || one === undefined || other === undefined) return;
      const observed = `showed ${first.size} of ${known.length} records and GET ${other.walked.path} showed ${second.size} (${only} in one only)`;
      yield finding('LST-32', describeWalk(one.walked), observed, 'the same ones', one.walked.pages.at(-1)?.exchange);
    },
  }),

  check({
    id: 'listing/both-versions-show-what-a-call-creates',
    title: 'A record that was created by a call of the API is listed in both versions or in none',
    proves: ['LST-32'],
    needs: ['app.create', 'access', 'write-probe'],
    async gather(scene) {
      const app = await anApp(scene);
      const project = await aWritableProject(scene, app);
      const authorization = bearer(await anAccessToken(scene, app));
      // the records of the control show whether both versions show the app anything
      const laboratory = await aLaboratoryFor(scene, app);
      const own = laboratory?.records ?? [];
      const look = async () => {
        const views = [];
        for (const listing of scene.versionedListings) {
          const view = await scene.view(listing, authorization);
          views.push({ kind: listing.kind, view, usual: own.some((each) => shows(view, each)) });
        }
        return views;
      };
      const before = await scene.settle(look, (views) => views.every(({ usual }) => usual));
      const written = await writeRecord(scene, authorization, project?.projectId);
      const added = (views: typeof before): number[] =>
        views.map(({ view }, index) => view.items.length - (before[index]?.view.items.length ?? 0));
      // one version may know the record a moment before the other (FRE-13)
      const isAlike = (views: typeof before): boolean => {
        const counts = added(views);
        return views.every(({ kind }, index) =>
          views.every((one, at) => one.kind !== kind || counts[at] === counts[index]),
        );
      };
      const after = await scene.settle(look, isAlike);
      const counts = added(after);
      return { written, before, looks: after.map((one, index) => ({ ...one, added: counts[index] ?? 0 })) };
    },
    *judge({ written, before, looks }) {
      if (!(yield* premise(succeeded(written), 'the write probe created nothing'))) return;
      const usual = [...before, ...looks].every((one) => one.usual && one.view.end === 'whole');
      if (!(yield* premise(usual, 'not every listing shows what the control created'))) return;
      for (const kind of ['entry', 'plate'] as const) {
        const own = looks.filter((one) => one.kind === kind);
        const lacking = own.find(({ added }) => added === 0);
        const showing = own.find(({ added }) => added > 0);
        if (lacking === undefined || showing === undefined) continue;
        const observed = `lacked the record that was created by a call, which GET ${showing.view.path} showed`;
        yield finding('LST-32', `GET ${lacking.view.path}`, observed, 'the same records', lacking.view.pages.at(-1));
      }
    },
  }),
];

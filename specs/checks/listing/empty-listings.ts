import fc from 'fast-check';
import { json, jsonObject, succeeded } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { demand, finding, notApplicable } from '../../../core/judgement.ts';
import { NothingToJudge } from '../../../core/trouble.ts';
import { makesRecords } from '../../../drivers/session/need.ts';
import { aLaboratory, revoke } from '../../../drivers/world/actors.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { RecordKind } from '../../../drivers/world/listing.ts';
import { configuredPlace, heldBy, identifierOf, pointerToListWith, valueAt } from '../../../drivers/world/page.ts';
import { shows, belongsToRecord } from '../../../drivers/world/view.ts';
import { anyListing, directionsOrNone, pageSizesOrNone } from '../../../generators/listing-cases.ts';
import type { FreedomId, RequirementId } from '../../requirements/index.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { everyPageHasAToken } from '../../expectations/listing-pages.ts';
import { isKnown } from '../../expectations/listing-items.ts';
import type { Reader, Stock } from '../../expectations/listing-stock.ts';
import {
  aReader,
  aStock,
  listedIn,
  pick,
  readerKinds,
  readersOfAll,
  settle,
} from '../../expectations/listing-stock.ts';
import type { Walk } from '../../expectations/listing-walk.ts';
import { describeListingCall, walk } from '../../expectations/listing-walk.ts';
import { plainTimes, theListing } from './stocks.ts';
import { objectOf } from '../../../generators/object.ts';
import { recordKinds } from '../../../drivers/world/listing.ts';

/** Listings that have nothing to show ("Pagination", 2). */
export const emptyListingsChecks: readonly SuiteCheck[] = [
  check({
    id: 'listing/nothing-to-show-is-one-empty-page',
    title: 'If a reader may see no record of its kind, a listing has no items and an empty page token',
    proves: ['LST-09', 'LST-21', 'LST-06'],
    needs: ['app.create'],
    cases: objectOf({
      listing: anyListing,
      /**
       * Whether the readers have no project, have lost their project, or have a project with no records or only with
       * records of other kinds.
       */
      sees: fc.constantFrom(
        'no project' as const,
        'no project any more' as const,
        'an empty project' as const,
        'other kinds' as const,
      ),
      pageSize: pageSizesOrNone,
      sort: directionsOrNone,
    }),
    maxCases: 30,
    async arrange(scene): Promise<Bare | Filled> {
      if (!makesRecords(scene.target)) return { without: [await aReader(scene, [], 'app')] };
      const none = { entry: [], plate: [], assayResult: 0 };
      const times = plainTimes(3);
      const stocks = {
        nothing: await aStock(scene, none, readerKinds),
        without: await readersWithoutProjects(scene),
        parted: await readersWithoutTheirProject(scene),
      };
      const others = [];
      for (const lacking of recordKinds) {
        const plan = { entry: times, plate: times, assayResult: 3, [lacking]: lacking === 'assayResult' ? 0 : [] };
        others.push({ lacking, stock: await aStock(scene, plan, readerKinds) });
      }
      // a page without records must have no items at the place where a page with records has them
      const places: Record<string, string | undefined> = {};
      for (const listing of await scene.listings()) {
        const full = others.find(({ lacking }) => lacking !== listing.kind)?.stock;
        const [record] = full === undefined ? [] : listedIn(full, listing);
        if (full === undefined || record === undefined) continue;
        const reader = pick(full.readers, 0);
        await settle(scene, full, reader, listing);
        const view = await scene.view(listing, reader.authorization);
        places[listing.path] =
          configuredPlace(listing.path, scene.target.settings.api) ??
          view.pages.map((page) => pointerToListWith(json(page), record)).find((at) => at !== undefined);
      }
      return { ...stocks, others, places };
    },
    async gather(scene, { listing: index, sees, pageSize, sort }, stage) {
      const listing = await theListing(scene, index);
      const { without } = stage;
      const isBare = !('nothing' in stage);
      if (isBare && sees !== 'no project')
        throw new NothingToJudge('the control makes no records, so a reader can only have no project');
      const { nothing, parted = [], others = [], places = {} } = isBare ? {} : stage;
      const other = others.find(({ lacking }) => lacking === listing.kind)?.stock ?? nothing;
      const full = others.find(({ lacking }) => lacking !== listing.kind)?.stock;
      const stock = sees === 'other kinds' ? other : nothing;
      const own = stock?.readers ?? without;
      const readers = { 'no project': without, 'no project any more': parted }[sees as string] ?? own;
      const place = places[listing.path];
      const key = (item: unknown): string =>
        identifierOf(item, listing.path, scene.target.settings.api) ?? JSON.stringify(item);
      const looks: EmptyListing[] = [];
      for (const [number, chosen] of readers.entries()) {
        const walked = await walk(scene, listing, chosen.authorization, {
          known: stock?.records ?? [],
          ...(pageSize === undefined ? {} : { pageSize }),
          ...(sort === undefined || listing.kind === 'assayResult' ? {} : { sort }),
        });
        const page = walked.pages[0]?.exchange;
        const found = page === undefined || place === undefined ? undefined : valueAt(json(page), place);
        const held = heldBy(found) ?? [];
        const witness = held.length === 0 || full === undefined ? undefined : pick(full.readers, number);
        if (witness !== undefined && full !== undefined) await settle(scene, full, witness, listing);
        const shown = witness === undefined ? [] : (await scene.view(listing, witness.authorization)).items;
        const isForEveryone = held.length > 0 && isSubset(held.map(key), shown.map(key));
        // A new user who sees nothing else may be shown something at first. An app has no access to any data.
        const isForNewcomers = readers !== own && chosen.kind !== 'app' && held.length > 0;
        // Each user may have items of their own. A user with records is then shown as many in addition to the
        // records.
        const made = full === undefined ? [] : listedIn(full, listing);
        const beside = shown.filter((item) => !made.some((record) => belongsToRecord(item, record)));
        const isTheirOwn = chosen.kind !== 'app' && held.length > 0 && held.length <= beside.length;
        looks.push({ walked, held: held.length, isFree: isForEveryone || isForNewcomers || isTheirOwn });
      }
      // a page without any value that could be an item has no items, wherever items are
      const isEmpty = looks.every(({ walked }) => walked.pages[0]?.items?.length === 0);
      if (isBare && !isEmpty)
        throw new NothingToJudge(`the content that GET ${listing.path} shows to an app need not be items`);
      return { kind: listing.kind, path: listing.path, known: place !== undefined || isBare, looks };
    },
    *judge({ kind, path, known, looks }) {
      for (const look of looks) yield* showsNothing(kind, look);
      const served = looks.filter(({ walked }) => walked.pages.some(({ exchange }) => accepted(exchange)));
      if (served.length === 0) {
        yield notApplicable(`GET ${path} gives no page to readers who may see nothing`);
        return;
      }
      if (!(yield* premise(known, `the items of GET ${path} cannot be recognised: set api.itemsKeys`))) return;
      for (const look of served) yield* holdsNothing(look);
    },
  }),
];

/** An app that was granted nothing, if the control cannot make records. */
interface Bare {
  readonly without: readonly Reader[];
}

interface Filled extends Bare {
  readonly nothing: Stock;
  readonly parted: readonly Reader[];
  readonly others: readonly { readonly lacking: RecordKind; readonly stock: Stock }[];
  /** The place of the items on a page, by path. */
  readonly places: Readonly<Record<string, string | undefined>>;
}

/** The view of a reader who may see nothing. */
interface EmptyListing {
  readonly walked: Walk;
  /** Number of items at the place where a page has them. */
  readonly held: number;
  /** Whether they may be there: every reader of this kind is shown them in addition to everything else. */
  readonly isFree: boolean;
}

function* showsNothing(kind: RecordKind, { walked }: EmptyListing): Generator<Judgement<RequirementId, FreedomId>> {
  const { pages, path, asked } = walked;
  const exchange = pages[0]?.exchange;
  if (exchange === undefined) return;
  if (!accepted(exchange)) {
    // a reader who may see nothing may be refused (FRE-05)
    if (succeeded(exchange)) yield* premise(false, `${describeListingCall(path, asked)} gave no page`);
    return;
  }
  yield* everyPageHasAToken(walked);
  const results = jsonObject(exchange)?.['results'];
  if (kind !== 'assayResult') return;
  const found = results === null ? 'null' : `a ${typeof results}`;
  const observed = results === undefined ? 'had no results' : `had ${found} as results`;
  const subject = `${describeListingCall(path, asked)} by a reader of no assay results`;
  yield demand(Array.isArray(results), 'LST-06', subject, observed, 'a list', exchange);
}

function* holdsNothing({ walked, held, isFree }: EmptyListing): Generator<Judgement<RequirementId, FreedomId>> {
  const { pages, path, asked } = walked;
  const [first] = pages;
  if (first === undefined || !accepted(first.exchange)) return;
  const { exchange, items, token } = first;
  // another requirement covers records of another kind
  if (items?.some(isKnown) === true) return;
  // a reader of this kind whose project is full is shown the same items too, so there is something to see
  if (isFree) return;
  const subject = `${describeListingCall(path, asked)} by a reader who may see none of its records`;
  if (held > 0) yield finding('LST-21', subject, `held ${held} items`, 'none', exchange);
  else if (typeof token === 'string')
    yield demand(token === '', 'LST-21', subject, 'had a page token', 'an empty one', exchange);
}

/** Creates a reader of each kind who was granted nothing. */
async function readersWithoutProjects(scene: Scene): Promise<readonly Reader[]> {
  const readers: Reader[] = [];
  for (const kind of await readersOfAll(scene)) readers.push(await aReader(scene, [], kind));
  return readers;
}

/** Creates a reader of each kind who was removed from a project with records, if the control can do that. */
async function readersWithoutTheirProject(scene: Scene): Promise<readonly Reader[]> {
  if (!scene.supports('project.revoke')) return readersWithoutProjects(scene);
  const laboratory = await aLaboratory(scene);
  const readers: Reader[] = [];
  for (const kind of await readersOfAll(scene)) {
    const reader = await aReader(scene, laboratory, kind);
    await revoke(scene, laboratory, reader.actor);
    // the removal may take a while to be seen (FRE-14)
    for (const listing of await scene.listings()) {
      await scene.settle(
        () => scene.view(listing, reader.authorization),
        (view) => laboratory.records.every((record) => !shows(view, record)),
      );
    }
    readers.push(reader);
  }
  return readers;
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
  const known = new Set(all);
  return some.every((one) => known.has(one));
}

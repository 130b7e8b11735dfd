import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import { isFinding } from '../../core/check.ts';
import type { CheckDefinition } from '../../core/check.ts';
import type { Journal } from '../../core/journal.ts';
import { inWords } from '../../core/wording.ts';
import { NothingToJudge, PremiseUnmet, Unsupported } from '../../core/trouble.ts';
import type { Need } from '../../drivers/session/need.ts';
import type { Target } from '../../drivers/session/target.ts';
import { anAccessToken } from '../../drivers/world/actors.ts';
import { basic, bearer } from '../../drivers/world/authorization.ts';
import type { Listing, RecordKind } from '../../drivers/world/listing.ts';
import { identifierOf, itemsOf, itemsStandOut } from '../../drivers/world/page.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { SuiteCheck } from '../check.ts';
import { check } from '../check.ts';
import type { FreedomId, RequirementId } from '../requirements/index.ts';
import { zonedInstantIn } from './listing-items.ts';
import type { Found, Lack, Reader, StockAtHand, StockedRecord } from './listing-stock.ts';
import { listedIn, pick, readersAt } from './listing-stock.ts';
import { lastOf, walk } from './listing-walk.ts';
import type { Asked, Walk } from './listing-walk.ts';

/** The most records of a listing that are followed: in pages of one record, each takes a call of its own. */
const mostRecords = 100;
/** The most users of the fixtures that read: two are enough to be told apart. */
const mostUsers = 2;
/** The most times that a case is gathered while the records change. */
const mostTries = 3;

const SECOND = 1000;

/** The conditions that a case places on the existing records of a listing; at least one record is always needed. */
export interface Demand {
  readonly least?: number;
  /** `some`: two records have different modification times. `all`: the order of all records is known. */
  readonly order?: 'some' | 'all';
}

/** The records that the readers of a target were shown last, by reader and path: one look serves all checks. */
const shown = new WeakMap<Target, Map<string, Map<string, Found>>>();

/** The looks that a case used; they are repeated if the case finds something wrong. */
const usedLooks = new WeakMap<
  Journal,
  { readonly reader: Reader; readonly listing: Listing; readonly found: Found }[]
>();

/**
 * Returns stocks of existing records, one for each actor of the fixtures: the records that each listing shows that
 * actor, no matter who created them.
 *
 * @throws Unsupported if the actors see no records by which pages or their order could be judged
 * @throws PremiseUnmet if that may be different the next time
 */
export async function existingStocks(scene: Scene): Promise<readonly StockAtHand[]> {
  const stocks: StockAtHand[] = [];
  for (const reader of await readersOfFixtures(scene)) {
    const found = shownTo(scene.target, reader);
    for (const listing of await scene.listings()) {
      const before = found.get(listing.path);
      if (before === undefined || 'passing' in before) found.set(listing.path, await look(scene, reader, listing));
    }
    stocks.push({ records: [], readers: [reader], found, madeAt: -Infinity, settled: new Map() });
  }
  const all = stocks.flatMap(({ found = new Map<string, Found>() }) => [...found.values()]);
  if (all.some((found) => 'records' in found)) return stocks;
  const lacks = all.flatMap((found) => ('lack' in found ? [found] : []));
  const reason = `no listing shows records that can be told apart: ${reasonsOf(lacks)}`;
  throw lacks.some(isPassing) ? new PremiseUnmet(reason) : new Unsupported(reason);
}

function reasonsOf(lacks: readonly Lack[]): string {
  return [...new Set(lacks.map(({ lack }) => lack))].join('; ');
}

function isPassing({ passing }: Lack): boolean {
  return passing === true;
}

/**
 * Returns one of several stocks, by a number that was drawn before they were known. Of stocks of existing records,
 * chooses one that meets the demand of the case in these listings.
 *
 * @throws NothingToJudge if no stock meets it
 * @throws PremiseUnmet if that may be different the next time
 */
export function stockAt<S extends StockAtHand>(
  scene: Scene,
  stocks: readonly S[],
  position: number,
  listings: Listing | readonly Listing[],
  demand: Demand = {},
): S {
  if (stocks.every(({ found }) => found === undefined)) return pick(stocks, position);
  const wanted = [listings].flat();
  const lacks: Lack[] = [];
  const fit = stocks.filter((stock) => {
    const own = wanted.flatMap((listing) => lackIn(stock, listing, demand) ?? []);
    lacks.push(...own);
    return own.length === 0;
  });
  if (fit.length === 0)
    throw lacks.some(isPassing) ? new PremiseUnmet(reasonsOf(lacks)) : new NothingToJudge(reasonsOf(lacks));
  const stock = pick(fit, position);
  const notes = usedLooks.get(scene.journal) ?? [];
  usedLooks.set(scene.journal, notes);
  for (const listing of wanted) {
    const found = stock.found?.get(listing.path);
    if (found !== undefined) notes.push({ reader: pick(stock.readers, 0), listing, found });
  }
  return stock;
}

/**
 * Defines a check whose records may already exist and may be changed by others. A finding then counts only if the
 * listing shows the same records before and after, without any parameter.
 */
export function checkOfStocks<Stage = undefined, Case = undefined, Seen extends {} | null = {} | null>(
  definition: CheckDefinition<RequirementId, FreedomId, Need, Scene, Stage, Case, Seen>,
): SuiteCheck {
  return check<Stage, Case, Seen>({
    ...definition,
    gather: (scene, given, stage) =>
      whileNothingChanges(
        scene,
        () => definition.gather(scene, given, stage),
        (seen) => [...definition.judge(seen, given)].some(isFinding),
      ),
  });
}

/** Gathers again if something is wrong and the records have changed meanwhile. */
async function whileNothingChanges<Seen>(
  scene: Scene,
  gather: () => Promise<Seen>,
  isWrong: (seen: Seen) => boolean,
): Promise<Seen> {
  for (let tries = 1; ; tries++) {
    usedLooks.delete(scene.journal);
    const seen = await gather();
    const notes = usedLooks.get(scene.journal);
    if (notes === undefined || !isWrong(seen)) return seen;
    let isChanged = false;
    for (const { reader, listing, found } of notes) {
      const now = await look(scene, reader, listing);
      if (areSameLooks(found, now)) continue;
      isChanged = true;
      // nothing is known yet about records that are just changing
      if (!('passing' in now)) shownTo(scene.target, reader).set(listing.path, now);
    }
    // a change by others may be visible to one request and not yet to another (FRE-13)
    if (!isChanged && (tries > 1 || !scene.changesTakeTime)) return seen;
    if (tries === mostTries) throw new PremiseUnmet('the records changed meanwhile');
    if (scene.changesTakeTime) await scene.settleWhole();
  }
}

function shownTo(target: Target, { kind, actor }: Reader): Map<string, Found> {
  const ofTarget = shown.get(target) ?? new Map<string, Map<string, Found>>();
  shown.set(target, ofTarget);
  const key = `${kind} ${'appId' in actor ? actor.appId : actor.userId}`;
  const found = ofTarget.get(key) ?? new Map<string, Found>();
  ofTarget.set(key, found);
  return found;
}

/**
 * Returns the actors of the fixtures that can read, of the kinds that this tenant serves. They are taken to have access
 * to just the records that they see.
 */
async function readersOfFixtures(scene: Scene): Promise<readonly Reader[]> {
  const { app, users } = scene.target.settings.fixtures;
  const kinds = readersAt(scene);
  const readers: Reader[] = [];
  if (app !== undefined && kinds.includes('app')) {
    const actor = { ...app, own: false };
    const token = await anAccessToken(scene, actor).catch((reason: unknown) => {
      // other checks judge whether an app gets tokens, and users can read anyway
      const isNothing = reason instanceof PremiseUnmet || reason instanceof NothingToJudge;
      if (isNothing && kinds.includes('key')) return undefined;
      throw reason;
    });
    if (token !== undefined) readers.push({ kind: 'app', actor, authorization: bearer(token) });
  }
  for (const { userId, email, apiKey } of kinds.includes('key') ? users : []) {
    const isOneMore = readers.filter(({ kind }) => kind === 'key').length < mostUsers;
    if (apiKey !== undefined && isOneMore)
      readers.push({ kind: 'key', actor: { userId, email }, authorization: basic(apiKey) });
  }
  return readers;
}

/**
 * Returns the records that a listing shows a reader, if two looks agree and smaller pages show the same items for the
 * same identifiers.
 */
async function look(scene: Scene, reader: Reader, listing: Listing): Promise<Found> {
  const once = await lookOnce(scene, reader, listing);
  if ('lack' in once) return once;
  const inHalves = await follow(scene, reader, listing, { pageSize: Math.ceil(once.items.size / 2) });
  const { path } = listing;
  for (const { identifier = '', text } of itemsOn(scene, inHalves)) {
    if ((once.items.get(identifier) ?? text) !== text)
      return { lack: `the items of GET ${path} differ under the same identifiers: set api.itemId`, passing: true };
  }
  const again = await lookOnce(scene, reader, listing);
  if (areSameLooks(once, again)) return once;
  return 'lack' in again
    ? again
    : { lack: `GET ${path} did not show the same records twice: they change meanwhile`, passing: true };
}

async function lookOnce(scene: Scene, reader: Reader, listing: Listing): Promise<Found> {
  const { path, kind } = listing;
  const settings = scene.target.settings.api;
  const walked = await follow(scene, reader, listing);
  const last = lastOf(walked);
  const who = readerName(reader);
  if (walked.end === 'refused' && last !== undefined)
    return { lack: `GET ${path} ${answer(last)} to ${who}`, ...(isDenied(last) ? {} : { passing: true }) };
  const isClear = walked.pages.every(
    ({ items, exchange }) => items !== undefined && itemsStandOut(exchange, path, settings),
  );
  if (walked.end === 'unreadable' || !isClear)
    return { lack: `the items of GET ${path} cannot be told from the rest: set api.itemsKeys` };
  const items = new Map<string, string>();
  const records: StockedRecord[] = [];
  for (const { identifier, item, text } of itemsOn(scene, walked)) {
    if (identifier === undefined)
      return { lack: `the items of GET ${path} cannot be recognised by identifier: set api.itemId` };
    // an endless listing shows all records again and again
    if (items.has(identifier) && (walked.end !== 'endless' || items.get(identifier) !== text))
      return { lack: `GET ${path} shows ${identifier} more than once: set api.itemId`, passing: true };
    if (items.has(identifier)) continue;
    items.set(identifier, text);
    const instant = zonedInstantIn(item);
    const modifiedAt = instant === undefined ? {} : { modifiedAt: new Date(instant).toISOString() };
    records.push({ id: identifier, name: `${kind} ${identifier}`, kind, found: true, ...modifiedAt });
  }
  if (records.length === 0) return { lack: `${who} sees no ${kinds[kind]} at ${path}` };
  if (records.length > mostRecords) return { lack: `${who} sees more than ${mostRecords} ${kinds[kind]} at ${path}` };
  return { records, items };
}

function follow(scene: Scene, { authorization }: Reader, listing: Listing, asked: Asked = {}): Promise<Walk> {
  return walk(scene, listing, authorization, { known: [], upTo: mostRecords, ...asked });
}

function itemsOn(
  scene: Scene,
  { path, pages }: Walk,
): { readonly identifier: string | undefined; readonly item: unknown; readonly text: string }[] {
  const settings = scene.target.settings.api;
  return pages.flatMap(({ exchange }) =>
    (itemsOf(exchange, path, settings) ?? []).map((item) => ({
      identifier: identifierOf(item, path, settings),
      item,
      text: JSON.stringify(item),
    })),
  );
}

const kinds: Readonly<Record<RecordKind, string>> = {
  entry: 'entries',
  plate: 'plates',
  assayResult: 'assay results',
};

/** Reports whether a call was refused because of its caller, so that it will be refused the next time too. */
function isDenied({ response }: Exchange): boolean {
  return [401, 403, 404].includes(response?.status ?? 0);
}

function readerName({ actor }: Reader): string {
  return 'appId' in actor ? 'the app of the fixtures' : `the user ${actor.userId} of the fixtures`;
}

/** Reports whether two looks showed the same records, in any order. */
function areSameLooks(one: Found, other: Found): boolean {
  if ('lack' in one || 'lack' in other) return false;
  const [before, after] = [one.items, other.items];
  return before.size === after.size && [...before].every(([id, text]) => after.get(id) === text);
}

/** Returns why a listing of a stock does not meet the demand of a case. */
function lackIn(stock: StockAtHand, listing: Listing, { least = 1, order }: Demand): Lack | undefined {
  const found = stock.found?.get(listing.path);
  if (found === undefined || 'lack' in found) return found ?? { lack: `${listing.path} was not read` };
  const records = listedIn(stock, listing);
  const where = `at ${listing.path} ${readerName(pick(stock.readers, 0))} sees`;
  if (records.length < least)
    return { lack: `${where} ${inWords`${records.length} records`}, and ${least} are needed` };
  if (order === undefined) return undefined;
  const times = records
    .flatMap(({ modifiedAt }) => (modifiedAt === undefined ? [] : [Date.parse(modifiedAt)]))
    .toSorted((a, b) => a - b);
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  if (order === 'some' && !steps.some((step) => step >= SECOND))
    return { lack: `${where} no two records that show different times of modification with a zone` };
  if (order === 'all' && (times.length < records.length || steps.some((step) => step < SECOND)))
    return { lack: `${where} records that do not all show different times of modification with a zone` };
  return undefined;
}

import { SuiteMistake, Unsupported } from '../../core/trouble.ts';
import type { App, Project, User } from '../../drivers/world/actors.ts';
import {
  aKey,
  anAccessToken,
  anApp,
  aProject,
  aUser,
  grant,
  lackOfTokens,
  someRecords,
  tokenPath,
} from '../../drivers/world/actors.ts';
import { lackOfAuthorization } from '../../drivers/survey/survey.ts';
import { basic, bearer } from '../../drivers/world/authorization.ts';
import { createRecords } from '../../drivers/world/create-records.ts';
import { aClient, aGrant } from '../../drivers/world/delegated.ts';
import type { Listing, RecordKind } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { makesRecords } from '../../drivers/session/need.ts';
import type { Target } from '../../drivers/session/target.ts';
import type { CreatedRecord } from '../../drivers/world/view.ts';
import { shows } from '../../drivers/world/view.ts';
import { listingsOpenToKeys } from './open-listings.ts';

/** The ways in which a listing can be read: as an app, with a user's key, or as an app in a user's name. */
export const readerKinds = ['app', 'key', 'delegated'] as const;
export type ReaderKind = (typeof readerKinds)[number];

/** Somebody of whom it is known what they see: one project that the suite filled and nothing else, or what they were shown. */
export interface Reader {
  readonly kind: ReaderKind;
  /** To whom the project was granted, or whose fixture it is. */
  readonly actor: App | User;
  readonly authorization: string;
}

/** A record, and the modification time that the control was asked to give it, or that its listing shows. */
export interface StockedRecord extends CreatedRecord {
  readonly modifiedAt?: string;
}

/** What is to be in a project: entries and plates by their modification times, assay results by number. */
export interface StockPlan {
  readonly entry: readonly string[];
  readonly plate: readonly string[];
  readonly assayResult: number;
  /** What the names of entries and plates end in. */
  readonly nameEnd?: string;
}

/** What a listing showed a reader of what is there: records, or why nothing can be judged by them. */
export type Found =
  | {
      readonly records: readonly StockedRecord[];
      /** The whole items, written out, by their identifiers. */
      readonly items: ReadonlyMap<string, string>;
    }
  | Lack;

/** Why nothing can be judged by what is there. */
export interface Lack {
  readonly lack: string;
  /** That it may be otherwise the next time. */
  readonly passing?: true;
}

/** Records, and readers of whom it is known beforehand that they see these. */
export interface StockAtHand {
  readonly records: readonly StockedRecord[];
  readonly readers: readonly Reader[];
  /** Where its records are none that the suite made: what each listing, by its path, showed its one reader last. */
  readonly found?: ReadonlyMap<string, Found>;
  /** When it was made, in milliseconds of the suite's clock. */
  readonly madeAt: number;
  /** What readers were shown once all was there, by path and reader; see {@link settle}. */
  readonly settled: Map<string, ReadonlySet<string>>;
}

/** A project with records, and readers who may see it and nothing else. */
export interface Stock extends StockAtHand {
  readonly project: Project;
}

/** Makes a project, fills it, and makes readers for it; of the kinds wanted those that the control can make. */
export async function aStock(scene: Scene, plan: StockPlan, wanted: readonly ReaderKind[]): Promise<Stock> {
  const project = await aProject(scene);
  const records: StockedRecord[] = [];
  for (const kind of ['entry', 'plate'] as const)
    records.push(...(await timedRecords(scene, project, kind, plan[kind], plan.nameEnd)));
  if (plan.assayResult > 0) records.push(...(await someRecords(scene, project, 'assayResult', plan.assayResult)));
  const readers: Reader[] = [];
  const possible = await readersOfAll(scene);
  for (const kind of wanted) {
    if (possible.includes(kind)) readers.push(await aReader(scene, project, kind));
  }
  const [first] = possible;
  if (first === undefined)
    throw new Unsupported('there is nobody of whom it is known what they may see: no app.create');
  if (readers.length === 0) readers.push(await aReader(scene, project, first));
  return { project, records, readers, madeAt: scene.target.realTime.now(), settled: new Map() };
}

/** The kinds of readers that can be had at this tenant: made by the control, or of the fixtures where it makes no records to read. */
export function readersAt(scene: Scene): readonly ReaderKind[] {
  const tokens = lackOfTokens(scene, tokenPath) === undefined;
  if (!makesRecords(scene.target)) {
    const { app, users } = scene.target.settings.fixtures;
    return [
      ...(app === undefined || !tokens ? [] : (['app'] as const)),
      ...(users.some(({ apiKey }) => apiKey !== undefined) ? (['key'] as const) : []),
    ];
  }
  const { survey } = scene.target;
  const authorizes = survey === undefined || lackOfAuthorization(survey) === undefined;
  const users = scene.supports('user.create');
  const apps = tokens && scene.supports('app.create');
  return [
    ...(apps ? (['app'] as const) : []),
    ...(users && scene.supports('apiKey.create') ? (['key'] as const) : []),
    ...(users && apps && scene.supports('browser.authorize') && authorizes ? (['delegated'] as const) : []),
  ];
}

const keysServeAll = new WeakMap<Target, Promise<boolean>>();

/** Those of them who are served by every listing: whether keys are, on each version, is a matter of keys (FRE-216). */
export async function readersOfAll(scene: Scene): Promise<readonly ReaderKind[]> {
  const possible = readersAt(scene);
  if (!possible.includes('key') || possible.length === 1) return possible;
  let asked = keysServeAll.get(scene.target);
  if (asked === undefined) keysServeAll.set(scene.target, (asked = areServedByAll(scene)));
  return (await asked) ? possible : possible.filter((kind) => kind !== 'key');
}

/** Asked once a tenant; where nothing can be found out keys are taken for good everywhere. */
async function areServedByAll(scene: Scene): Promise<boolean> {
  const beside = scene.beside(scene.journal);
  try {
    // what is done once a tenant is no step of its case: where it is done anew its steps would else have other names
    const open = new Set((await listingsOpenToKeys(beside)).map(({ path }) => path));
    return (await scene.listings()).every(({ path }) => open.has(path));
  } catch {
    return true;
  }
}

/** Somebody new who may see these projects, and nothing else. */
export async function aReader(
  scene: Scene,
  projects: Project | readonly Project[],
  kind: ReaderKind,
  client?: App,
): Promise<Reader> {
  const actor = kind === 'app' ? await anApp(scene) : await aUser(scene);
  for (const project of [projects].flat()) await grant(scene, project, actor);
  if ('appId' in actor) return { kind, actor, authorization: bearer(await anAccessToken(scene, actor)) };
  if (kind === 'key') return { kind, actor, authorization: basic(await aKey(scene, actor)) };
  const { authorization } = await aGrant(scene, client ?? (await aClient(scene)), actor);
  return { kind, actor, authorization };
}

/**
 * Entries or plates with these modification times (RFC 3339), of names that nobody else has. The names may go on with a
 * text by which nothing is recognised: a tenant may show it in another form of Unicode.
 */
export async function timedRecords(
  scene: Scene,
  project: Project,
  kind: Exclude<RecordKind, 'assayResult'>,
  times: readonly string[],
  further = '',
): Promise<StockedRecord[]> {
  if (times.length === 0) return [];
  const drafts = times.map((modifiedAt) => ({ name: scene.target.name(kind), modifiedAt, kind }));
  return createRecords(scene, { kind, projectId: project.projectId }, drafts, ({ name, modifiedAt }) => ({
    name: `${name}${further}`,
    modifiedAt,
  }));
}

/** The records of a stock that a listing lists; of existing ones those that it was seen to list. */
export function listedIn(
  { records, found }: StockAtHand,
  { kind, path }: Pick<Listing, 'kind' | 'path'>,
): readonly StockedRecord[] {
  if (found === undefined) return records.filter((record) => record.kind === kind);
  const seen = found.get(path);
  return seen !== undefined && 'records' in seen ? seen.records : [];
}

/** One of several, by a number that was drawn before they were known. */
export function pick<T>(some: readonly T[], index: number): T {
  const chosen = some[index % some.length];
  if (chosen === undefined) throw new SuiteMistake('there is nothing to pick from');
  return chosen;
}

/**
 * Looks until a listing shows a reader all of a stock, once: records and grants may take time to be seen (FRE-13,
 * FRE-14), and what comes in later would change what is compared.
 *
 * @returns the names of the stock's records that it shows
 */
export async function settle(
  scene: Scene,
  stock: StockAtHand,
  reader: Reader,
  listing: Listing,
): Promise<ReadonlySet<string>> {
  // what was found was shown already
  if (stock.found !== undefined) return new Set(listedIn(stock, listing).map(({ name }) => name));
  const key = `${listing.path} ${reader.authorization}`;
  const before = stock.settled.get(key);
  if (before !== undefined) return before;
  const wanted = listedIn(stock, listing);
  const isWhole = (shown: ReadonlySet<string>): boolean => shown.size === wanted.length;
  const names = await scene.settle(async () => {
    const shown = await shownTo(scene, reader, listing, wanted);
    // what one server shows another one need not show yet, where changes take time at all
    const mayDiffer = scene.changesTakeTime && isWhole(shown);
    return mayDiffer ? shownTo(scene, reader, listing, wanted) : shown;
  }, isWhole);
  stock.settled.set(key, names);
  return names;
}

/** The names of those records that a listing shows a reader, without any parameter but the page token. */
export async function shownTo(
  scene: Scene,
  { authorization }: Reader,
  listing: Listing,
  records: readonly CreatedRecord[],
): Promise<ReadonlySet<string>> {
  const view = await scene.view(listing, authorization);
  return new Set(records.filter((record) => shows(view, record)).map(({ name }) => name));
}

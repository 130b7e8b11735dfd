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

/** The ways in which a listing can be read: as an app, with a user's key, or as an app on behalf of a user. */
export const readerKinds = ['app', 'key', 'delegated'] as const;
export type ReaderKind = (typeof readerKinds)[number];

/**
 * An actor whose visible records are known: one project that the suite filled and nothing else, or the records found
 * before.
 */
export interface Reader {
  readonly kind: ReaderKind;
  /** The actor that the project was granted to, or that is a fixture. */
  readonly actor: App | User;
  readonly authorization: string;
}

/** A record, with the modification time that the control was told to set, or that its listing shows. */
export interface StockedRecord extends CreatedRecord {
  readonly modifiedAt?: string;
}

/** The planned content of a project: entries and plates by their modification times, assay results by number. */
export interface StockPlan {
  readonly entry: readonly string[];
  readonly plate: readonly string[];
  readonly assayResult: number;
  /** Text that is appended to the names of entries and plates. */
  readonly nameEnd?: string;
}

/** The existing records that a listing showed a reader, or the reason why nothing can be judged by them. */
export type Found =
  | {
      readonly records: readonly StockedRecord[];
      /** The whole items as text, by their identifiers. */
      readonly items: ReadonlyMap<string, string>;
    }
  | Lack;

/** The reason why nothing can be judged by the existing records. */
export interface Lack {
  readonly lack: string;
  /** True if it may be different the next time. */
  readonly passing?: true;
}

/** Records, and readers that are known in advance to see them. */
export interface StockAtHand {
  readonly records: readonly StockedRecord[];
  readonly readers: readonly Reader[];
  /** Present if the suite did not create the records: what each listing, by its path, last showed its one reader. */
  readonly found?: ReadonlyMap<string, Found>;
  /** Time of creation, in milliseconds of the suite's clock. */
  readonly madeAt: number;
  /** The names that readers were shown after all had become visible, by path and reader; see {@link settle}. */
  readonly settled: Map<string, ReadonlySet<string>>;
}

/** A project with records, and readers that may see it and nothing else. */
export interface Stock extends StockAtHand {
  readonly project: Project;
}

/** Creates a project, fills it, and creates readers for it: of the wanted kinds, those that the control can create. */
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
    throw new Unsupported('the suite has no reader with known permissions: the control lacks app.create');
  if (readers.length === 0) readers.push(await aReader(scene, project, first));
  return { project, records, readers, madeAt: scene.target.realTime.now(), settled: new Map() };
}

/**
 * Returns the kinds of readers that this tenant can have: created by the control, or fixtures if it creates no records.
 */
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

/**
 * Returns those kinds that every listing serves: whether keys work on each version is left to other checks (FRE-216).
 */
export async function readersOfAll(scene: Scene): Promise<readonly ReaderKind[]> {
  const possible = readersAt(scene);
  if (!possible.includes('key') || possible.length === 1) return possible;
  let asked = keysServeAll.get(scene.target);
  if (asked === undefined) keysServeAll.set(scene.target, (asked = areServedByAll(scene)));
  return (await asked) ? possible : possible.filter((kind) => kind !== 'key');
}

/** Finds out once per tenant whether every listing serves keys. If that fails, assumes that they do. */
async function areServedByAll(scene: Scene): Promise<boolean> {
  const beside = scene.beside(scene.journal);
  try {
    // A separate scene is used because this is no step of the case: if the case is repeated, its steps must keep their
    // names.
    const open = new Set((await listingsOpenToKeys(beside)).map(({ path }) => path));
    return (await scene.listings()).every(({ path }) => open.has(path));
  } catch {
    return true;
  }
}

/** Creates a reader that may see these projects and nothing else. */
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
 * Creates entries or plates with these modification times (RFC 3339) and unique names. The names may end in a further
 * text that is not used to recognise them: a tenant may show it in another form of Unicode.
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

/** Returns the records of a stock that a listing lists; of existing records, those that it was seen to list. */
export function listedIn(
  { records, found }: StockAtHand,
  { kind, path }: Pick<Listing, 'kind' | 'path'>,
): readonly StockedRecord[] {
  if (found === undefined) return records.filter((record) => record.kind === kind);
  const seen = found.get(path);
  return seen !== undefined && 'records' in seen ? seen.records : [];
}

/** Returns one of several values, by a number that was drawn before they were known. */
export function pick<T>(some: readonly T[], index: number): T {
  const chosen = some[index % some.length];
  if (chosen === undefined) throw new SuiteMistake('there is nothing to pick from');
  return chosen;
}

/**
 * Looks until a listing shows a reader all of a stock, once per listing and reader: records and grants may take time to
 * become visible (FRE-13, FRE-14), and a record that appears later would change the comparison.
 *
 * @returns the names of the stock's records that it shows
 */
export async function settle(
  scene: Scene,
  stock: StockAtHand,
  reader: Reader,
  listing: Listing,
): Promise<ReadonlySet<string>> {
  // found records were shown already
  if (stock.found !== undefined) return new Set(listedIn(stock, listing).map(({ name }) => name));
  const key = `${listing.path} ${reader.authorization}`;
  const before = stock.settled.get(key);
  if (before !== undefined) return before;
  const wanted = listedIn(stock, listing);
  const isWhole = (shown: ReadonlySet<string>): boolean => shown.size === wanted.length;
  const names = await scene.settle(async () => {
    const shown = await shownTo(scene, reader, listing, wanted);
    // if changes take time at all, another server may not show yet what one server shows
    const mayDiffer = scene.changesTakeTime && isWhole(shown);
    return mayDiffer ? shownTo(scene, reader, listing, wanted) : shown;
  }, isWhole);
  stock.settled.set(key, names);
  return names;
}

/** Returns the names of those records that a listing shows a reader, without any parameter except the page token. */
export async function shownTo(
  scene: Scene,
  { authorization }: Reader,
  listing: Listing,
  records: readonly CreatedRecord[],
): Promise<ReadonlySet<string>> {
  const view = await scene.view(listing, authorization);
  return new Set(records.filter((record) => shows(view, record)).map(({ name }) => name));
}

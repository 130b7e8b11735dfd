import type { Scene } from '../../../drivers/world/scene.ts';
import { aProject, someRecords } from '../../../drivers/world/actors.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import { makesRecords } from '../../../drivers/session/need.ts';
import { existingStocks } from '../../expectations/existing-records.ts';
import type { Reader, ReaderKind, Stock, StockAtHand, StockedRecord } from '../../expectations/listing-stock.ts';
import { aReader, aStock, readerKinds, readersOfAll, timedRecords } from '../../expectations/listing-stock.ts';
import type { Listing } from '../../../drivers/world/listing.ts';

const hour = 3_600_000;

/** Times in the distant past. */
export const oldTimes: readonly string[] = ['1999-03-04T05:06:07Z', '2019-12-31T23:59:59Z'];
/** The end of a name with characters that laboratories all over the world use. */
export const nonAsciiNameEnd = ' für Größe µ, 試料';
/** The end of a name with characters that text formats use for themselves. */
export const reservedCharactersEnd = String.raw` "A\B" <5' & 3'>, 100 %`;

/** The end of a name that is longer than a hundred characters. */
export const longEnd = ', washed three times and kept cold'.repeat(3);

/**
 * Returns `count` modification times, hours apart, in no order and in one spelling, so that none of them is hard to
 * sort.
 */
export function plainTimes(count: number): string[] {
  const spread = count + (count % 2 === 0 ? 1 : 2); // odd, so that steps of two reach every place
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(2025, 2, 1) + ((index * 2 + 1) % spread) * 37 * hour).toISOString(),
  );
}

/**
 * Creates a stock for each count, with that number of records of each kind. With `all`, each stock has all kinds of
 * readers that can be made. Otherwise each has a single reader, of one kind after another.
 */
export async function stocksOf(scene: Scene, counts: readonly number[], all: 'all' | 'one' = 'one'): Promise<Stock[]> {
  const possible = await readersOfAll(scene);
  const stocks: Stock[] = [];
  for (const [index, count] of counts.entries()) {
    const times = plainTimes(count);
    const kinds: readonly ReaderKind[] = all === 'all' ? readerKinds : oneOf(possible, index);
    stocks.push(await aStock(scene, { entry: times, plate: times, assayResult: count }, kinds));
  }
  return stocks;
}

/** As {@link stocksOf}. If no records can be made, returns the existing records that the actors of the fixtures see. */
export async function stocksOrExisting(
  scene: Scene,
  counts: readonly number[],
  all?: 'all' | 'one',
): Promise<readonly StockAtHand[]> {
  return makesRecords(scene.target) ? stocksOf(scene, counts, all) : existingStocks(scene);
}

/**
 * Creates a stock whose records are spread over several projects. Its readers may see all of them, so pages go across
 * projects.
 */
export async function stockOfProjects(scene: Scene, counts: readonly number[]): Promise<Stock> {
  const project = await aProject(scene);
  const projects = [project];
  while (projects.length < counts.length) projects.push(await aProject(scene));
  const times = plainTimes(counts.reduce((sum, count) => sum + count, 0));
  const records: StockedRecord[] = [];
  for (const [index, count] of counts.entries()) {
    const own = projects[index] ?? project;
    const some = times.splice(0, count);
    for (const kind of ['entry', 'plate'] as const) records.push(...(await timedRecords(scene, own, kind, some)));
    records.push(...(await someRecords(scene, own, 'assayResult', count)));
  }
  const possible = await readersOfAll(scene);
  const readers: Reader[] = [];
  for (const kind of possible) readers.push(await aReader(scene, projects, kind));
  if (readers.length === 0) throw new PremiseUnmet('there is no reader whose permissions are known');
  return { project, records, readers, madeAt: scene.target.realTime.now(), settled: new Map() };
}

function oneOf(kinds: readonly ReaderKind[], index: number): readonly ReaderKind[] {
  const kind = kinds[index % kinds.length];
  return kind === undefined ? [] : [kind];
}

/** Returns one of the five listings. @throws PremiseUnmet if there is none */
export async function theListing(scene: Scene, index: number): Promise<Listing> {
  const listings = await scene.listings();
  const listing = listings[index % listings.length];
  if (listing === undefined) throw new PremiseUnmet('there is no listing');
  return listing;
}

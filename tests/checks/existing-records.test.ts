import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { finding } from '../../core/judgement.ts';
import { Journal } from '../../core/journal.ts';
import { NothingToJudge, PremiseUnmet, Unsupported } from '../../core/trouble.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { checkOfStocks, existingStocks, stockAt } from '../../specs/expectations/existing-records.ts';
import { listedIn, settle } from '../../specs/expectations/listing-stock.ts';
import type { StockAtHand } from '../../specs/expectations/listing-stock.ts';
import { walk } from '../../specs/expectations/listing-walk.ts';
import { answered } from '../world/answers.ts';

const entries: Listing = { path: '/api/v2/entries', kind: 'entry', version: 'v2' };
const plates: Listing = { path: '/api/v2/plates', kind: 'plate', version: 'v2' };

type Item = Readonly<Record<string, unknown>>;

/** Returns the items that a listing has at a call with this `Authorization` header. */
type Data = (path: string, authorization: string) => readonly Item[];

interface Page {
  readonly items: readonly Item[];
  readonly from: number;
  readonly to: number;
}

/** Returns a scene at a tenant without a control that answers with this data. Its fixtures have two users. */
function sceneOf(data: Data, shape: (page: Page) => unknown = ({ items }) => ({ items })): Scene {
  const call = (
    path: string,
    { authorization, query = {} }: { authorization: string; query?: Record<string, string> },
  ): Promise<Exchange> => {
    const all = data(path, authorization);
    const from = Number(query['nextToken'] ?? 0);
    const to = from + Number(query['pageSize'] ?? 50);
    const page = shape({ items: all.slice(from, to), from, to }) as object;
    return Promise.resolve(answered({ ...page, nextToken: to < all.length ? String(to) : '' }));
  };
  const fixtures = {
    users: ['ada', 'ben'].map((userId) => ({ userId, email: `${userId}@acme.example`, apiKey: userId })),
  };
  const target = {
    settings: { api: { itemsKeys: {} }, fixtures },
    control: { supports: () => false },
  };
  const scene = {
    target,
    journal: new Journal(),
    changesTakeTime: false,
    call,
    listings: async () => [entries, plates],
  };
  return scene as unknown as Scene;
}

const isOf = (authorization: string, userId: string): boolean =>
  Buffer.from(authorization.replace('Basic ', ''), 'base64').toString() === `${userId}:`;

function items(count: number, of = 'ent'): readonly Item[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${of}_${String(at).padStart(4, '0')}`,
    name: 'alike',
    modifiedAt: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(),
  }));
}

/** Returns data with entries for both users and without plates. */
const onlyEntries =
  (some: readonly Item[]): Data =>
  (path) =>
    path === entries.path ? some : [];

async function reasonOf(scene: Scene): Promise<string> {
  const reason: unknown = await existingStocks(scene).catch((thrown: unknown) => thrown);
  return reason instanceof Error ? `${reason.name}: ${reason.message}` : 'there are stocks';
}

describe('a stock of existing records', () => {
  test('has the records that each user of the fixtures is shown, by identifier, with their shown times', async () => {
    const scene = sceneOf((path, authorization) =>
      path === entries.path ? items(isOf(authorization, 'ada') ? 3 : 60) : [],
    );
    const stocks = await existingStocks(scene);
    expect(stocks.map(({ readers }) => readers.map(({ kind }) => kind))).toEqual([['key'], ['key']]);
    expect(stocks.map((stock) => listedIn(stock, entries).length)).toEqual([3, 60]);
    expect(stocks.map((stock) => listedIn(stock, plates).length)).toEqual([0, 0]);
    const [ada] = stocks as [StockAtHand];
    expect(listedIn(ada, entries)[1]).toEqual({
      id: 'ent_0001',
      name: 'entry ent_0001',
      kind: 'entry',
      found: true,
      modifiedAt: '2026-01-01T00:01:00.000Z',
    });
    const [reader] = ada.readers;
    if (reader === undefined) throw new Error('the stock has no reader');
    expect([...(await settle(scene, ada, reader, entries))]).toHaveLength(3);
    // an item that names another record is not taken for that record
    const mixed = sceneOf(onlyEntries([{ id: 'ent_9999', copyOf: 'ent_0001' }]));
    const walked = await walk(mixed, entries, reader.authorization, { known: listedIn(ada, entries) });
    expect(walked.pages[0]?.items).toEqual(['unknown ent_9999']);
  });

  test.each<[string, Scene, string]>([
    ['no records are shown', sceneOf(() => []), 'Unsupported: no listing shows records'],
    [
      'there are too many records',
      sceneOf(() => items(101)),
      'the user ada of the fixtures sees more than 100 entries',
    ],
    ['the records have no identifiers', sceneOf(onlyEntries([{ name: 'one' }])), 'set api.itemId'],
    [
      'two records have the same identifier',
      sceneOf(onlyEntries([{ id: 'a' }, { id: 'a', name: 'b' }])),
      'a more than once',
    ],
    [
      'identifiers repeat on every page',
      sceneOf(onlyEntries(items(4)), ({ items: some }) => ({ items: some.map((item, at) => ({ ...item, id: at })) })),
      'differ under the same identifiers',
    ],
    [
      'the items do not stand out from others on the page',
      sceneOf(onlyEntries(items(4)), ({ items: some }) => ({ data: { items: some }, people: [{ id: 'u_1' }] })),
      'set api.itemsKeys',
    ],
    [
      'the items do not stand out because records are kept by identifier',
      sceneOf(onlyEntries(items(4)), () => ({ byId: { ent_1: { name: 'one' } }, people: [{ id: 'u_1' }] })),
      'set api.itemsKeys',
    ],
  ])('cannot be used if %s', async (_what, scene, reason) => {
    expect(await reasonOf(scene)).toContain(reason);
  });

  test('cannot be used while it changes, which is a premise and no lack', async () => {
    let calls = 0;
    const scene = sceneOf(onlyEntries([]), () => ({ items: [{ id: 'ent_0001', seen: ++calls }] }));
    await expect(existingStocks(scene)).rejects.toThrow(PremiseUnmet);
    await expect(existingStocks(sceneOf(() => []))).rejects.toThrow(Unsupported);
  });

  test('is that of the users if the app of the fixtures gets no token', async () => {
    const scene = sceneOf(onlyEntries(items(3)));
    const app = { appId: 'app_1', clientId: 'app', clientSecret: 'secret' };
    Object.assign(scene.target.settings.fixtures, { app });
    const without = Object.assign(scene, {
      settle: (request: () => Promise<Exchange>) => request(),
      postForm: async () => answered({}, 401),
    });
    const stocks = await existingStocks(without);
    expect(stocks.map(({ readers }) => readers.map(({ kind }) => kind))).toEqual([['key'], ['key']]);
  });

  test('is read once for all checks', async () => {
    let calls = 0;
    const scene = sceneOf((path) => {
      calls++;
      return path === entries.path ? items(3) : [];
    });
    await existingStocks(scene);
    const before = calls;
    await existingStocks(scene);
    expect(calls).toBe(before);
  });
});

describe('among several stocks', () => {
  const different = items(5);
  const [first = {}] = different;
  const ofTwo = sceneOf((path, authorization) => {
    if (path === plates.path) return isOf(authorization, 'ben') ? different.map(() => ({ ...first })).slice(0, 1) : [];
    return isOf(authorization, 'ada') ? different : [{ id: 'a' }, { id: 'b', modifiedAt: '2026-01-01T00:00' }];
  });

  test('one is chosen that meets the demand', async () => {
    const stocks = await existingStocks(ofTwo);
    const [ada, ben] = stocks;
    for (const position of [0, 1]) {
      expect(stockAt(ofTwo, stocks, position, plates)).toBe(ben);
      expect(stockAt(ofTwo, stocks, position, entries, { least: 3 })).toBe(ada);
      expect(stockAt(ofTwo, stocks, position, entries, { order: 'some' })).toBe(ada);
      expect(stockAt(ofTwo, stocks, position, entries)).toBe(stocks[position]);
    }
  });

  test.each([
    ['too few records', entries, { least: 6 }, 'sees 5 records, and 6 are needed'],
    ['no different times', plates, { order: 'some' as const }, 'no two records that show different times'],
    ['no records in one of two listings', [entries, plates], { least: 2 }, 'sees no plates at /api/v2/plates'],
  ])('none is chosen if there are %s', async (_what, listings, demand, reason) => {
    const stocks = await existingStocks(ofTwo);
    expect(() => stockAt(ofTwo, stocks, 0, listings, demand)).toThrow(NothingToJudge);
    expect(() => stockAt(ofTwo, stocks, 0, listings, demand)).toThrow(reason);
  });

  test('none is chosen if the records do not all show different times', async () => {
    const scene = sceneOf(onlyEntries([...items(2), { id: 'ent_9', modifiedAt: '2026-01-01T00:00:00.2Z' }]));
    const stocks = await existingStocks(scene);
    expect(() => stockAt(scene, stocks, 0, entries, { order: 'all' })).toThrow('do not all show different times');
    expect(stockAt(scene, stocks, 0, entries, { order: 'some' })).toBe(stocks[0]);
  });
});

describe('a finding about existing records', () => {
  /** Runs a check that has a finding for each case that the list marks as wrong, and counts its gatherings. */
  async function gathered(scene: Scene, wrong: readonly boolean[]): Promise<{ seen: unknown; times: number }> {
    let times = 0;
    const one = checkOfStocks({
      id: 'listing/made-up',
      title: 'Made up',
      proves: ['LST-13'],
      needs: ['records'],
      arrange: existingStocks,
      async gather(own, _given, stocks) {
        const stock = stockAt(own, stocks, 0, entries);
        const isWrong = wrong[times++] ?? true;
        return { isWrong, count: listedIn(stock, entries).length };
      },
      *judge({ isWrong }) {
        if (isWrong) yield finding('LST-13', 'GET', 'lacked one', 'all');
      },
    });
    const stage: unknown = await one.arrange?.(scene);
    const seen: unknown = await one.gather(scene, undefined, stage);
    return { seen, times };
  }

  test('is kept if the records did not change', async () => {
    expect(await gathered(sceneOf(onlyEntries(items(3))), [])).toEqual({ seen: { isWrong: true, count: 3 }, times: 1 });
  });

  test('is gathered again with the present records if they changed', async () => {
    // three calls of a listing for each of two users come first, and two more before anything is judged
    let calls = 0;
    const scene = sceneOf((path) => (path === entries.path ? items(++calls > 8 ? 4 : 3) : []));
    expect(await gathered(scene, [])).toEqual({ seen: { isWrong: true, count: 4 }, times: 2 });
  });

  test('is dropped if the records keep changing', async () => {
    let calls = 0;
    const scene = sceneOf((path) => (path === entries.path ? items(3 + (++calls > 8 ? calls : 0)) : []));
    await expect(gathered(scene, [])).rejects.toThrow('the records changed meanwhile');
  });

  test('is needed for the records to be read again', async () => {
    let calls = 0;
    const scene = sceneOf((path) => (path === entries.path ? items(++calls > 8 ? 4 : 3) : []));
    expect(await gathered(scene, [false])).toEqual({ seen: { isWrong: false, count: 3 }, times: 1 });
  });

  test('is gathered again after one wait if changes take time to be seen', async () => {
    let waits = 0;
    const scene = Object.assign(sceneOf(onlyEntries(items(3))), {
      changesTakeTime: true,
      settleWhole: async () => void waits++,
    });
    expect(await gathered(scene, [])).toEqual({ seen: { isWrong: true, count: 3 }, times: 2 });
    expect(waits).toBe(1);
  });
});

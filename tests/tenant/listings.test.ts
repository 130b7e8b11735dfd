import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFault } from '../../tenant/faults/index.ts';
import { basic, bearer, itemsOf, LISTING_PATHS, namesIn, openTenant, type OpenedTenant } from './opened-tenant.ts';

async function traverse(opened: OpenedTenant, path: string, authorization: string, query: Record<string, string>) {
  const pages: unknown[][] = [];
  let nextToken = '';
  do {
    const parameters = new URLSearchParams({ ...query, ...(nextToken === '' ? {} : { nextToken }) });
    const reply = await opened.get(`${path}?${parameters.toString()}`, authorization);
    expect(reply.status).toBe(200);
    pages.push(itemsOf(reply).map((item) => item['id']));
    nextToken = String(reply.json['nextToken']);
  } while (nextToken !== '');
  return pages;
}

test('a traversal has every record once, in order, in full pages, for any times and page size', async () => {
  await using opened = await openTenant();
  const { userId, apiKey } = await opened.userWithKey('ada@lab.example');
  const seconds = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 });
  const direction = fc.constantFrom('asc', 'desc');
  const property = fc.asyncProperty(
    seconds,
    fc.integer({ min: 1, max: 7 }),
    direction,
    async (times, pageSize, sort) => {
      const { projectId } = await opened.operate('project.create', { name: 'Sorting' });
      await opened.operate('project.grant', { projectId, userId });
      const records = times.map((time) => ({ name: `plate ${time}`, modifiedAt: `2026-10-01T00:00:00.${time}00Z` }));
      const { ids } = await opened.operate('record.create', { kind: 'plate', projectId, records });
      const timeOf = new Map((ids as string[]).map((id, index) => [id, times[index] ?? -1]));
      for (const path of ['/api/v3/plate/items', '/api/v2/plates']) {
        const query = { pageSize: String(pageSize), sort: `modifiedAt:${sort}` };
        const pages = await traverse(opened, path, basic(apiKey), query);
        const seen = pages.flat() as string[];
        expect(seen.toSorted()).toEqual([...timeOf.keys()].toSorted());
        const order = seen.map((id) => timeOf.get(id) ?? -1);
        expect(order).toEqual(times.toSorted((one, other) => (sort === 'asc' ? one - other : other - one)));
        expect(pages.length).toBe(Math.max(1, Math.ceil(times.length / pageSize)));
      }
      await opened.operate('project.revoke', { projectId, userId });
    },
  );
  await fc.assert(property, { seed: 11, numRuns: 15 });
});

test('a page has 50 items by default, and never more than 100', async () => {
  await using opened = await openTenant();
  const { userId, apiKey } = await opened.userWithKey('ada@lab.example');
  const projectId = await opened.project('many', { userId });
  const records = Array.from({ length: 120 }, (_, index) => ({ name: `entry ${index}` }));
  await opened.operate('record.create', { kind: 'entry', projectId, records });
  const size = async (query: string) => itemsOf(await opened.get(`/api/v2/entries${query}`, basic(apiKey))).length;
  expect([await size(''), await size('?pageSize=3'), await size('?pageSize=1000')]).toEqual([50, 3, 100]);
});

test('items of both versions have an id, a name, times and a creator', async () => {
  await using opened = await openTenant();
  const app = await opened.app();
  await opened.project('apps', { appId: app.appId });
  const token = bearer(await opened.token(app));
  for (const path of LISTING_PATHS) {
    expect(itemsOf(await opened.get(path, token))[0]).toMatchObject({
      id: expect.any(String),
      name: expect.any(String),
      createdAt: expect.stringMatching(/Z$/),
      modifiedAt: expect.stringMatching(/Z$/),
      createdBy: { id: expect.stringMatching(/^usr_/), type: 'user' },
    });
  }
});

test('a page token is refused to another actor, to another query, and after any change', async () => {
  await using opened = await openTenant();
  const ada = await opened.userWithKey('ada@lab.example');
  const ben = await opened.userWithKey('ben@lab.example');
  await opened.project('one', { userId: ada.userId }, { userId: ben.userId });
  await opened.project('two', { userId: ada.userId }, { userId: ben.userId });
  const first = await opened.get('/api/v2/entries?pageSize=1', basic(ada.apiKey));
  const token = encodeURIComponent(String(first.json['nextToken']));
  const status = async (path: string, key: string) => (await opened.get(path, basic(key))).status;
  expect(await status(`/api/v2/entries?nextToken=${token}&pageSize=1`, ada.apiKey)).toBe(200);
  expect(await status(`/api/v2/entries?pageSize=1&nextToken=${token}`, ben.apiKey)).toBe(400);
  expect(await status(`/api/v2/entries?pageSize=2&nextToken=${token}`, ada.apiKey)).toBe(400);
  expect(await status(`/api/v2/plates?pageSize=1&nextToken=${token}`, ada.apiKey)).toBe(400);
  expect(await status(`/api/v2/entries?pageSize=1&nextToken=${token}x`, ada.apiKey)).toBe(400);
  expect((await opened.get(`/api/v2/entries?pageSize=1&nextToken=${token}`)).status).toBe(401);
});

test.each([
  'pageSize=0',
  'pageSize=-1',
  'pageSize=1.5',
  'pageSize=x',
  'sort=modifiedAt',
  'sort=name:asc',
  'nextToken=x',
])('the query %s is refused with 400', async (query) => {
  await using opened = await openTenant();
  const { apiKey } = await opened.userWithKey('ada@lab.example');
  expect((await opened.get(`/api/v3/entry/items?${query}`, basic(apiKey))).status).toBe(400);
});

test('ten thousand records are listed in order, each once, and a new one comes into the next listing', async () => {
  await using opened = await openTenant();
  const { userId, apiKey } = await opened.userWithKey('ada@lab.example');
  const { projectId } = await opened.operate('project.create', { name: 'Screening' });
  await opened.operate('project.grant', { projectId, userId });
  // The times have fractions of seconds and whole seconds, and are out of order.
  const records = Array.from({ length: 10_000 }, (_, index) => ({
    name: `plate ${index}`,
    modifiedAt: new Date(Date.UTC(2026, 8, 30, 23) + ((index * 7919) % 10_007) * 250).toISOString().replace('.000', ''),
  }));
  await opened.operate('record.create', { kind: 'plate', projectId, records });
  const query = { pageSize: '100', sort: 'modifiedAt:asc' };
  const ids = (await traverse(opened, '/api/v2/plates', basic(apiKey), query)).flat();
  expect([ids.length, new Set(ids).size]).toEqual([10_000, 10_000]);
  const first = await opened.get('/api/v2/plates?pageSize=100&sort=modifiedAt:asc', basic(apiKey));
  const times = itemsOf(first).map((item) => Date.parse(String(item['modifiedAt'])));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const added = await opened.operate('record.create', {
    kind: 'plate',
    projectId,
    records: [{ name: 'new', modifiedAt: '2020-01-01T00:00:00Z' }],
  });
  const again = await opened.get('/api/v2/plates?pageSize=100&sort=modifiedAt:asc', basic(apiKey));
  expect(itemsOf(again)[0]?.['id']).toBe((added['ids'] as string[])[0]);
  await opened.operate('project.revoke', { projectId, userId });
  const none = await opened.get('/api/v2/plates?pageSize=100&sort=modifiedAt:asc', basic(apiKey));
  expect([itemsOf(none), none.json['nextToken']]).toEqual([[], '']);
});

test('records whose times a fault treats as equal are listed out of order', async () => {
  const fault = findFault('listing/fractions-of-seconds-ignored');
  if (fault === undefined) throw new Error('It is not registered.');
  await using opened = await openTenant({ fault });
  const { userId, apiKey } = await opened.userWithKey('ada@lab.example');
  const { projectId } = await opened.operate('project.create', { name: 'Screening' });
  await opened.operate('project.grant', { projectId, userId });
  const records = Array.from({ length: 9 }, (_, index) => ({
    name: String(index),
    modifiedAt: `2026-09-30T23:00:00.${index}00Z`,
  }));
  await opened.operate('record.create', { kind: 'plate', projectId, records });
  const reply = await opened.get('/api/v2/plates?sort=modifiedAt:asc', basic(apiKey));
  expect(namesIn(reply).toSorted()).toEqual(records.map(({ name }) => name));
  expect(namesIn(reply)).not.toEqual(records.map(({ name }) => name));
});

import { describe, expect, test } from 'vitest';
import { identifierOf, isPage, itemsOf, listWith, nextTokenOf, valueAt } from '../../drivers/world/page.ts';
import { answered } from './answers.ts';

const path = '/api/v2/entries';
const items = [{ id: 'e_1' }, { id: 'e_2' }];
const itemsIn = (body: unknown, itemsKeys: Readonly<Record<string, string>> = {}) =>
  itemsOf(answered(body), path, { itemsKeys });

describe('the items of a page are found', () => {
  test.each([
    ['in its one list', { entries: items, nextToken: '' }],
    ['one level below', { data: { entries: items }, nextToken: '' }],
    ['beside lists of other things than objects', { columns: ['id', 'name'], entries: items, nextToken: '' }],
    ['beside empty lists', { warnings: [], links: [], entries: items, nextToken: '' }],
    ['beside an empty list on the first level', { warnings: [], data: { entries: items }, nextToken: '' }],
    ['twice, under an older name too', { entryList: items, entries: items, nextToken: '' }],
    ['under results, beside a list of objects', { results: items, included: [{ type: 'schema' }], nextToken: '' }],
    ['on the first level rather than below', { entries: items, meta: { sorts: [{ by: 'name' }] }, nextToken: '' }],
  ])('%s', (_where, body) => {
    expect(itemsIn(body)).toEqual(items);
  });

  test('under the configured member, though another list holds objects too', () => {
    const body = { data: items, included: [{ type: 'project' }], nextToken: '' };
    expect(itemsIn(body)).toBeUndefined();
    expect(itemsIn(body, { [path]: 'data' })).toEqual(items);
  });

  test('where they are kept by identifier', () => {
    const entries = { e_1: { name: 'one' }, e_2: { id: 7, name: 'two' } };
    const read = [
      { id: 'e_1', name: 'one' },
      { id: 7, name: 'two' },
    ];
    expect(itemsIn({ entries, nextToken: '' })).toEqual(read);
    expect(itemsIn({ errors: [], entries, nextToken: '' }, { [path]: 'entries' })).toEqual(read);
  });

  test('deep within, by themselves or where a pointer leads', () => {
    const body = { data: { page: { items, count: 2 }, viewer: null }, errors: [], nextToken: '' };
    expect(itemsIn(body)).toEqual(items);
    const two = { data: { page: { items, included: [{ id: 'p_1' }] } }, nextToken: '' };
    expect(itemsIn(two)).toBeUndefined();
    expect(itemsIn(two, { [path]: '/data/page/items' })).toEqual(items);
  });

  test('where items are plain identifiers', () => {
    expect(itemsIn({ ids: ['e_1', 'e_2'], nextToken: '' })).toEqual(['e_1', 'e_2']);
  });
});

describe('a page without items', () => {
  test.each([
    ['has an empty list', { entries: [], nextToken: '' }],
    ['has several empty lists', { data: [], included: [], nextToken: '' }],
    ['leaves its list out', { nextToken: '' }],
    ['has its list null', { entries: null, nextToken: '' }],
    ['has nothing but counts', { meta: { count: 0, pages: 0 }, nextToken: '' }],
    ['is an empty object', {}],
    ['has empty results beside a list of other things', { results: [], columns: ['id'], nextToken: '' }],
  ])('%s', (_how, body) => {
    expect(itemsIn(body)).toEqual([]);
  });

  test('leaves the configured member out', () => {
    expect(itemsIn({ links: [{ rel: 'self' }], nextToken: '' }, { [path]: 'entries' })).toEqual([]);
  });
});

describe('the items of a page cannot be told', () => {
  test.each([
    ['where two lists hold objects', { entries: items, links: [{ rel: 'self' }], nextToken: '' }],
    ['where they are kept by numbers, which come in an order of their own', { of: { 12: { a: 1 }, 9: { a: 2 } } }],
    ['where they may be kept by identifier', { errors: [], entries: { e_1: { name: 'one' } }, nextToken: '' }],
    ['where an empty list stands beside plain values', { entries: [], columns: ['id'], nextToken: '' }],
    ['in a bare list', items],
    ['in HTML', '<!doctype html><title>Sign in</title>'],
    ['in an empty body', ''],
    ['in null', null],
  ])('%s', (_where, body) => {
    expect(itemsIn(body)).toBeUndefined();
  });
});

test('a page token leads on only where it is a text that is not empty', () => {
  const tokens = ['next', '', null, 7, undefined, ['next']];
  expect(tokens.map((nextToken) => nextTokenOf(answered({ nextToken })))).toEqual([
    'next',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('what has neither a page token nor a list is no page', () => {
  const bodies = [
    { nextToken: '' },
    { entries: [] },
    { data: { entries: [] } },
    {},
    { error: 'no' },
    [],
    'Welcome',
    '',
  ];
  expect(bodies.map((body) => isPage(answered(body)))).toEqual([true, true, true, false, false, false, false, false]);
});

test('an identifier stands where the profile says, for all listings or for one', () => {
  const item = { id: 12, entry: { ref: 'e_1' }, self: '' };
  expect(identifierOf(item, path, { itemsKeys: {} })).toBe('12');
  expect(identifierOf(item, path, { itemsKeys: {}, itemId: '/entry/ref' })).toBe('e_1');
  expect(identifierOf(item, path, { itemsKeys: {}, itemId: { [path]: '/entry/ref' } })).toBe('e_1');
  expect(identifierOf(item, path, { itemsKeys: {}, itemId: { '/api/v2/plates': '/entry/ref' } })).toBe('12');
  expect(identifierOf(item, path, { itemsKeys: {}, itemId: '/self' })).toBeUndefined();
  expect(identifierOf('e_1', path, { itemsKeys: {}, itemId: '' })).toBe('e_1');
});

test('an identifier that is too long for a number is kept as it was written', () => {
  const page = answered('{"entries":[{"id":1541815603606036480},{"id":1541815603606036481},{"id":7}],"nextToken":""}');
  const listed = itemsOf(page, path, { itemsKeys: {} })?.map((item) => identifierOf(item, path, { itemsKeys: {} }));
  expect(listed).toEqual(['1541815603606036480', '1541815603606036481', '7']);
});

test('a JSON pointer is followed through lists and escaped names, and not into what was inherited', () => {
  const document = { 'a/b': [{ '~': 1 }], '': 2 };
  expect(['/a~1b/0/~0', '/', '', '/a~1b/1', '/constructor'].map((pointer) => valueAt(document, pointer))).toEqual([
    1,
    2,
    document,
    undefined,
    undefined,
  ]);
});

test('the list that holds a record is told by a pointer to it', () => {
  const record = { id: 'e_2', name: 'second' };
  expect(listWith({ links: [{ rel: 'self' }], entries: items }, record)).toBe('/entries');
  expect(listWith({ 'a/b': { entries: [{ title: 'second' }] } }, record)).toBe('/a~1b/entries');
  expect(listWith({ entries: [] }, record)).toBeUndefined();
  expect(listWith(items, record)).toBeUndefined();
});

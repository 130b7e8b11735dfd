import { describe, expect, test } from 'vitest';
import { identifierOf, isPage, itemsOf, pointerToListWith, nextTokenOf, valueAt } from '../../drivers/world/page.ts';
import { answered } from './answers.ts';

const path = '/api/v2/entries';
const items = [{ id: 'e_1' }, { id: 'e_2' }];
const itemsIn = (body: unknown, itemsKeys: Readonly<Record<string, string>> = {}) =>
  itemsOf(answered(body), path, { itemsKeys });

describe('the items of a page are found', () => {
  test.each([
    ['in its one list', { entries: items, nextToken: '' }],
    ['one level below', { data: { entries: items }, nextToken: '' }],
    ['next to lists of things that are no objects', { columns: ['id', 'name'], entries: items, nextToken: '' }],
    ['next to empty lists', { warnings: [], links: [], entries: items, nextToken: '' }],
    ['next to an empty list on the first level', { warnings: [], data: { entries: items }, nextToken: '' }],
    ['twice, under an older name too', { entryList: items, entries: items, nextToken: '' }],
    ['under results, next to a list of objects', { results: items, included: [{ type: 'schema' }], nextToken: '' }],
    ['on the first level rather than below', { entries: items, meta: { sorts: [{ by: 'name' }] }, nextToken: '' }],
  ])('%s', (_where, body) => {
    expect(itemsIn(body)).toEqual(items);
  });

  test('under the configured member, even if another list contains objects too', () => {
    const body = { data: items, included: [{ type: 'project' }], nextToken: '' };
    expect(itemsIn(body)).toBeUndefined();
    expect(itemsIn(body, { [path]: 'data' })).toEqual(items);
  });

  test('if they are members of an object, by identifier', () => {
    const entries = { e_1: { name: 'one' }, e_2: { id: 7, name: 'two' } };
    const read = [
      { id: 'e_1', name: 'one' },
      { id: 7, name: 'two' },
    ];
    expect(itemsIn({ entries, nextToken: '' })).toEqual(read);
    expect(itemsIn({ errors: [], entries, nextToken: '' }, { [path]: 'entries' })).toEqual(read);
  });

  test('at a deep level, automatically or by a pointer', () => {
    const body = { data: { page: { items, count: 2 }, viewer: null }, errors: [], nextToken: '' };
    expect(itemsIn(body)).toEqual(items);
    const two = { data: { page: { items, included: [{ id: 'p_1' }] } }, nextToken: '' };
    expect(itemsIn(two)).toBeUndefined();
    expect(itemsIn(two, { [path]: '/data/page/items' })).toEqual(items);
  });

  test('if items are plain identifiers', () => {
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
    ['has empty results next to a list of other things', { results: [], columns: ['id'], nextToken: '' }],
  ])('%s', (_how, body) => {
    expect(itemsIn(body)).toEqual([]);
  });

  test('leaves the configured member out', () => {
    expect(itemsIn({ links: [{ rel: 'self' }], nextToken: '' }, { [path]: 'entries' })).toEqual([]);
  });
});

describe('the items of a page are ambiguous', () => {
  test.each([
    ['if two lists contain objects', { entries: items, links: [{ rel: 'self' }], nextToken: '' }],
    [
      'if they are members with numbers as names, which have an order of their own',
      { of: { 12: { a: 1 }, 9: { a: 2 } } },
    ],
    [
      'if they may be members of an object, by identifier',
      { errors: [], entries: { e_1: { name: 'one' } }, nextToken: '' },
    ],
    ['if an empty list is next to plain values', { entries: [], columns: ['id'], nextToken: '' }],
    ['in a bare list', items],
    ['in HTML', '<!doctype html><title>Sign in</title>'],
    ['in an empty body', ''],
    ['in null', null],
  ])('%s', (_where, body) => {
    expect(itemsIn(body)).toBeUndefined();
  });
});

test('only a text that is not empty counts as a page token', () => {
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

test('a body with neither a page token nor a list is no page', () => {
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

test('an identifier is read from the place that the profile names, for all listings or for one', () => {
  const item = { id: 12, entry: { ref: 'e_1' }, self: '' };
  expect(identifierOf(item, path, { itemsKeys: {} })).toBe('12');
  expect(identifierOf(item, path, { itemsKeys: {}, itemId: '/entry/ref' })).toBe('e_1');
  expect(identifierOf(item, path, { itemsKeys: {}, itemId: { [path]: '/entry/ref' } })).toBe('e_1');
  expect(identifierOf(item, path, { itemsKeys: {}, itemId: { '/api/v2/plates': '/entry/ref' } })).toBe('12');
  expect(identifierOf(item, path, { itemsKeys: {}, itemId: '/self' })).toBeUndefined();
  expect(identifierOf('e_1', path, { itemsKeys: {}, itemId: '' })).toBe('e_1');
});

test('an identifier that is too long for a number is kept as text', () => {
  const page = answered('{"entries":[{"id":1541815603606036480},{"id":1541815603606036481},{"id":7}],"nextToken":""}');
  const listed = itemsOf(page, path, { itemsKeys: {} })?.map((item) => identifierOf(item, path, { itemsKeys: {} }));
  expect(listed).toEqual(['1541815603606036480', '1541815603606036481', '7']);
});

test('a JSON pointer is followed through lists and escaped names, and not into inherited members', () => {
  const document = { 'a/b': [{ '~': 1 }], '': 2 };
  expect(['/a~1b/0/~0', '/', '', '/a~1b/1', '/constructor'].map((pointer) => valueAt(document, pointer))).toEqual([
    1,
    2,
    document,
    undefined,
    undefined,
  ]);
});

test('a pointer names the list that contains a record', () => {
  const record = { id: 'e_2', name: 'second' };
  expect(pointerToListWith({ links: [{ rel: 'self' }], entries: items }, record)).toBe('/entries');
  expect(pointerToListWith({ 'a/b': { entries: [{ title: 'second' }] } }, record)).toBe('/a~1b/entries');
  expect(pointerToListWith({ entries: [] }, record)).toBeUndefined();
  expect(pointerToListWith(items, record)).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import { isFinding } from '../../core/check.ts';
import { judgeTraversal } from '../../specs/checks/listing/page-walks.ts';
import type { Traversal } from '../../specs/checks/listing/traversal.ts';
import { ItemReader } from '../../specs/expectations/listing-items.ts';
import type { StockedRecord } from '../../specs/expectations/listing-stock.ts';
import { compareBy, disordersIn } from '../../specs/expectations/listing-times.ts';
import type { Asked, Walk } from '../../specs/expectations/listing-walk.ts';
import { answered } from '../world/answers.ts';

function record(number: number, modifiedAt = `2025-01-0${number}T00:00:00Z`): StockedRecord {
  return { id: `ent_000${number}`, name: `labconform t entry ${number}`, kind: 'entry', modifiedAt };
}

const records = [1, 2, 3, 4].map((number) => record(number));
const names = records.map(({ name }) => name);

/** Returns a walk over pages of records by number, each with its page token. */
function walked(pages: readonly (readonly [readonly number[], unknown])[], end: Walk['end'], asked: Asked = {}): Walk {
  return {
    path: '/api/v2/entries',
    asked,
    end,
    shown: {},
    pages: pages.map(([items, token]) => ({
      exchange: answered({}),
      token,
      items: items.map((number) => names[number - 1] ?? `unknown ${number}`),
    })),
  };
}

function found(walk: Walk, rest: Partial<Traversal> = {}): string[] {
  const traversal = { walked: walk, expected: records, reference: names, seesAnything: true, ...rest };
  return [...new Set([...judgeTraversal(traversal)].flatMap((one) => (isFinding(one) ? [one.requirement] : [])))];
}

describe('a traversal', () => {
  test.each<[string, Walk, string[]]>([
    [
      'right, with a short last page',
      walked(
        [
          [[1, 2, 3], 'a'],
          [[4], ''],
        ],
        'last',
        { pageSize: 3 },
      ),
      [],
    ],
    [
      'right, with items of others among its own',
      walked(
        [
          [[1, 9, 2], 'a'],
          [[3, 4], ''],
        ],
        'last',
      ),
      [],
    ],
    ['without a page token at its end', walked([[[1, 2, 3, 4], undefined]], 'no-token'), ['LST-09', 'LST-10']],
    ['with null while records are left', walked([[[1, 2], null]], 'no-token'), ['LST-09', 'LST-11']],
    [
      'followed by an empty page',
      walked(
        [
          [[1, 2, 3, 4], 'a'],
          [[], ''],
        ],
        'last',
      ),
      ['LST-20'],
    ],
    [
      'that loses a record',
      walked(
        [
          [[1, 2], 'a'],
          [[4], ''],
        ],
        'last',
        { pageSize: 2 },
      ),
      ['LST-13'],
    ],
    [
      'that repeats a record',
      walked(
        [
          [[1, 2], 'a'],
          [[2, 3, 4], ''],
        ],
        'last',
      ),
      ['LST-13'],
    ],
    ['that ends on a full page', walked([[[1, 2], '']], 'last', { pageSize: 2 }), ['LST-11', 'LST-13']],
    [
      'that ends on a full page in order',
      walked(
        [
          [[4, 3], 'a'],
          [[2], ''],
        ],
        'last',
        { pageSize: 1, sort: 'desc' },
      ),
      ['LST-16', 'LST-11', 'LST-13'],
    ],
    [
      'that shows the first page again',
      walked(
        [
          [[1, 2], 'a'],
          [[1, 2], ''],
        ],
        'last',
      ),
      ['LST-12', 'LST-13'],
    ],
    [
      'with an empty page in the middle',
      walked(
        [
          [[1, 2], 'a'],
          [[], 'b'],
          [[3, 4], ''],
        ],
        'last',
      ),
      [],
    ],
  ])('%s', (_what, walk, requirements) => {
    expect(found(walk)).toEqual(requirements);
  });

  test('gets no finding for a record that only another version shows', () => {
    const walk = walked([[[1, 2, 3], '']], 'last');
    expect(found(walk, { reference: names.slice(0, 3), inOtherVersions: names })).toEqual([]);
    expect(found(walk, { reference: names.slice(0, 3), inOtherVersions: [] })).toEqual(['LST-13']);
  });

  test('in pages shorter than a size that may be above the maximum gets no finding', () => {
    const pages = [
      [[1, 2], 'a'],
      [[3, 4], ''],
    ] as const;
    expect(found(walked(pages, 'last', { pageSize: 5 }), { ofTen: 2 })).toEqual([]);
    expect(found(walked(pages, 'last', { pageSize: 5 }), { ofTen: 10 })).toEqual(['LST-17']);
    expect(found(walked(pages, 'last', { pageSize: 3 }), { ofTen: 2 })).toEqual([]);
    expect(found(walked(pages, 'last', { pageSize: 3 }), { ofTen: 3 })).toEqual(['LST-17']);
  });
});

describe('the order of two records', () => {
  const close = [record(1, '2025-01-01T00:00:00.9Z'), record(2, '2025-01-01T00:00:00.25Z')];
  const wrong = walked([[[1, 2], '']], 'last', { sort: 'asc' });
  const kinds = (walk: Walk): string[] => disordersIn(walk, close, compareBy(close, walk)).map(({ kind }) => kind);

  test('within a second is judged only if the items show times within a second', () => {
    expect(kinds(wrong)).toEqual([]);
    const shown = Object.fromEntries(close.map(({ name, modifiedAt = '' }) => [name, Date.parse(modifiedAt)]));
    expect(kinds({ ...wrong, shown })).toEqual(['subtle']);
    const second = Date.parse('2025-01-01T00:00:00Z');
    expect(kinds({ ...wrong, shown: Object.fromEntries(close.map(({ name }) => [name, second])) })).toEqual([]);
  });

  test('is wrong at the border of two pages or within one', () => {
    const compare = compareBy(records);
    const where = (walk: Walk): string[] => disordersIn(walk, records, compare).map((one) => one.where);
    expect(
      where(
        walked(
          [
            [[1, 3], 'a'],
            [[2, 4], ''],
          ],
          'last',
          { sort: 'asc' },
        ),
      ),
    ).toEqual(['across']);
    expect(
      where(
        walked(
          [
            [[4, 2, 3], 'a'],
            [[1], ''],
          ],
          'last',
          { sort: 'desc' },
        ),
      ),
    ).toEqual(['within']);
    expect(where(walked([[[1, 2, 3, 4], '']], 'last', { sort: 'asc' }))).toEqual([]);
  });
});

test('an item is recognised by its identifier or its name in any of its members', () => {
  const settings = { itemsKeys: {}, itemId: '/id' };
  const reader = new ItemReader('/api/v2/entries', settings, records);
  const [first, second] = records;
  const page = answered({
    entries: [
      { id: first?.id },
      { self: `https://api.example/entries/${second?.id ?? ''}?full=1` },
      { title: `Record "${names[2] ?? ''}"` },
      { id: 'ent_0009', name: `${names[0] ?? ''}1` },
    ],
    nextToken: '',
  });
  expect(reader.read(page)?.map(({ key }) => key)).toEqual([...names.slice(0, 3), 'unknown ent_0009']);
});

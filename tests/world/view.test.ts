import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastPage, pageWith, shows, sightOf } from '../../drivers/world/view.ts';
import { answered, aRecord, viewOf, viewOfPage } from './answers.ts';

const seed = 20261120;

/** Divisions of records into pages: empty ones in between, an empty last one, other lists and members. */
const divisions = fc.record({
  pages: fc.array(fc.nat(4), { minLength: 1, maxLength: 8 }),
  key: fc.constantFrom('entries', 'items', 'results', 'data'),
  nested: fc.boolean(),
  withoutListWhenEmpty: fc.boolean(),
  oneToken: fc.boolean(),
  extra: fc.constantFrom({}, { warnings: [], count: 3 }, { columns: ['id'], links: [] }),
});

test('every record on every page is seen, however the pages are divided and formed', async () => {
  await fc.assert(
    fc.asyncProperty(divisions, async ({ pages, key, nested, withoutListWhenEmpty, oneToken, extra }) => {
      let count = 0;
      const made = pages.map((size) =>
        Array.from({ length: size }, () => ({ id: `entry_${++count}`, title: `n ${count}` })),
      );
      const view = await viewOf(
        (token, call) => {
          const items = made[call] ?? [];
          expect(token).toBe(call === 0 ? undefined : oneToken ? 'cursor' : `page ${call}`);
          const list = withoutListWhenEmpty && items.length === 0 ? {} : { [key]: items };
          const nextToken = call === made.length - 1 ? '' : oneToken ? 'cursor' : `page ${call + 1}`;
          // A tenant with one token for all pages numbers each page.
          return answered({
            ...(nested && key !== 'results' ? { page: list } : list),
            ...extra,
            nextToken,
            number: call,
          });
        },
        { itemsKeys: nested && key !== 'results' ? {} : { '/api/v2/entries': key } },
      );
      expect(view.end === 'whole' || 'columns' in extra).toBe(true);
      for (let each = 1; each <= count; each++) {
        expect(sightOf(view, aRecord(`entry_${each}`, 'unknown'))).toBe('surely');
        expect(sightOf(view, aRecord('unknown', `n ${each}`))).toBe('surely');
      }
      expect(shows(view, aRecord(`entry_${count + 1}`, `n ${count + 1}`))).toBe(false);
    }),
    { seed, numRuns: 200 },
  );
});

describe('a view ends', () => {
  test('as refused at a page that is no success', async () => {
    const view = await viewOf((token) =>
      token === undefined ? answered({ entries: [], nextToken: 'on' }) : answered({}, 403),
    );
    expect([view.end, view.pages.length, lastPage(view).response?.status]).toEqual(['refused', 2, 403]);
  });

  test('as refused if there was no answer', async () => {
    const { response: _none, ...silent } = answered('');
    const view = await viewOf(() => silent);
    expect(view.end).toBe('refused');
  });

  test('as unreadable at its end, if the items of some page are ambiguous', async () => {
    const view = await viewOf((token) =>
      answered(
        token === undefined
          ? { nextToken: 'on', a: [{ id: 'x' }], b: [{ id: 'y' }] }
          : { a: [{ id: 'entry_3' }], nextToken: '' },
      ),
    );
    expect([view.end, view.pages.length]).toEqual(['unreadable', 2]);
    expect(shows(view, aRecord('entry_3', 'unknown'))).toBe(true);
  });

  test('as unreadable if the answer is HTML', async () => {
    const view = await viewOfPage('<html><body>Sign in</body></html>');
    expect([view.end, view.items]).toEqual(['unreadable', []]);
  });

  test('as endless if a page token leads back to the same page', async () => {
    const view = await viewOf(() => answered({ entries: [{ id: 'entry_1' }], nextToken: 'again' }));
    expect([view.end, view.pages.length]).toEqual(['endless', 3]);
  });

  test('as whole after thousands of items', async () => {
    const entries = Array.from({ length: 20_000 }, (_, index) => ({ id: `entry_${index}`, name: `name ${index}` }));
    const view = await viewOfPage({ entries, nextToken: '' });
    expect([view.end, view.items.length]).toEqual(['whole', 20_000]);
    expect(shows(view, aRecord('entry_19999', 'x'))).toBe(true);
    expect(shows(view, aRecord('entry_20000', 'name 20000'))).toBe(false);
  });
});

describe('a record is recognised', () => {
  const record = aRecord('ent_7fA', 'labconform run entry 1');

  test.each([
    ['by its identifier, wherever it is', { data: [{ record: { key: ['ent_7fA'] } }] }],
    ['by its name, wherever it is', { data: [{ fields: { Name: { value: 'labconform run entry 1' } } }] }],
    ['by an address', { data: [{ self: 'https://tenant.example/entries/ent_7fA?view=full' }] }],
    ['by the name of its member', { data: { ent_7fA: { title: 'a' } } }],
    ['by its name within a longer one', { data: [{ title: 'Entry: labconform run entry 1 (draft)' }] }],
    ['if it occurs twice', { data: [{ id: 'ent_7fA' }, { id: 'ent_7fA' }] }],
    ['if the items are ambiguous', { a: [{ id: 'ent_7fA' }], b: [{ id: 'other' }] }],
    ['in a text that is no JSON', 'id,name\nent_7fA,first\n'],
  ])('%s', async (_how, body) => {
    expect(sightOf(await viewOfPage(body), record)).toBe('surely');
  });

  test.each([
    ['by another record whose longer name begins alike', { data: [{ name: 'labconform run entry 12' }] }],
    ['by another record whose longer identifier contains it', { data: [{ id: 'ent_7fAB' }, { id: 'xent_7fA' }] }],
    ['on an empty page', { data: [], nextToken: '' }],
  ])('not %s', async (_how, body) => {
    expect(sightOf(await viewOfPage(body), record)).toBe('no');
  });

  test('only perhaps by a part of an address that continues with a hyphen', async () => {
    expect(sightOf(await viewOfPage({ data: [{ self: '/entries/ent_7fA-buffer-exchange' }] }), record)).toBe('perhaps');
  });

  test('in the text of a refusal', async () => {
    const view = await viewOf(() => answered({ error: 'you may not see ent_7fA' }, 403));
    expect(sightOf(view, record)).toBe('surely');
  });
});

describe('a record with a small number as its identifier is recognised', () => {
  const record = aRecord('7', 'labconform run entry 1');

  test('surely in the place of identifiers', async () => {
    expect(sightOf(await viewOfPage({ data: [{ id: 7 }] }), record)).toBe('surely');
    expect(sightOf(await viewOfPage({ data: [{ key: { no: '7' } }] }, { itemId: '/key/no' }), record)).toBe('surely');
  });

  test('only perhaps by a number elsewhere, which may count something else', async () => {
    expect(sightOf(await viewOfPage({ data: [{ id: 8, version: 7 }] }), record)).toBe('perhaps');
  });

  test('not surely in the listing of another kind of record', async () => {
    expect(sightOf(await viewOfPage({ data: [{ id: 7 }] }), { ...record, kind: 'plate' })).toBe('perhaps');
  });
});

test('the page that shows a record is found, and the last page if no page shows it', async () => {
  const view = await viewOf((token) =>
    answered(token === undefined ? { data: [{ id: 'ent_7fA' }], nextToken: 'on' } : { data: [], nextToken: '' }),
  );
  expect(pageWith(view, aRecord('ent_7fA', 'x'))).toBe(view.pages[0]);
  expect(pageWith(view, aRecord('ent_8fA', 'x'))).toBe(view.pages[1]);
});

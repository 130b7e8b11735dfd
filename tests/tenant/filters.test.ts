import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFault } from '../../tenant/faults/index.ts';
import { findVariant } from '../../tenant/variants/index.ts';
import { basic, bearer, namesIn, openTenant, type OpenOptions } from './opened-tenant.ts';

type Fields = Record<string, { type: string; value: unknown }>;
type Filter = readonly (readonly [field: string, text: string])[];

const TYPES = [
  'String',
  'Long Text',
  'Entity Link',
  'Part Link',
  'Translation Link',
  'Dropdown',
  'Integer',
  'Float',
  'Date',
];
/** Returns a text in form encoding, in which a space is a plus. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');

const ENCODINGS: Readonly<Record<string, (filter: Filter) => string>> = {
  json: (filter) => `schemaFields=${encoded(JSON.stringify(Object.fromEntries(filter)))}`,
  dotted: (filter) => filter.map(([name, text]) => `schemaFields.${encoded(name)}=${encoded(text)}`).join('&'),
  bracket: (filter) => filter.map(([name, text]) => `schemaFields%5B${encoded(name)}%5D=${encoded(text)}`).join('&'),
};
const dotted = (field: string, text: string) => `schemaFields.${field}=${encoded(text)}`;

/** Opens a tenant with one schema of all field types, and a user with access to the added records. */
async function openAssay(options: OpenOptions = {}) {
  const opened = await openTenant(options);
  const { userId, apiKey } = await opened.userWithKey('ada@lab.example');
  const { projectId } = await opened.operate('project.create', { name: 'Elisa' });
  await opened.operate('project.grant', { projectId, userId });
  const fields = TYPES.map((type) => ({ name: type.replace(' ', ''), type }));
  const { schemaId } = await opened.operate('schema.create', { kind: 'assayResult', name: 'Elisa', fields });
  const reply = (query: string) => opened.get(`/api/v2/assay-results?${query}`, basic(apiKey));
  return {
    opened,
    projectId,
    reply,
    /** Adds records of the schema, named by their numbers. */
    add: (records: readonly Fields[], into: unknown = projectId) =>
      opened.operate('record.create', {
        kind: 'assayResult',
        projectId: into,
        records: records.map((each, index) => ({ name: String(index), schemaId, fields: each })),
      }),
    /** Returns the names of all records that a query finds, over all pages. */
    find: async (query: string, pageSize = 100) => {
      const names: string[] = [];
      let token = '';
      do {
        const page = await reply(`pageSize=${pageSize}&${query}${token}`);
        expect(page.status).toBe(200);
        names.push(...namesIn(page));
        const { nextToken } = page.json;
        token = nextToken === '' ? '' : `&nextToken=${encodeURIComponent(String(nextToken))}`;
      } while (token !== '');
      return names.toSorted((one, other) => Number(one) - Number(other));
    },
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  };
}

const textField = (value: unknown): Fields => ({ String: { type: 'String', value } });

test.each(Object.entries(ENCODINGS))('in the %s encoding, a record has to match all fields', async (_name, encode) => {
  await using assay = await openAssay();
  const both = (text: string, count: number): Fields => ({
    ...textField(text),
    Integer: { type: 'Integer', value: count },
  });
  await assay.add([both('Buffer A & B', 5), both('buffer a & b', 6), both('Buffer A', 7), textField('Buffer A & B')]);
  const query = encode([
    ['String', 'BUFFER A & B'],
    ['Integer', '> 5'],
  ]);
  expect(await assay.find(query)).toEqual(['1']);
  expect(await assay.find(query.replaceAll('+', '%20'))).toEqual(['1']);
});

test.each([
  ['Integer', [9, 10, -1, 100, 10], '10', [0, 2], [1, 4], [3]],
  ['Float', [0.5, 2.25, -3, 12, 2.25], '2.25', [0, 2], [1, 4], [3]],
  ['Date', ['2026-09-30', '2026-10-01', '2025-12-31', '2026-10-02'], '2026-10-01', [0, 2], [1], [3]],
  ['Date', ['2026-10-01T02:00:00+03:00', '2026-10-01T00:00:00Z', '2026-10-01'], '2026-10-01', [0], [1, 2], []],
  ['Date', ['2026-10-01T02:00:00+03:00', '2026-10-01'], '2026-09-30T23:00:00Z', [], [0], [1]],
] as const)(
  'the four operators divide values of type %s %j at %s',
  async (type, values, bound, below, equal, above) => {
    await using assay = await openAssay();
    await assay.add([...values.map((value): Fields => ({ [type]: { type, value } })), textField(bound)]);
    const found = async (operator: string) => (await assay.find(dotted(type, `${operator} ${bound}`))).map(Number);
    const sorted = (...parts: readonly (readonly number[])[]) => parts.flat().toSorted((one, other) => one - other);
    expect(await found('<')).toEqual(below);
    expect(await found('<=')).toEqual(sorted(below, equal));
    expect(await found('>')).toEqual(above);
    expect(await found('>=')).toEqual(sorted(above, equal));
  },
);

test.each([
  ['x', ['x', 'x1', '1x', 'x y', 'X'], [0, 4]],
  ['straßE Ж é', ['STRAßE ж É', 'strasse ж é'], [0]],
  ['a%b_c', ['a%b_c', 'axb_c', 'a%bxc'], [0]],
  ['a+b', ['a+b', 'a b'], [0]],
  ['">="', ['>=', '">="', '>', 'a'], [0]],
  ['"quoted"', ['"quoted"', 'quoted'], [0]],
  ['>abc', ['>abc', 'abc', 'xyz'], [0]],
  ['> abc', ['> abc', 'xyz'], [0]],
  ['one\ntwo', ['one\ntwo', 'one two', 'one'], [0]],
] as const)('the text %j matches, among %j, those at %j only', async (asked, values, matching) => {
  await using assay = await openAssay();
  for (const type of ['String', 'Long Text']) {
    const field = type.replace(' ', '');
    await assay.add(values.map((value): Fields => ({ [field]: { type, value } })));
    expect((await assay.find(dotted(field, asked))).map(Number)).toEqual(matching);
  }
});

test('links and dropdowns match by the whole identifier', async () => {
  await using assay = await openAssay();
  for (const type of TYPES.slice(2, 6)) {
    const field = type.replace(' ', '');
    const values = ['opt_1', 'opt_12', 'OPT_1', ['opt_2', 'opt_1'], null];
    await assay.add(values.map((value): Fields => ({ [field]: { type, value } })));
    expect(await assay.find(dotted(field, 'opt_1'))).toEqual(['0', '3']);
  }
});

test('any text with reserved and foreign characters is found again, over pages of any size', async () => {
  await using assay = await openAssay();
  const { projectId } = assay;
  let count = 0;
  const texts = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => !/^[<>]|"/.test(text) && text.trim() === text);
  const property = fc.asyncProperty(
    fc.array(texts, { minLength: 1, maxLength: 6 }),
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom(...Object.values(ENCODINGS)),
    async (values, pageSize, encode) => {
      const name = `Text ${++count} of ${values[0]}`;
      const records = values.map((value, index) => ({
        name: String(index),
        fields: { [name]: { type: 'String', value } },
      }));
      await assay.opened.operate('record.create', {
        kind: 'assayResult',
        projectId,
        records: [...records, ...records],
      });
      const [asked = ''] = values;
      const literal = Array.from(asked, (each) => `\\u{${(each.codePointAt(0) ?? 0).toString(16)}}`).join('');
      const same = new RegExp(`^${literal}$`, 'iu');
      const matching = values.flatMap((value, index) => (same.test(value) ? [String(index), String(index)] : []));
      expect(await assay.find(encode([[name, asked]]), pageSize)).toEqual(matching);
    },
  );
  await fc.assert(property, { seed: 5, numRuns: 40, endOnFailure: true });
});

test('a filter shows no user more records, and the same ones with every credential', async () => {
  await using assay = await openAssay();
  const { opened } = assay;
  const hidden = await opened.operate('project.create', { name: 'Hidden' });
  await assay.add([textField('A'), textField('B')]);
  await assay.add([textField('A')], hidden['projectId']);
  expect(await assay.find(dotted('String', 'a'))).toEqual(['0']);
  expect(await assay.find(dotted('String', 'c'))).toEqual([]);
  const app = await opened.app();
  await opened.operate('project.grant', { projectId: assay.projectId, appId: app.appId });
  const path = `/api/v2/assay-results?${dotted('String', 'a')}`;
  expect(namesIn(await opened.get(path, bearer(await opened.token(app))))).toEqual(['0']);
});

test.each([
  dotted('Nowhere', 'x'),
  dotted('toString', 'x'),
  dotted('Integer', '> many'),
  dotted('Integer', '>5'),
  dotted('Date', '>= 2026-02-30'),
  dotted('String', '>='),
  'schemaFields=%7B',
  'schemaFields=%5B%5D',
  'schemaFields=%7B%22String%22%3Anull%7D',
])('the filter %s is refused with 400', async (query) => {
  await using assay = await openAssay();
  await assay.add([{ ...textField('x'), Integer: { type: 'Integer', value: 6 } }]);
  expect((await assay.reply(query)).status).toBe(400);
});

test.each([
  ['Integer', 1.5],
  ['Integer', '1'],
  ['Date', '30.09.2026'],
  ['Dropdown', 5],
  ['Colour', 'red'],
  ['Float', ['1']],
])('a field of type %s refuses the value %j', async (type, value) => {
  await using assay = await openAssay();
  await expect(assay.add([{ [type]: { type, value } }])).rejects.toMatchObject({ status: 400 });
});

test('a field that is not in the schema of its record is refused', async () => {
  await using assay = await openAssay();
  await expect(assay.add([{ Well: { type: 'String', value: 'A1' } }])).rejects.toMatchObject({ status: 400 });
});

test('the example fault and the example variant behave differently', async () => {
  const fault = findFault('filtering/from-a-date-leaves-the-date-out');
  const variant = findVariant('filtering/unknown-fields-match-nothing');
  if (fault === undefined || variant === undefined) throw new Error('They are not registered.');
  await using assay = await openAssay({ fault, variant });
  await assay.add([{ Date: { type: 'Date', value: '2026-10-01' } }]);
  expect(await assay.find(dotted('Date', '>= 2026-10-01'))).toEqual([]);
  expect(await assay.find(dotted('Nowhere', 'x'))).toEqual([]);
});

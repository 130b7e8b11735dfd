import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningTenant, startForeignTenant } from './foreign-tenant.ts';
import { callerOf, type TenantCaller } from './tenant-caller.ts';

const FIELDS = [
  { name: 'Operator', type: 'String' },
  { name: 'Remark', type: 'Long Text' },
  { name: 'Sample', type: 'Entity Link' },
  { name: 'State', type: 'Dropdown' },
  { name: 'Count', type: 'Integer' },
  { name: 'Yield', type: 'Float' },
  { name: 'Run on', type: 'Date' },
];

const ROWS: readonly (readonly unknown[])[] = [
  ['Élodie', 'all is well', 'ent_1', ['opt_1', 'opt_2'], 9, -0.5, '2026-11-20'],
  ['ÉLODIE R', 'All  is well', 'ent_12', 'opt_2', 10, 2.25, '2026-09-30'],
  ['>=', 'a+b & 100 %', 'ENT_1', 'opt_3', 100, 10, '2025-12-31T23:59:59Z'],
  [null, '', 'ent_3', [], null, undefined, null],
];

let tenant: RunningTenant;
let caller: TenantCaller;
let key: string;
let schemaId: unknown;
let ids: string[];

beforeAll(async () => {
  tenant = await startForeignTenant({ seed: 'assay-filter.test' });
  caller = callerOf(tenant);
  const { userId } = await caller.operate('user.create', { email: 'assays@lab.example' });
  key = `Basic ${Buffer.from(`${String((await caller.operate('apiKey.create', { userId }))['apiKey'])}:`).toString('base64')}`;
  const { projectId } = await caller.operate('project.create', { name: 'assays' });
  await caller.operate('project.grant', { projectId, userId });
  ({ schemaId } = await caller.operate('schema.create', { kind: 'assayResult', name: 'an assay', fields: FIELDS }));
  const other = await caller.operate('schema.create', { kind: 'assayResult', name: 'other', fields: FIELDS });
  const fieldsOf = (row: readonly unknown[]): object =>
    Object.fromEntries(FIELDS.map(({ name, type }, index) => [name, { type, value: row[index] }]));
  const create = async (schema: unknown): Promise<string[]> => {
    const records = ROWS.map((row, index) => ({ name: `row ${index}`, schemaId: schema, fields: fieldsOf(row) }));
    return (await caller.operate('record.create', { kind: 'assayResult', projectId, records }))['ids'] as string[];
  };
  ids = await create(schemaId);
  await create(other['schemaId']);
});

afterAll(async () => {
  await caller.close();
  await tenant.close();
});

/** Returns the rows that the filters keep, or the status of a refusal. */
async function rows(...filters: readonly (readonly [string, string])[]): Promise<number[] | number> {
  const query = filters.map(([name, value]) => `${encodeURIComponent(`schemaFields[${name}]`)}=${value}`).join('&');
  const { status, json } = await caller.get(`/api/v3/assay-results?of_schema=${String(schemaId)}&${query}`, key);
  if (status !== 200) return status;
  expect(json['nextToken']).toBe('');
  return (json['results'] as { uuid: string }[]).map(({ uuid }) => ids.indexOf(uuid)).toSorted((a, b) => a - b);
}

test.each([
  ['Operator', '%C3%A9lodie', [0]],
  ['operator', '%22%3E%3D%22', [2]],
  ['Operator', '%3E%3D', 400],
  ['Operator', '%3E+a', 400],
  ['Operator', '%3E%3Da', []],
  ['Operator', '', 400],
  ['Remark', 'ALL+is%20well', [0]],
  ['Remark', 'well', []],
  ['Remark', 'a%2BB+%26+100+%25', [2]],
  ['Sample', 'ent_1', [0, 2]],
  ['Sample', 'ent', []],
  ['State', 'opt_2', [0, 1]],
  ['Count', '%3E+9', [1, 2]],
  ['Count', '%3E=%209', [0, 1, 2]],
  ['Count', '%3C+100', [0, 1]],
  ['Count', '%3C=+100', [0, 1, 2]],
  ['Count', '9', 400],
  ['Count', '%3E9', 400],
  ['Count', '%3E+nine', 400],
  ['Yield', '%3C+2.250', [0]],
  ['Run on', '%3E=+2026-09-30', [0, 1]],
  ['Run on', '%3C+2026-01-01', [2]],
  ['Run on', '%3C+soon', 400],
  ['Colour', 'red', 400],
])('%s with %s leaves %j', async (field, value, left) => {
  expect(await rows([field, value])).toEqual(left);
});

test('filters of several fields must all match, and each field can be filtered by once', async () => {
  expect(await rows(['State', 'opt_2'], ['Count', '%3E+9'])).toEqual([1]);
  expect(await rows(['Count', '%3E+9'], ['Count', '%3C+100'])).toBe(400);
});

test('a filter needs the name of its schema, and page tokens lead through the filtered results', async () => {
  expect((await caller.get('/api/v3/assay-results?schemaFields[Count]=%3E+1', key)).status).toBe(400);
  const query = `pageSize=1&of_schema=${String(schemaId)}&schemaFields[Count]=%3E+9`;
  const first = await caller.get(`/api/v3/assay-results?${query}`, key);
  const token = encodeURIComponent(String(first.json['nextToken']));
  const next = (parameters: string): ReturnType<TenantCaller['get']> =>
    caller.get(`/api/v3/assay-results?${parameters}&nextToken=${token}`, key);
  expect((await next('pageSize=1')).status).toBe(400);
  const second = await next(query);
  expect(second.json['nextToken']).toBe('');
  const seen = [first, second].flatMap(({ json }) => json['results'] as { uuid: string }[]);
  expect(seen.map(({ uuid }) => ids.indexOf(uuid)).toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect((await next(query)).status).toBe(400);
});

import { createHash } from 'node:crypto';
import { type Filter, filteredField, filterOf, SCHEMA_PARAMETER } from './assay-filter.ts';
import type { PageTokens } from './page-token.ts';
import { type Actor, type LabRecord, projectsOf, type RecordKind, type Registry } from './registry.ts';
import { json, plain, type Reply } from './reply.ts';

const DEFAULT_PAGE_SIZE = 7;
const MAXIMUM_PAGE_SIZE = 12;

interface Listing {
  readonly kind: RecordKind;
  readonly parameters: readonly string[];
  readonly filters?: true;
  /** Returns the members of a page other than `nextToken`. */
  readonly page: (items: readonly unknown[]) => object;
  readonly item: (record: LabRecord) => object;
}

const SORTED = ['pageSize', 'sort', 'nextToken'];

/**
 * The five listings. They differ in everything that the specification leaves open: members of pages and shapes of
 * items.
 */
const LISTINGS: Readonly<Record<string, Listing>> = {
  '/api/v2/entries': {
    kind: 'entry',
    parameters: SORTED,
    page: (data) => ({ data, included: [{ type: 'tenant' }] }),
    item: (record) => ({
      id: record.id,
      name: record.name,
      modifiedAt: record.modifiedAt,
      projectId: record.projectId,
    }),
  },
  '/api/v3/entry/items': {
    kind: 'entry',
    parameters: SORTED,
    page: (data) => ({ data, warnings: [], meta: { count: data.length } }),
    item: (record) => ({
      entry: { ref: Number(record.id), title: record.name },
      modified: Number(record.modifiedInstant / 1_000_000n),
    }),
  },
  '/api/v2/plates': {
    kind: 'plate',
    parameters: SORTED,
    // A page without plates leaves out the list, too.
    page: (plateList) => (plateList.length === 0 ? { hint: 'no plates' } : { plateList }),
    item: (record) => ({ plate_id: record.id, barcode: `B${record.id}` }),
  },
  '/api/v3/plate/items': {
    kind: 'plate',
    parameters: SORTED,
    page: (data) => ({ links: [], data }),
    item: (record) => ({ kind: 'plate', key: { value: record.id }, label: record.name, wells: [] }),
  },
  '/api/v3/assay-results': {
    kind: 'assayResult',
    parameters: ['pageSize', 'nextToken', SCHEMA_PARAMETER],
    filters: true,
    page: (results) => ({ results, columns: ['uuid', 'schema', 'values'] }),
    item: (record) => ({ uuid: record.id, schema: record.schemaId, count: Object.keys(record.fields).length }),
  },
};

/** The settings of a target profile that say at which places these listings keep their items and identifiers. */
export const LISTING_SETTINGS = {
  assayResultsPath: '/api/v3/assay-results',
  schemaFieldsEncoding: 'bracket',
  schemaParameter: SCHEMA_PARAMETER,
  itemsKeys: { '/api/v2/entries': 'data', '/api/v3/entry/items': 'data', '/api/v3/plate/items': 'data' },
  itemId: {
    '/api/v2/entries': '/id',
    '/api/v3/entry/items': '/entry/ref',
    '/api/v2/plates': '/plate_id',
    '/api/v3/plate/items': '/key/value',
    '/api/v3/assay-results': '/uuid',
  },
} as const;

export function isListing(path: string): boolean {
  return Object.hasOwn(LISTINGS, path);
}

/**
 * Answers an authenticated call of a listing. It refuses unknown or unreadable parameters with 400, and an app that was
 * added to no project with 403. A user without a project gets an empty page.
 */
export function answerListing(
  registry: Registry,
  tokens: PageTokens,
  actor: Actor,
  path: string,
  query: URLSearchParams,
): Reply {
  const listing = LISTINGS[path];
  if (listing === undefined) return plain(404, 'There is nothing here.');
  const projects = projectsOf(registry, actor);
  if (actor.kind === 'app' && projects.size === 0) return plain(403, 'This app was not added to any project.');
  for (const name of query.keys()) {
    const filters = listing.filters === true && filteredField(name) !== undefined;
    if (!filters && !listing.parameters.includes(name)) return json(400, { problem: `unknown parameter ${name}` });
  }

  const size = pageSizeOf(query.get('pageSize'));
  if (size === undefined) return json(400, { problem: `pageSize is a whole number from 1 to ${MAXIMUM_PAGE_SIZE}` });
  const sort = query.get('sort');
  const compare = orderOf(sort);
  if (compare === undefined) return json(400, { problem: 'sort is modifiedAt:asc or modifiedAt:desc' });
  const filter: Filter | string = filterOf(registry, query);
  if (typeof filter === 'string') return json(400, { problem: filter });
  const parametersOfQuery = [...query].filter(([name]) => name !== 'nextToken').map((pair) => pair.join('='));
  const boundTo = JSON.stringify([actor.kind, actor.id, path, ...parametersOfQuery.toSorted()]);
  const token = query.get('nextToken');
  const start = token === null ? 0 : tokens.take(token, boundTo);
  if (start === undefined) return json(400, { problem: 'nextToken was not given for this query' });

  const visible = registry.records
    .filter((record) => record.kind === listing.kind && projects.has(record.projectId) && filter(record))
    .toSorted((a, b) => compare(a, b) || shuffled(a).localeCompare(shuffled(b)));
  const end = start + size;
  const nextToken = end < visible.length ? tokens.give(end, boundTo) : '';
  return json(200, { ...listing.page(visible.slice(start, end).map(listing.item)), nextToken });
}

function pageSizeOf(text: string | null): number | undefined {
  if (text === null) return DEFAULT_PAGE_SIZE;
  const size = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  return size >= 1 && size <= MAXIMUM_PAGE_SIZE ? size : undefined;
}

function orderOf(sort: string | null): ((a: LabRecord, b: LabRecord) => number) | undefined {
  const ascending = (a: LabRecord, b: LabRecord): number =>
    a.modifiedInstant < b.modifiedInstant ? -1 : Number(a.modifiedInstant > b.modifiedInstant);
  switch (sort) {
    case null:
      return () => 0;
    case 'modifiedAt:asc':
      return ascending;
    case 'modifiedAt:desc':
      return (a, b) => ascending(b, a);
    default:
      return undefined;
  }
}

/**
 * Returns the sort key of unsorted listings. The order is stable, but neither that of creation nor that of identifiers.
 */
function shuffled(record: LabRecord): string {
  return createHash('sha1').update(record.id).digest('hex');
}

import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Cursor } from '../../endpoints/page-token.ts';
import type { Variant } from '../variant.ts';

/** Variants of the form of pages and their items, and of the division into pages. */
export const pageVariants: readonly Variant[] = [
  {
    id: 'client-credentials/items-by-small-numbers',
    freedoms: ['FRE-133', 'FRE-202'],
    summary:
      'Records are numbered from 1 on, as JSON numbers; items have other small numbers too, and those of v3 have no name.',
    behaviour: (normal) => {
      let last = 0;
      const numbered = (item: Record<string, unknown>, record: { readonly id: string }) => ({
        ...item,
        id: Number(record.id),
        version: 1,
        position: { row: 2, column: 3 },
      });
      return {
        makeId: (tenant, kind) =>
          kind === 'entry' || kind === 'plate' || kind === 'assayResult' ? `${++last}` : normal.makeId(tenant, kind),
        shapeItemV2: (call, record) => numbered(normal.shapeItemV2(call, record), record),
        shapeItemV3: (call, record) => {
          const { name: _left, ...item } = normal.shapeItemV3(call, record);
          return numbered(item, record);
        },
      };
    },
  },
  {
    id: 'client-credentials/items-are-links',
    freedoms: ['FRE-133', 'FRE-134'],
    summary:
      'Items have an address instead of id and name; in addition to items, a page has counts, links and columns.',
    profile: {
      api: {
        assayResultsPath: '/api/v2/assay-results',
        itemsKeys: {
          '/api/v2/entries': 'entries',
          '/api/v3/entry/items': 'items',
          '/api/v2/plates': 'plates',
          '/api/v3/plate/items': 'items',
        },
        itemId: '/self',
      },
    },
    behaviour: (normal) => {
      const self = (kind: string, id: string) => `https://api.example/${kind}/${encodeURIComponent(id)}?view=full`;
      return {
        shapeItemV2: (call, { kind, id, modifiedAt, fields }) => ({
          self: self(kind, id),
          modifiedAt: call.tenant.behaviour.shapeTime(modifiedAt),
          fields,
        }),
        shapeItemV3: (call, { kind, id, modifiedAt }) => ({
          self: self(kind, id),
          modifiedAt: call.tenant.behaviour.shapeTime(modifiedAt),
        }),
        shapeCreatedEntry: (call, record) => normal.shapeItemV2(call, record),
        pageMembers: (call, listing, items, nextToken) => ({
          columns: [{ name: 'self' }, { name: 'modifiedAt' }],
          links: [],
          ...normal.pageMembers(call, listing, items, nextToken),
          count: items.length,
        }),
      };
    },
  },
  {
    id: 'client-credentials/page-tokens-are-good-once',
    freedoms: ['FRE-135'],
    summary: 'Page tokens have two kilobytes and are good for one call.',
    behaviour: (normal) => {
      const issued = new Map<string, { readonly cursor: string; used: boolean }>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = call.tenant.random(1500).toString('base64');
          issued.set(token, { cursor: normal.makePageToken(call, actor, listing, last), used: false });
          return token;
        },
        readPageToken: (call, actor, listing, token): Cursor | ReturnType<typeof refusal> => {
          const known = issued.get(token);
          if (known === undefined || known.used) return refusal('invalid-page-token', 'The page token is used up.');
          const cursor = normal.readPageToken(call, actor, listing, known.cursor);
          if (!isRefusal(cursor)) known.used = true;
          return cursor;
        },
      };
    },
  },
  {
    id: 'client-credentials/short-pages',
    freedoms: ['FRE-139', 'FRE-142', 'FRE-145'],
    warnings: ['LST-17'],
    summary: 'A page holds half of the requested number of items, rounded up, and two items by default.',
    behaviour: (normal) => ({
      defaultPageSize: () => 3,
      cutPage: (call, rest, pageSize) => normal.cutPage(call, rest, Math.ceil(pageSize / 2)),
    }),
  },
  {
    id: 'client-credentials/trailing-empty-page',
    freedoms: ['FRE-143'],
    warnings: ['LST-20'],
    summary: 'If the last page is full, an empty page follows it.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => {
        const { items } = normal.cutPage(call, rest, pageSize);
        return { items, more: items.length === pageSize };
      },
    }),
  },
  {
    id: 'client-credentials/archived-records-are-left-out',
    freedoms: ['FRE-154'],
    summary: 'The records of the first project of the tenant count as archived and are not listed.',
    behaviour: (normal) => ({
      isListed: (call, record) =>
        normal.isListed(call, record) && record.projectId !== [...call.tenant.state.projects.keys()][0],
    }),
  },
  {
    id: 'client-credentials/v3-has-the-notebook-only',
    freedoms: ['FRE-155'],
    warnings: ['LST-32', 'VER-20'],
    summary: 'The v3 listing of entries leaves out every third entry of a project: the entries without a notebook.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        if (listing.kind !== 'entry' || listing.version !== 'v3') return records;
        const entries = [...call.tenant.state.records.values()].filter(({ kind }) => kind === 'entry');
        return records.filter((record) => {
          const ofProject = entries.filter(({ projectId }) => projectId === record.projectId);
          return ofProject.indexOf(record) % 3 !== 2;
        });
      },
    }),
  },
];

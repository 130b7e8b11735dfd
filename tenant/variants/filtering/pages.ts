import type { Variant } from '../variant.ts';

/** Pages of a filtered listing as other tenants cut them. */
export const pageVariants: readonly Variant[] = [
  {
    id: 'filtering/small-pages-unless-asked',
    freedoms: ['FRE-139'],
    summary: 'A page holds three results where no pageSize is sent.',
    behaviour: () => ({ defaultPageSize: () => 3 }),
  },
  {
    id: 'filtering/results-in-no-order',
    freedoms: ['FRE-145'],
    summary: 'Assay results come in an order that nobody could foresee, the same for the same filter.',
    behaviour: (normal) => ({
      compareRecords: (call, one, other) => {
        const shuffled = (id: string): string => Array.from(id).toReversed().join('');
        return call.request.path.includes('assay-results')
          ? shuffled(one.id) < shuffled(other.id)
            ? -1
            : 1
          : normal.compareRecords(call, one, other);
      },
    }),
  },
  {
    id: 'filtering/results-by-identifier-alone',
    freedoms: ['FRE-133'],
    summary: 'A result tells nothing but its identifier.',
    behaviour: (normal) => ({
      shapeItem: (call, listing, record) =>
        listing.kind === 'assayResult' ? { id: record.id } : normal.shapeItem(call, listing, record),
    }),
  },
  {
    id: 'filtering/page-tokens-carry-the-filter',
    freedoms: ['FRE-135', 'FRE-138'],
    summary: 'A page token knows the filter that it was made for, regardless of what is sent beside it.',
    behaviour: (normal) => {
      const queries = new Map<string, string>();
      return {
        pageTokenIsBoundTo: (_call, actor, listing) => `${actor.kind} ${actor.id} ${listing.kind} ${listing.version}`,
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          const [, key = ''] = /&?nextToken=([^&]*)/.exec(call.request.target) ?? [];
          queries.set(encodeURIComponent(token), queries.get(key) ?? call.request.target);
          return token;
        },
        filterParameters: (call) => {
          const [, key = ''] = /&?nextToken=([^&]*)/.exec(call.request.target) ?? [];
          const target = queries.get(key) ?? call.request.target;
          return normal.filterParameters({ ...call, request: { ...call.request, target } });
        },
      };
    },
  },
];

import type { Variant } from '../variant.ts';

/** Variants of the pages of a filtered listing. */
export const pageVariants: readonly Variant[] = [
  {
    id: 'filtering/small-pages-unless-asked',
    freedoms: ['FRE-139'],
    summary: 'A page holds three results if no pageSize is sent.',
    behaviour: () => ({ defaultPageSize: () => 3 }),
  },
  {
    id: 'filtering/results-in-no-order',
    freedoms: ['FRE-145'],
    summary: 'Assay results come in an unpredictable order, the same for the same filter.',
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
    summary: 'A result has no members except its identifier.',
    behaviour: (normal) => ({
      shapeItem: (call, listing, record) =>
        listing.kind === 'assayResult' ? { id: record.id } : normal.shapeItem(call, listing, record),
    }),
  },
  {
    id: 'filtering/page-tokens-carry-the-filter',
    freedoms: ['FRE-135', 'FRE-138'],
    summary: 'A page token contains its filter, regardless of the other parameters of the request.',
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

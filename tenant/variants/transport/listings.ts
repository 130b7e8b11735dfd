import { createHash } from 'node:crypto';
import type { Cursor } from '../../endpoints/page-token.ts';
import { jsonAnswer } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Variant } from '../variant.ts';

const knownParameters = new Set(['pageSize', 'sort', 'nextToken', 'schemaFields']);

/** Variants of details of the listings that the specification leaves open. */
export const listingVariants: readonly Variant[] = [
  assayResultsAt('/assay-results'),
  assayResultsAt('/api/v2/assay-results'),
  assayResultsAt('/api/v3/assay-results'),
  {
    id: 'transport/items-under-other-keys',
    freedoms: ['FRE-132', 'FRE-134'],
    summary: 'Items are under other keys, together with counts, links and a list of warnings.',
    behaviour: (normal) => ({
      itemsKey: (call, listing) => (listing.kind === 'assayResult' ? normal.itemsKey(call, listing) : 'data'),
      pageMembers: (call, listing, items, nextToken) => ({
        total: items.length,
        warnings: [],
        links: { self: call.request.target },
        ...normal.pageMembers(call, listing, items, nextToken),
      }),
    }),
  },
  {
    id: 'transport/items-of-another-shape',
    freedoms: ['FRE-133'],
    summary: 'An item is an envelope with its identifier in meta and the rest in body.',
    profile: { api: { assayResultsPath: '/api/v2/assay-results', itemId: '/meta/uid' } },
    behaviour: (normal) => ({
      shapeItem: (call, listing, record) => {
        const { id, ...body } = normal.shapeItem(call, listing, record);
        return { meta: { uid: id }, body };
      },
    }),
  },
  {
    id: 'transport/page-tokens-for-one-use',
    freedoms: ['FRE-135', 'FRE-136'],
    summary: 'Page tokens are short numbers that are valid once; used or invented ones are answered with 404.',
    behaviour: (normal) => {
      const places = new Map<string, string>();
      let made = 0;
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = String(++made);
          places.set(token, normal.makePageToken(call, actor, listing, last));
          return token;
        },
        readPageToken: (call, actor, listing, token) => {
          const place = places.get(token);
          places.delete(token);
          return place === undefined
            ? refusal('not-found', 'This page is gone.')
            : normal.readPageToken(call, actor, listing, place);
        },
      };
    },
  },
  {
    id: 'transport/unknown-page-tokens-lead-to-nothing',
    freedoms: ['FRE-136'],
    summary: 'An unknown page token leads to an empty page.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if (!('refused' in answer) || answer.refused !== 'invalid-page-token') return answer;
        return jsonAnswer(200, normal.pageMembers(call, listing, [], ''));
      },
    }),
  },
  {
    id: 'transport/one-item-a-page',
    freedoms: ['FRE-139'],
    summary: 'By default a page holds one item.',
    behaviour: () => ({ defaultPageSize: () => 1 }),
  },
  {
    id: 'transport/unsorted-is-shuffled',
    freedoms: ['FRE-145'],
    summary: 'Without sort, records come in an unpredictable order.',
    behaviour: (normal) => ({
      compareRecords: (call, one, other) => {
        if (call.request.query.has('sort')) return normal.compareRecords(call, one, other);
        const [a, b] = [shuffled(one), shuffled(other)];
        return a < b ? -1 : a > b ? 1 : 0;
      },
    }),
  },
  {
    id: 'transport/unknown-parameters-are-refused',
    freedoms: ['FRE-151'],
    summary: 'An unknown query parameter is answered with 400 after the caller is authenticated.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) =>
        [...call.request.query.keys()].every((name) => knownParameters.has(name))
          ? normal.answerListing(call, actor, listing)
          : refusal('invalid-query', 'There is no such parameter.'),
    }),
  },
];

/** Returns a variant with another path of assay results. Without the setting, the suite has to find the path. */
function assayResultsAt(path: string): Variant {
  return {
    id: `transport/only-${path.replace(/^\/(api\/)?/, '').replace('/', '-')}-unannounced`,
    freedoms: ['FRE-131'],
    summary: `Assay results are listed only at ${path}, and the profile does not say so.`,
    profile: { api: {} },
    behaviour: (normal) => ({
      listingPaths: (listing) => (listing.kind === 'assayResult' ? [path] : normal.listingPaths(listing)),
    }),
  };
}

function shuffled({ id }: LabRecord | Cursor): string {
  return createHash('sha256').update(id).digest('hex');
}

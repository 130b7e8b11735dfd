import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** One page token for all pages, behind which the tenant remembers where it is, for each of some key. */
function oneRememberedPlace(
  normal: Behaviour,
  keyOf: (call: Call, actor: Actor) => string,
): Pick<Behaviour, 'makePageToken' | 'readPageToken'> {
  const places = new Map<string, string>();
  return {
    makePageToken: (call, actor, listing, last) => {
      const token = normal.makePageToken(call, actor, listing, last);
      places.set(keyOf(call, actor), normal.writePlace(call, last));
      return token;
    },
    readPageToken: (call, actor, listing, token) => {
      const cursor = normal.readPageToken(call, actor, listing, token);
      const place = places.get(keyOf(call, actor));
      return 'refused' in cursor || place === undefined ? cursor : normal.readPlace(call, place);
    },
  };
}

/** Traversals that disturb one another, and listings that change by being looked at. */
export const concurrencyFaults: readonly Fault[] = [
  {
    id: 'listing/one-place-for-a-listing',
    breaks: ['LST-35'],
    summary: 'How far a listing was read is remembered for all of its readers together.',
    behaviour: (normal) => oneRememberedPlace(normal, (call) => call.request.path),
  },
  {
    id: 'listing/one-place-for-a-reader',
    breaks: ['LST-35'],
    summary: 'How far a reader has come in a listing is remembered once, whatever the order and the page size.',
    behaviour: (normal) => oneRememberedPlace(normal, (call, actor) => `${actor.id} ${call.request.path}`),
  },
  {
    id: 'listing/one-traversal-of-a-reader-at-a-time',
    breaks: ['LST-35'],
    summary: 'A new page token of a reader ends the one before it, in whatever listing.',
    behaviour: (normal) => {
      const latest = new Map<string, string>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          latest.set(actor.id, token);
          return token;
        },
        readPageToken: (call, actor, listing, token) =>
          latest.get(actor.id) === token
            ? normal.readPageToken(call, actor, listing, token)
            : refusal('invalid-page-token', 'You have begun another listing since.'),
      };
    },
  },
  {
    id: 'listing/the-order-last-asked-for',
    breaks: ['LST-35'],
    also: ['LST-13'],
    summary: 'Following pages come in the order that was last asked for of a first page, by whomever.',
    behaviour: (normal) => {
      const asked = new Map<string, string>();
      return {
        // copies: otherwise an order would be remembered beyond the traversal that it was wrong for
        recordsFor: (call, actor, listing) => normal.recordsFor(call, actor, listing).map((record) => ({ ...record })),
        directionOf: (call, listing, text) => {
          const { path, query } = call.request;
          if (text !== null && !query.has('nextToken')) asked.set(path, text);
          return normal.directionOf(call, listing, text === null ? null : (asked.get(path) ?? text));
        },
      };
    },
  },
  {
    id: 'listing/reading-takes-turns',
    breaks: ['LST-33'],
    also: ['LST-22', 'LST-23', 'LST-24', 'LST-25', 'LST-34', 'LST-35'],
    summary: 'Each second time that a call is made, the first two items of its page change places.',
    behaviour: (normal) => {
      const seen = new Map<string, number>();
      return {
        pageMembers: (call, listing, items, nextToken) => {
          const key = `${call.found.actor?.id ?? ''} ${call.request.target}`;
          const times = (seen.get(key) ?? 0) + 1;
          seen.set(key, times);
          const [first, second, ...rest] = items;
          const turned = times % 2 === 0 && first !== undefined && second !== undefined;
          return normal.pageMembers(call, listing, turned ? [second, first, ...rest] : items, nextToken);
        },
      };
    },
  },
  {
    id: 'listing/what-was-read-goes-to-the-end',
    breaks: ['LST-33'],
    also: ['LST-12', 'LST-13', 'LST-20', 'LST-22', 'LST-23', 'LST-25', 'LST-26', 'LST-34', 'LST-36'],
    summary: 'A plate that began a sorted first page counts as modified at that moment.',
    behaviour: (normal) => {
      const touched = new Map<string, number>();
      let turn = 0;
      return {
        orderRecords: (call, records, direction) => {
          const sign = direction === 'asc' ? 1 : -1;
          return normal
            .orderRecords(call, records, direction)
            .toSorted((one, other) => sign * ((touched.get(one.id) ?? 0) - (touched.get(other.id) ?? 0)));
        },
        cutPage: (call, rest, pageSize) => {
          const { query, path } = call.request;
          const [first] = rest;
          const here = query.has('sort') && !query.has('nextToken') && path.includes('plate');
          const cut = normal.cutPage(call, rest, pageSize);
          if (here && first !== undefined) touched.set(first.id, ++turn);
          return cut;
        },
        // otherwise the order would be remembered
        recordsFor: (call, actor, listing) => {
          const records = normal.recordsFor(call, actor, listing);
          return records.map((record) => ({ ...record }));
        },
      };
    },
  },
  {
    id: 'listing/results-are-shown-twice-and-then-once',
    breaks: ['LST-33'],
    also: ['FLT-42', 'LST-13', 'LST-14', 'LST-35', 'LST-28', 'LST-31'],
    summary:
      'The third and each later time that a call for assay results is made, the last one of the page is left out.',
    behaviour: (normal) => {
      const seen = new Map<string, number>();
      return {
        pageMembers: (call, listing, items, nextToken) => {
          const key = `${call.found.actor?.id ?? ''} ${call.request.target}`;
          const times = (seen.get(key) ?? 0) + 1;
          seen.set(key, times);
          const less = listing.kind === 'assayResult' && times > 2 && items.length > 1;
          return normal.pageMembers(call, listing, less ? items.slice(0, -1) : items, nextToken);
        },
      };
    },
  },
];

import { setTimeout } from 'node:timers/promises';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import type { Answer } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isV3 } from './listing-calls.ts';
import { isFollowing } from './offsets.ts';
import { breaking } from './rows.ts';

/** Remembers one place for all page tokens of the same key. A following page goes on from this place. */
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

/** Returns the reader whose place in a listing is kept. An app has one place for all users for whom it acts. */
const placeOf = ({ id, credential }: Actor): string =>
  credential.kind === 'accessToken' ? credential.token.appId : id;

/** Counts how often a reader has asked for the same page, including the present call. */
function counting(): (call: Call) => number {
  const seen = new Map<string, number>();
  return ({ found, request }) => {
    const key = `${found.actor?.id ?? ''} ${request.target}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times;
  };
}

/** Faults in which traversals disturb one another, or reading changes a listing. */
export const concurrencyFaults: readonly Fault[] = [
  ...breaking('LST-35', {
    'one-place-for-a-listing': [
      (normal) => oneRememberedPlace(normal, (call) => call.request.path),
      'The tenant remembers one place in a listing for all of its readers.',
    ],
    'one-place-for-a-reader': [
      (normal) => oneRememberedPlace(normal, (call, actor) => `${actor.id} ${call.request.path}`),
      'The tenant remembers one place in a listing for each reader, for all orders and page sizes.',
    ],
    'one-traversal-of-a-reader-at-a-time': [
      (normal) => {
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
      "A new page token of a reader ends that reader's previous one, in any listing.",
    ],
    'the-order-last-asked-for': [
      (normal) => {
        const asked = new Map<string, string>();
        return {
          // The records are copied. Otherwise the order would be remembered beyond the traversal for which it is wrong.
          recordsFor: (call, actor, listing) =>
            normal.recordsFor(call, actor, listing).map((record) => ({ ...record })),
          directionOf: (call, listing, text) => {
            const { path, query } = call.request;
            if (text !== null && !query.has('nextToken')) asked.set(path, text);
            return normal.directionOf(call, listing, text === null ? null : (asked.get(path) ?? text));
          },
        };
      },
      'Following pages have the order of the last first page that any reader asked for.',
      ['LST-13'],
    ],
    'orders-of-one-moment-are-one': [
      (normal) => {
        const asked = new Map<string, string>();
        const readerOf = (call: Call) => (call.request.headers.get('authorization') ?? []).join(' ');
        return {
          prepareCall: async (call) => {
            await normal.prepareCall(call);
            const sort = call.request.query.get('sort');
            if (sort === null) return;
            asked.set(readerOf(call), sort);
            await setTimeout(3);
          },
          cutPage: (call, rest, pageSize) => {
            const { query } = call.request;
            const isOther =
              !query.has('nextToken') && query.has('sort') && asked.get(readerOf(call)) !== query.get('sort');
            return normal.cutPage(call, isOther ? rest.toReversed() : rest, pageSize);
          },
        };
      },
      'If a reader asks for first pages in both directions at once, both have the order of the last call.',
      ['LST-22', 'LST-23', 'LST-37'],
    ],
    'calls-of-one-moment-share-an-answer': [
      (normal) => {
        const underWay = new Map<string, { readonly first: Call; readonly answer: PromiseWithResolvers<Answer> }>();
        const shared = new WeakMap<Call, Answer>();
        return {
          prepareCall: async (call) => {
            await normal.prepareCall(call);
            const { path, target } = call.request;
            if (path !== '/api/v3/entry/items') return;
            const before = underWay.get(target);
            if (before !== undefined) {
              shared.set(call, await before.answer.promise);
              return;
            }
            underWay.set(target, { first: call, answer: Promise.withResolvers() });
            await setTimeout(3);
          },
          answerListing: (call, actor, listing) => {
            const answer = shared.get(call);
            return answer?.status === 200 ? answer : normal.answerListing(call, actor, listing);
          },
          answer: (answer, call) => {
            const mine = underWay.get(call.request.target);
            if (mine?.first === call) {
              underWay.delete(call.request.target);
              mine.answer.resolve(answer);
            }
            return normal.answer(answer, call);
          },
        };
      },
      'Calls with the same address to the v3 entries that are under way at once get the answer to the first of them.',
      ['CCR-10'],
    ],
    'one-place-for-the-users-of-an-app': [
      (normal) => {
        const places = new Map<string, string>();
        const key = (call: Call, actor: Actor) => `${placeOf(actor)} ${call.request.path}`;
        return {
          makePageToken: (call, actor, listing, last) => {
            if (actor.credential.kind === 'accessToken') places.set(key(call, actor), normal.writePlace(call, last));
            return normal.makePageToken(call, actor, listing, last);
          },
          readPageToken: (call, actor, listing, token) => {
            const cursor = normal.readPageToken(call, actor, listing, token);
            const place = isFollowing(call) ? places.get(key(call, actor)) : undefined;
            return place === undefined || 'refused' in cursor ? cursor : normal.readPlace(call, place);
          },
        };
      },
      'A following page begins where the last reader through the same app stopped, whatever nextToken is sent.',
      ['LST-13', 'LST-30', 'LST-31'],
    ],
    'a-reader-has-one-page-size-at-a-time': [
      (normal) => {
        const sizes = new Map<string, string | null>();
        const readerOf = (call: Call): string => call.request.headers.get('authorization')?.join(' ') ?? '';
        return {
          pageSizeOf: (call, listing, text) => {
            if (call.request.query.has('nextToken')) {
              return normal.pageSizeOf(call, listing, sizes.get(readerOf(call)) ?? text);
            }
            sizes.set(readerOf(call), text);
            return normal.pageSizeOf(call, listing, text);
          },
        };
      },
      'A following page has the size of the last first page that the same reader asked for.',
      ['LST-16', 'LST-17', 'LST-36'],
    ],
  }),
  ...breaking('LST-33', {
    'reading-takes-turns': [
      (normal) => {
        const timesAsked = counting();
        return {
          pageMembers: (call, listing, items, nextToken) => {
            const times = timesAsked(call);
            const [first, second, ...rest] = items;
            const turned = times % 2 === 0 && first !== undefined && second !== undefined;
            return normal.pageMembers(call, listing, turned ? [second, first, ...rest] : items, nextToken);
          },
        };
      },
      'Every second time that a call is made, the first two items of its page are swapped.',
      ['LST-22', 'LST-23', 'LST-24', 'LST-25', 'LST-34', 'LST-35', 'LST-37'],
    ],
    'what-was-read-goes-to-the-end': [
      (normal) => {
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
          // Otherwise the order would be remembered.
          recordsFor: (call, actor, listing) => {
            const records = normal.recordsFor(call, actor, listing);
            return records.map((record) => ({ ...record }));
          },
        };
      },
      'A plate that was the first item of a sorted first page counts as just modified.',
      ['LST-12', 'LST-13', 'LST-20', 'LST-22', 'LST-23', 'LST-25', 'LST-26', 'LST-34', 'LST-36', 'LST-37'],
    ],
    'results-are-shown-twice-and-then-once': [
      (normal) => {
        const timesAsked = counting();
        return {
          pageMembers: (call, listing, items, nextToken) => {
            const times = timesAsked(call);
            const less = listing.kind === 'assayResult' && times > 2 && items.length > 1;
            return normal.pageMembers(call, listing, less ? items.slice(0, -1) : items, nextToken);
          },
        };
      },
      'From the third time that a call for assay results is made, its page lacks the last result.',
      ['FLT-42', 'LST-13', 'LST-14', 'LST-35', 'LST-28', 'LST-31', 'CCR-08', 'CCR-11'],
    ],
    'a-filter-stays-on-its-connection': [
      (normal) => {
        const before = new WeakMap<object, ReturnType<typeof normal.readFilter>>();
        return {
          readFilter: (call, listing) => {
            const filter = normal.readFilter(call, listing);
            if (isRefusal(filter) || listing.kind !== 'assayResult') return filter;
            const last = before.get(call.connection);
            if (filter.length > 0) before.set(call.connection, filter);
            else before.delete(call.connection);
            return filter.length === 0 && last !== undefined ? last : filter;
          },
        };
      },
      'A call for assay results without a filter gets the filter of the previous call on the connection.',
      ['LST-31', 'LST-05', 'FLT-42'],
    ],
    'what-was-read-to-the-end-is-not-shown-again': [
      (normal) => {
        const seenUntil = new Map<string, number>();
        const keyOf = (actor: Actor) => `${actor.kind} ${actor.id}`;
        return {
          recordsFor: (call, actor, listing) => {
            const records = normal.recordsFor(call, actor, listing);
            const until = seenUntil.get(keyOf(actor));
            const isFirst = !call.request.query.has('nextToken');
            if (until === undefined || !isV3(listing, 'entry') || !isFirst) return records;
            return call.request.query.get('sort') === 'modifiedAt:asc'
              ? records.filter(({ modifiedAt }) => modifiedAt.getTime() > until)
              : records;
          },
          pageMembers: (call, listing, items, nextToken) => {
            const { actor } = call.found;
            const isLast = nextToken === '' && call.request.query.has('nextToken');
            const isUpward = call.request.query.get('sort') === 'modifiedAt:asc';
            if (actor !== undefined && isLast && isUpward && isV3(listing, 'entry')) {
              seenUntil.set(keyOf(actor), items.at(-1)?.modifiedAt.getTime() ?? 0);
            }
            return normal.pageMembers(call, listing, items, nextToken);
          },
        };
      },
      'After a reader has read the v3 entries in ascending order to the last page, only later entries are shown to it.',
      ['LST-13', 'LST-14', 'LST-31', 'LST-32', 'LST-25', 'LST-22', 'LST-23', 'LST-24', 'LST-34', 'LST-35', 'LST-36'],
    ],
  }),
  ...breaking('LST-31', {
    'a-listing-is-remembered-for-good': [
      (normal) => {
        const known = new Map<string, readonly LabRecord[]>();
        return {
          recordsAskedFor: (call, actor, listing) => {
            const plain = call.request.query.size === 0 && listing.version === 'v3' && listing.kind === 'plate';
            const key = `${actor.kind} ${actor.id}`;
            const before = known.get(key);
            if (plain && before !== undefined) return before;
            const records = normal.recordsAskedFor(call, actor, listing);
            if (plain && Array.isArray(records) && records.length > 0) known.set(key, records);
            return records;
          },
        };
      },
      'After the first v3 listing of plates without parameters, a reader always gets the same plates.',
      ['CCR-08', 'CCR-11'],
    ],
  }),
];

import type { Behaviour } from '../../behaviour/behaviour.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { countingPlaces, isFollowing } from './offsets.ts';

const everyOrder = ['LST-22', 'LST-23', 'LST-37', 'LST-24', 'LST-25', 'LST-26'] as const;

/** All of the order but some of it. */
function othersThan(...broken: readonly string[]): readonly string[] {
  return everyOrder.filter((one) => !broken.includes(one));
}

/** Times are compared by something that only looks like an instant. */
function timesBy(of: (time: Date) => number | string): Pick<Behaviour, 'compareTimes'> {
  return {
    compareTimes: (_call, one, other) => {
      const [a, b] = [of(one), of(other)];
      return a < b ? -1 : a > b ? 1 : 0;
    },
  };
}

/** The order of `sort=modifiedAt:asc` and `:desc` ("Listing endpoints used in examples"). */
export const orderFaults: readonly Fault[] = [
  {
    id: 'listing/fractions-of-seconds-ignored',
    breaks: ['LST-26'],
    also: ['LST-22', 'LST-23', 'LST-24', 'LST-25', 'LST-37'],
    summary: 'Two records that were modified within one second are listed in any order.',
    behaviour: () => ({
      compareTimes: (_call, one, other) => Math.floor(one.getTime() / 1000) - Math.floor(other.getTime() / 1000),
    }),
  },
  {
    id: 'listing/times-compared-as-text',
    breaks: ['LST-26'],
    also: othersThan('LST-26'),
    summary: 'Times are compared as the texts that they are stored as, with no zeros at the end of a fraction.',
    behaviour: () => timesBy((time) => time.toISOString().replace(/\.?0*Z$/, 'Z')),
  },
  {
    id: 'listing/fractions-compared-as-numbers',
    breaks: ['LST-26'],
    also: othersThan('LST-26'),
    summary:
      'Of two times within a second the one with the smaller number behind its point counts as earlier: .25 after .9.',
    behaviour: () => ({
      compareTimes: (_call, one, other) => {
        const parts = [one, other].map((time) => {
          const fraction = time.toISOString().slice(20, 23).replace(/0+$/, '');
          return { second: Math.floor(time.getTime() / 1000), fraction: Number(fraction) };
        });
        const [a, b] = parts;
        if (a === undefined || b === undefined) return 0;
        return a.second - b.second || a.fraction - b.fraction;
      },
    }),
  },
  {
    id: 'listing/times-rounded-to-tenths',
    breaks: ['LST-26'],
    also: othersThan('LST-26'),
    summary: 'Times are compared by tenths of a second.',
    behaviour: () => timesBy((time) => Math.round(time.getTime() / 100)),
  },
  {
    id: 'listing/sorted-down-whatever-is-asked',
    breaks: ['LST-23', 'LST-25'],
    also: othersThan('LST-23', 'LST-25'),
    summary: 'sort=modifiedAt:asc is taken for modifiedAt:desc.',
    behaviour: (normal) => ({
      directionOf: (call, listing, text) => normal.directionOf(call, listing, text === null ? null : 'modifiedAt:desc'),
    }),
  },
  {
    id: 'listing/sorted-up-on-v3-plates-whatever-is-asked',
    breaks: ['LST-37', 'LST-25'],
    also: ['LST-24', 'LST-26'],
    summary: 'The v3 listing of plates sorts up, whatever is asked.',
    behaviour: (normal) => ({
      directionOf: (call, listing, text) =>
        normal.directionOf(
          call,
          listing,
          text !== null && call.request.path === '/api/v3/plate/items' ? 'modifiedAt:asc' : text,
        ),
    }),
  },
  {
    id: 'listing/sort-is-overlooked-on-v2-entries',
    breaks: ['LST-37', 'LST-23'],
    also: ['LST-24', 'LST-26'],
    summary: 'The v2 listing of entries lists them as they were created, whatever sort says.',
    behaviour: (normal) => ({
      compareTimes: (call, one, other) =>
        call.request.path === '/api/v2/entries' ? 0 : normal.compareTimes(call, one, other),
    }),
  },
  {
    id: 'listing/sort-down-is-refused-on-v2-plates',
    breaks: ['LST-37'],
    summary: 'The v2 listing of plates answers sort=modifiedAt:desc with 400.',
    behaviour: (normal) => ({
      directionOf: (call, listing, text) =>
        text === 'modifiedAt:desc' && call.request.path === '/api/v2/plates'
          ? refusal('invalid-query', 'Plates are sorted up.')
          : normal.directionOf(call, listing, text),
    }),
  },
  {
    id: 'listing/sort-up-is-refused-in-v3',
    breaks: ['LST-23'],
    summary: 'sort=modifiedAt:asc is answered with 400 in v3.',
    behaviour: (normal) => ({
      directionOf: (call, listing, text) =>
        text === 'modifiedAt:asc' && listing.version === 'v3'
          ? refusal('invalid-query', 'sort must be modifiedAt:desc.')
          : normal.directionOf(call, listing, text),
    }),
  },
  {
    id: 'listing/sorted-by-creation',
    breaks: ['LST-22', 'LST-23'],
    also: othersThan('LST-22', 'LST-23'),
    summary: 'sort=modifiedAt sorts by the time at which a record came into the tenant.',
    behaviour: (normal) => ({
      ...countingPlaces(),
      orderRecords: (call, records, direction) => {
        if (!call.request.query.has('sort')) return normal.orderRecords(call, records, direction);
        const all = [...call.tenant.state.records.keys()];
        const order = new Map(all.map((id, index) => [id, index]));
        const sign = direction === 'asc' ? 1 : -1;
        return records.toSorted((one, other) => sign * ((order.get(one.id) ?? 0) - (order.get(other.id) ?? 0)));
      },
    }),
  },
  {
    id: 'listing/years-are-not-compared',
    breaks: ['LST-22', 'LST-23'],
    also: othersThan('LST-22', 'LST-23'),
    summary: 'Times are compared without their years.',
    behaviour: () => timesBy((time) => time.toISOString().slice(5)),
  },
  {
    id: 'listing/days-are-compared-and-no-hours',
    breaks: ['LST-22', 'LST-23'],
    also: othersThan('LST-22', 'LST-23'),
    summary: 'Times are compared by their days.',
    behaviour: () => timesBy((time) => time.toISOString().slice(0, 10)),
  },
  {
    id: 'listing/minutes-are-compared-and-no-seconds',
    breaks: ['LST-22', 'LST-23'],
    also: othersThan('LST-22', 'LST-23'),
    summary: 'Times are compared by their minutes.',
    behaviour: () => timesBy((time) => time.toISOString().slice(0, 16)),
  },
  {
    id: 'listing/times-overflow',
    breaks: ['LST-22', 'LST-23'],
    also: othersThan('LST-22', 'LST-23'),
    summary: 'Times are compared as numbers of 32 bits.',
    behaviour: () => timesBy((time) => Math.trunc(time.getTime() / 1000) << 12),
  },
  {
    id: 'listing/items-of-a-page-upside-down',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-25', 'LST-26', 'LST-34', 'LST-37'],
    summary: 'Sorted pages come in the right order, and the items of each in the opposite one.',
    behaviour: () => {
      const places = countingPlaces();
      return {
        ...places,
        cutPage: (call, rest, pageSize) => {
          const { items, more } = places.cutPage(call, rest, pageSize);
          return { items: call.request.query.has('sort') ? items.toReversed() : items, more };
        },
      };
    },
  },
  {
    id: 'listing/sorted-within-a-page-only',
    breaks: ['LST-24'],
    also: ['LST-25', 'LST-26', 'LST-34'],
    summary: 'Records are divided into pages as they come, and each page is then sorted.',
    behaviour: (normal) => {
      const places = countingPlaces();
      return {
        ...places,
        orderRecords: (call, records, direction) =>
          call.request.query.has('sort') ? records : normal.orderRecords(call, records, direction),
        cutPage: (call, rest, pageSize) => {
          const { items, more } = places.cutPage(call, rest, pageSize);
          const sort = call.request.query.get('sort');
          if (sort === null) return { items, more };
          return { items: normal.orderRecords(call, items, sort.endsWith(':asc') ? 'asc' : 'desc'), more };
        },
      };
    },
  },
  {
    id: 'listing/pages-of-plates-in-the-wrong-order',
    breaks: ['LST-24'],
    also: ['LST-25', 'LST-26', 'LST-34'],
    summary: 'Sorted plates come from the last page to the first, each page sorted in itself.',
    behaviour: (normal) => {
      const places = countingPlaces();
      return {
        ...places,
        orderRecords: (call, records, direction) => {
          const ordered = normal.orderRecords(call, records, direction);
          const { query, path } = call.request;
          const pageSize = Number(query.get('pageSize') ?? 50);
          if (!query.has('sort') || !path.includes('/plate') || ordered.length % pageSize !== 0) return ordered;
          const pages = Math.ceil(ordered.length / pageSize);
          return Array.from({ length: pages }, (_, at) => ordered.slice(at * pageSize, (at + 1) * pageSize))
            .toReversed()
            .flat();
        },
      };
    },
  },
  {
    id: 'listing/following-pages-are-sorted-up',
    breaks: ['LST-22', 'LST-36'],
    also: ['LST-12', 'LST-13', 'LST-24', 'LST-25', 'LST-26', 'LST-37'],
    summary: 'From the second page on, sort=modifiedAt:desc is taken for modifiedAt:asc.',
    behaviour: (normal) => ({
      ...countingPlaces(),
      directionOf: (call, listing, text) =>
        normal.directionOf(call, listing, text !== null && isFollowing(call) ? 'modifiedAt:asc' : text),
    }),
  },
  {
    id: 'listing/following-pages-are-not-sorted',
    breaks: ['LST-36'],
    also: ['LST-12', 'LST-13', 'LST-22', 'LST-23', 'LST-24', 'LST-25', 'LST-26', 'LST-37'],
    summary: 'From the second page on, records come as they were created.',
    behaviour: (normal) => ({
      ...countingPlaces(),
      orderRecords: (call, records, direction) =>
        isFollowing(call) && call.request.query.has('sort') ? records : normal.orderRecords(call, records, direction),
    }),
  },
  {
    id: 'listing/sorted-pages-are-first-pages',
    breaks: ['LST-36'],
    also: ['LST-12'],
    summary: 'sort beside a page token is answered with 400.',
    behaviour: (normal) => ({
      directionOf: (call, listing, text) =>
        text !== null && listing.sortable && isFollowing(call)
          ? refusal('invalid-query', 'sort stands in the page token already.')
          : normal.directionOf(call, listing, text),
    }),
  },
  {
    id: 'listing/all-three-parameters-are-too-many',
    breaks: ['LST-36'],
    also: ['LST-12'],
    summary: 'In v2, pageSize, sort and nextToken together are answered with 400.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) =>
        listing.version === 'v2' && ['pageSize', 'sort', 'nextToken'].every((name) => call.request.query.has(name))
          ? refusal('invalid-query', 'There are too many parameters.')
          : normal.answerListing(call, actor, listing),
    }),
  },
  {
    id: 'listing/page-size-is-overlooked-on-sorted-following-pages',
    breaks: ['LST-36'],
    also: ['LST-16'],
    summary: 'A following page of a sorted listing has the default size.',
    behaviour: (normal) => ({
      pageSizeOf: (call, listing, text) =>
        normal.pageSizeOf(call, listing, isFollowing(call) && call.request.query.has('sort') ? null : text),
    }),
  },
  {
    id: 'listing/large-pages-begin-later',
    breaks: ['LST-34'],
    also: ['LST-13'],
    summary: 'A sorted page of more than four items begins with the second record.',
    behaviour: (normal) => ({
      orderRecords: (call, records, direction) => {
        const ordered = normal.orderRecords(call, records, direction);
        const { query } = call.request;
        const large = query.has('sort') && Number(query.get('pageSize') ?? 0) > 4;
        return large && ordered.length > 1 ? ordered.slice(1) : ordered;
      },
    }),
  },
  {
    id: 'listing/large-pages-are-sorted-by-name',
    breaks: ['LST-34'],
    also: everyOrder,
    summary: 'Sorted pages of more than three items are in the order of names.',
    behaviour: (normal) => ({
      ...countingPlaces(),
      orderRecords: (call, records, direction) => {
        const { query } = call.request;
        return query.has('sort') && Number(query.get('pageSize') ?? 0) > 3
          ? records.toSorted((one, other) => one.name.localeCompare(other.name))
          : normal.orderRecords(call, records, direction);
      },
    }),
  },
  {
    id: 'listing/records-of-one-time-are-one-place',
    breaks: ['LST-27'],
    also: ['LST-13', 'LST-14', 'LST-12', 'LST-28'],
    summary: 'A page token stands for a time, and the next page begins with a later one.',
    behaviour: () => ({ compareTies: () => 0 }),
  },
  {
    id: 'listing/records-of-one-time-come-again',
    breaks: ['LST-27'],
    also: ['LST-13', 'LST-12', 'LST-15', 'LST-10', 'LST-11', 'LST-36'],
    summary: 'A sorted page begins with all records of the time at which the page before it ended.',
    behaviour: (normal) => ({
      recordsAfter: (call, ordered, cursor, direction) => {
        const rest = normal.recordsAfter(call, ordered, cursor, direction);
        if (!call.request.query.has('sort')) return rest;
        const own = ordered.length - rest.length - 1;
        const from = ordered.findIndex((record) => record.modifiedAt.getTime() === cursor.modifiedAt.getTime());
        return from < 0 || from === own ? rest : ordered.slice(from + 1);
      },
    }),
  },
  {
    id: 'listing/ties-go-the-other-way-in-page-tokens',
    breaks: ['LST-27'],
    also: ['LST-13'],
    summary: 'Sorted down, records of one time come up by identifier, and page tokens count on them coming down.',
    behaviour: (normal) => ({
      recordsAfter: (call, ordered, cursor, direction) =>
        call.request.query.get('sort') !== 'modifiedAt:desc'
          ? normal.recordsAfter(call, ordered, cursor, direction)
          : ordered.filter((record) => {
              const difference = record.modifiedAt.getTime() - cursor.modifiedAt.getTime();
              return difference < 0 || (difference === 0 && record.id > cursor.id);
            }),
    }),
  },
  {
    id: 'listing/page-tokens-forget-fractions',
    breaks: ['LST-27'],
    also: ['LST-13', 'LST-12', 'LST-14', 'LST-15', 'LST-24', 'LST-26', 'LST-28', 'LST-36'],
    summary: 'A page token has the time of the last record in whole seconds.',
    behaviour: (normal) => ({
      readPlace: (call, place) => {
        const { modifiedAt, id } = normal.readPlace(call, place);
        return { modifiedAt: new Date(Math.floor(modifiedAt.getTime() / 1000) * 1000), id };
      },
    }),
  },
];

import type { Behaviour } from '../../behaviour/behaviour.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { countingPlaces, isFollowing } from './offsets.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

const everyOrder = ['LST-22', 'LST-23', 'LST-37', 'LST-24', 'LST-25', 'LST-26'] as const;

/** Returns the requirements on the order except the broken ones. */
function othersThan(...broken: readonly string[]): readonly string[] {
  return everyOrder.filter((one) => !broken.includes(one));
}

/** Compares times by a number or text that does not order them correctly. */
function timesBy(of: (time: Date) => number | string): Pick<Behaviour, 'compareTimes'> {
  return {
    compareTimes: (_call, one, other) => {
      const [a, b] = [of(one), of(other)];
      return a < b ? -1 : a > b ? 1 : 0;
    },
  };
}

/** Faults in the order of `sort=modifiedAt:asc` and `:desc` ("Listing endpoints used in examples"). */
export const orderFaults: readonly Fault[] = [
  ...breaking('LST-26', {
    'fractions-of-seconds-ignored': [
      () => ({
        compareTimes: (_call, one, other) => Math.floor(one.getTime() / 1000) - Math.floor(other.getTime() / 1000),
      }),
      'Records that were modified within the same second are listed in any order.',
      ['LST-22', 'LST-23', 'LST-24', 'LST-25', 'LST-37'],
    ],
    'times-compared-as-text': [
      () => timesBy((time) => time.toISOString().replace(/\.?0*Z$/, 'Z')),
      'The tenant compares times as stored texts, in which a fraction has no zeros at its end.',
      othersThan('LST-26'),
    ],
    'fractions-compared-as-numbers': [
      () => ({
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
      'Within a second, the tenant compares fractions as whole numbers, so that .25 sorts after .9.',
      othersThan('LST-26'),
    ],
    'times-rounded-to-tenths': [
      () => timesBy((time) => Math.round(time.getTime() / 100)),
      'The tenant compares times by tenths of a second.',
      othersThan('LST-26'),
    ],
  }),
  ...breaking(['LST-23', 'LST-25'], {
    'sorted-down-whatever-is-asked': [
      (normal) => ({
        directionOf: (call, listing, text) =>
          normal.directionOf(call, listing, text === null ? null : 'modifiedAt:desc'),
      }),
      'The tenant treats sort=modifiedAt:asc as modifiedAt:desc.',
      othersThan('LST-23', 'LST-25'),
    ],
  }),
  ...breaking(['LST-37', 'LST-25'], {
    'sorted-up-on-v3-plates-whatever-is-asked': [
      (normal) => ({
        directionOf: (call, listing, text) =>
          normal.directionOf(
            call,
            listing,
            text !== null && call.request.path === '/api/v3/plate/items' ? 'modifiedAt:asc' : text,
          ),
      }),
      'The v3 listing of plates sorts in ascending order, whatever sort asks for.',
      ['LST-24', 'LST-26'],
    ],
  }),
  ...breaking(['LST-37', 'LST-23'], {
    'sort-is-overlooked-on-v2-entries': [
      replaceIf(
        'compareTimes',
        (call) => call.request.path === '/api/v2/entries',
        () => 0,
      ),
      'The v2 listing of entries keeps the order of creation, whatever sort asks for.',
      ['LST-24', 'LST-26'],
    ],
  }),
  ...breaking('LST-37', {
    'sort-down-is-refused-on-v2-plates': [
      replaceIf(
        'directionOf',
        (call, _listing, text) => text === 'modifiedAt:desc' && call.request.path === '/api/v2/plates',
        () => refusal('invalid-query', 'Plates are sorted up.'),
      ),
      'The v2 listing of plates answers sort=modifiedAt:desc with 400.',
    ],
  }),
  ...breaking('LST-23', {
    'sort-up-is-refused-in-v3': [
      replaceIf(
        'directionOf',
        (_call, listing, text) => text === 'modifiedAt:asc' && listing.version === 'v3',
        () => refusal('invalid-query', 'sort must be modifiedAt:desc.'),
      ),
      'v3 answers sort=modifiedAt:asc with 400.',
    ],
  }),
  ...breaking(['LST-22', 'LST-23'], {
    'sorted-by-creation': [
      (normal) => ({
        ...countingPlaces(),
        orderRecords: (call, records, direction) => {
          if (!call.request.query.has('sort')) return normal.orderRecords(call, records, direction);
          const all = [...call.tenant.state.records.keys()];
          const order = new Map(all.map((id, index) => [id, index]));
          const sign = direction === 'asc' ? 1 : -1;
          return records.toSorted((one, other) => sign * ((order.get(one.id) ?? 0) - (order.get(other.id) ?? 0)));
        },
      }),
      'The tenant sorts by the time at which a record was added instead of modifiedAt.',
      othersThan('LST-22', 'LST-23'),
    ],
    'years-are-not-compared': [
      () => timesBy((time) => time.toISOString().slice(5)),
      'The tenant compares times without their years.',
      othersThan('LST-22', 'LST-23'),
    ],
    'days-are-compared-and-no-hours': [
      () => timesBy((time) => time.toISOString().slice(0, 10)),
      'The tenant compares times only by their days.',
      othersThan('LST-22', 'LST-23'),
    ],
    'minutes-are-compared-and-no-seconds': [
      () => timesBy((time) => time.toISOString().slice(0, 16)),
      'The tenant compares times only to the minute.',
      othersThan('LST-22', 'LST-23'),
    ],
    'times-overflow': [
      () => timesBy((time) => Math.trunc(time.getTime() / 1000) << 12),
      'The tenant compares times as numbers of 32 bits, which overflow.',
      othersThan('LST-22', 'LST-23'),
    ],
    'items-of-a-page-upside-down': [
      () => {
        const places = countingPlaces();
        return {
          ...places,
          cutPage: (call, rest, pageSize) => {
            const { items, more } = places.cutPage(call, rest, pageSize);
            return { items: call.request.query.has('sort') ? items.toReversed() : items, more };
          },
        };
      },
      'Sorted pages have the right order, but the items on each page have the opposite one.',
      ['LST-25', 'LST-26', 'LST-34', 'LST-37'],
    ],
  }),
  ...breaking(
    'LST-24',
    {
      'sorted-within-a-page-only': [
        (normal) => {
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
        'The tenant divides records into pages in the order of creation and then sorts each page.',
      ],
      'pages-of-plates-in-the-wrong-order': [
        (normal) => {
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
        'Sorted plates come from the last page to the first, although each page is sorted correctly.',
      ],
    },
    ['LST-25', 'LST-26', 'LST-34'],
  ),
  ...breaking(['LST-22', 'LST-36'], {
    'following-pages-are-sorted-up': [
      (normal) => ({
        ...countingPlaces(),
        directionOf: (call, listing, text) =>
          normal.directionOf(call, listing, text !== null && isFollowing(call) ? 'modifiedAt:asc' : text),
      }),
      'From the second page on, the tenant treats sort=modifiedAt:desc as modifiedAt:asc.',
      ['LST-12', 'LST-13', 'LST-24', 'LST-25', 'LST-26', 'LST-37'],
    ],
  }),
  ...breaking('LST-36', {
    'following-pages-are-not-sorted': [
      (normal) => ({
        ...countingPlaces(),
        orderRecords: (call, records, direction) =>
          isFollowing(call) && call.request.query.has('sort') ? records : normal.orderRecords(call, records, direction),
      }),
      'From the second page on, records have the order of creation.',
      ['LST-12', 'LST-13', 'LST-22', 'LST-23', 'LST-24', 'LST-25', 'LST-26', 'LST-37'],
    ],
    'sorted-pages-are-first-pages': [
      replaceIf(
        'directionOf',
        (call, listing, text) => text !== null && listing.sortable && isFollowing(call),
        () => refusal('invalid-query', 'sort stands in the page token already.'),
      ),
      'The tenant answers a call with both sort and a page token with 400.',
      ['LST-12'],
    ],
    'all-three-parameters-are-too-many': [
      replaceIf(
        'answerListing',
        (call, _actor, listing) =>
          listing.version === 'v2' && ['pageSize', 'sort', 'nextToken'].every((name) => call.request.query.has(name)),
        () => refusal('invalid-query', 'There are too many parameters.'),
      ),
      'v2 answers a call with pageSize, sort and nextToken with 400.',
      ['LST-12'],
    ],
    'page-size-is-overlooked-on-sorted-following-pages': [
      (normal) => ({
        pageSizeOf: (call, listing, text) =>
          normal.pageSizeOf(call, listing, isFollowing(call) && call.request.query.has('sort') ? null : text),
      }),
      'A following page of a sorted listing has the default size.',
      ['LST-16'],
    ],
  }),
  ...breaking('LST-34', {
    'large-pages-begin-later': [
      becomes('orderRecords', (ordered, call) => {
        const { query } = call.request;
        const large = query.has('sort') && Number(query.get('pageSize') ?? 0) > 4;
        return large && ordered.length > 1 ? ordered.slice(1) : ordered;
      }),
      'A sorted listing with a page size of more than four lacks the first record.',
      ['LST-13'],
    ],
    'large-pages-are-sorted-by-name': [
      (normal) => ({
        ...countingPlaces(),
        orderRecords: (call, records, direction) => {
          const { query } = call.request;
          return query.has('sort') && Number(query.get('pageSize') ?? 0) > 3
            ? records.toSorted((one, other) => one.name.localeCompare(other.name))
            : normal.orderRecords(call, records, direction);
        },
      }),
      'A sorted listing with a page size of more than three is sorted by name.',
      everyOrder,
    ],
  }),
  ...breaking(
    'LST-27',
    {
      'records-of-one-time-are-one-place': [
        () => ({ compareTies: () => 0 }),
        'A page token only has a time, so the next page skips all further records with that time.',
        ['LST-14', 'LST-12', 'LST-28'],
      ],
      'records-of-one-time-come-again': [
        becomes('recordsAfter', (rest, call, ordered, cursor) => {
          if (!call.request.query.has('sort')) return rest;
          const own = ordered.length - rest.length - 1;
          const from = ordered.findIndex((record) => record.modifiedAt.getTime() === cursor.modifiedAt.getTime());
          return from < 0 || from === own ? rest : ordered.slice(from + 1);
        }),
        "A sorted page begins with all records that have the modification time of the previous page's last record.",
        ['LST-12', 'LST-15', 'LST-10', 'LST-11', 'LST-36'],
      ],
      'ties-go-the-other-way-in-page-tokens': [
        (normal) => ({
          recordsAfter: (call, ordered, cursor, direction) =>
            call.request.query.get('sort') !== 'modifiedAt:desc'
              ? normal.recordsAfter(call, ordered, cursor, direction)
              : ordered.filter((record) => {
                  const difference = record.modifiedAt.getTime() - cursor.modifiedAt.getTime();
                  return difference < 0 || (difference === 0 && record.id > cursor.id);
                }),
        }),
        'In descending order, page tokens expect records with the same time in the opposite order of identifiers.',
      ],
      'page-tokens-forget-fractions': [
        (normal) => ({
          readPlace: (call, place) => {
            const { modifiedAt, id } = normal.readPlace(call, place);
            return { modifiedAt: new Date(Math.floor(modifiedAt.getTime() / 1000) * 1000), id };
          },
        }),
        'A page token has the time of the last record in whole seconds.',
        ['LST-12', 'LST-14', 'LST-15', 'LST-24', 'LST-26', 'LST-28', 'LST-36'],
      ],
    },
    ['LST-13'],
  ),
];

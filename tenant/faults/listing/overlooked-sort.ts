import type { Cursor } from '../../endpoints/page-token.ts';
import type { Call } from '../../call.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isDelegate, parameter, sizeOf, sortOf } from './listing-calls.ts';
import { countingPlaces } from './offsets.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

const isSorted = ({ request }: Call): boolean => request.query.has('sort');

const nameOf = (call: Call, { id }: LabRecord | Cursor): string => call.tenant.state.records.get(id)?.name ?? '';

/** Faults in which listings ignore sort in some calls, or break its order at some places. */
export const overlookedSortFaults: readonly Fault[] = [
  ...breaking(
    ['LST-22', 'LST-23'],
    {
      'an-encoded-colon-in-sort-is-overlooked': [
        replaceIf(
          'orderRecords',
          (call) => /[?&]sort=[^&]*%3a/i.test(call.request.target),
          (_call, records) => records.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
        ),
        'If the colon in sort is sent as %3A, records are sorted by name instead.',
        ['LST-24', 'LST-26', 'LST-36'],
      ],
      'a-plain-colon-in-sort-is-overlooked': [
        replaceIf(
          'orderRecords',
          (call) => /[?&]sort=[^&]*:/.test(call.request.target),
          (_call, records) => records.toSorted((one, other) => one.addedAt.getTime() - other.addedAt.getTime()),
        ),
        'If the colon in sort is sent unencoded, records have the order of creation instead.',
        ['LST-24', 'LST-26'],
      ],
      'a-single-page-is-not-sorted': [
        (normal) => ({
          orderRecords: (call, records, direction) => {
            const size = Number(call.request.query.get('pageSize') ?? 50);
            return records.length <= size && call.request.query.has('sort')
              ? records.toSorted((one, other) => one.addedAt.getTime() - other.addedAt.getTime())
              : normal.orderRecords(call, records, direction);
          },
        }),
        'If all records fit on one page, they have the order of creation, whatever sort asks for.',
        ['LST-34', 'LST-14', 'LST-36', 'LST-26', 'LST-33'],
      ],
      'sort-is-overlooked-for-delegates': [
        (normal) => ({
          ...countingPlaces(),
          orderRecords: (call, records, direction) =>
            isDelegate(call.found.actor) ? records : normal.orderRecords(call, records, direction),
        }),
        'For an app that acts for a user, records have the order of creation, whatever sort asks for.',
        ['LST-24', 'LST-26', 'LST-36', 'LST-34'],
      ],
      'sort-counts-with-page-size-only': [
        replaceIf(
          'orderRecords',
          (call) => parameter(call, 'pageSize') === null,
          (_call, records) => records.toSorted((one, other) => one.addedAt.getTime() - other.addedAt.getTime()),
        ),
        'The tenant ignores sort if pageSize is missing.',
      ],
      'sorted-project-by-project': [
        (normal) => ({
          orderRecords: (call, records, direction) => {
            const projects = [...new Set(records.map(({ projectId }) => projectId))];
            return projects.flatMap((id) =>
              normal.orderRecords(
                call,
                records.filter(({ projectId }) => projectId === id),
                direction,
              ),
            );
          },
          recordsAfter: (_call, ordered, cursor) => ordered.slice(ordered.findIndex(({ id }) => id === cursor.id) + 1),
        }),
        'The tenant sorts records within each project and lists one project after the other.',
        ['LST-24'],
      ],
    },
    ['LST-25', 'LST-37'],
  ),
  ...breaking('LST-24', {
    'neighbours-change-places-at-the-second-page-border': [
      (normal) => ({
        ...countingPlaces(),
        orderRecords: (call, records, direction) => {
          const ordered = [...normal.orderRecords(call, records, direction)];
          const border = 2 * sizeOf(call);
          const [one, other] = [ordered[border - 1], ordered[border]];
          if (sortOf(call) !== '' && one !== undefined && other !== undefined) {
            ordered[border - 1] = other;
            ordered[border] = one;
          }
          return ordered;
        },
      }),
      'The last item of the second page and the first item of the third are swapped.',
      ['LST-22', 'LST-23', 'LST-25', 'LST-36', 'LST-34', 'LST-33', 'LST-27', 'LST-26', 'LST-37'],
    ],
  }),
  ...breaking('LST-27', {
    'more-than-ten-of-one-time-are-lost': [
      (normal) => ({
        orderRecords: (call, records, direction) => {
          const counts = new Map<number, number>();
          return normal.orderRecords(call, records, direction).filter(({ modifiedAt }) => {
            const count = (counts.get(modifiedAt.getTime()) ?? 0) + 1;
            counts.set(modifiedAt.getTime(), count);
            return count <= 10 || !isSorted(call);
          });
        },
      }),
      'A sorted listing has at most ten records with the same modification time.',
    ],
    'records-of-one-time-and-name-are-one': [
      () => ({
        compareTies: (call, one, other) => {
          const [name, otherName] = [nameOf(call, one), nameOf(call, other)];
          return name < otherName ? -1 : name > otherName ? 1 : 0;
        },
      }),
      "A page token only has the last record's time and name, so the next page skips records with the same time and name.",
      ['LST-13', 'LST-14'],
    ],
  }),
];

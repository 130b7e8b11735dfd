import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isDelegate, parameter, tokenOf } from './listing-calls.ts';
import { countingPlaces, isFollowing } from './offsets.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

/** Changes the number of items on a page. */
function sizeBecomes(
  normal: Behaviour,
  change: (pageSize: number, ...of: Parameters<Behaviour['pageSizeOf']>) => number,
): Pick<Behaviour, 'pageSizeOf'> {
  return {
    pageSizeOf: (...of) => {
      const pageSize = normal.pageSizeOf(...of);
      return typeof pageSize === 'number' && of[2] !== null ? change(pageSize, ...of) : pageSize;
    },
  };
}

/** Faults in which pages have another number of items than requested ("Pagination", 4). */
export const sizeFaults: readonly Fault[] = [
  ...breaking('LST-16', {
    'page-size-counts-from-zero': [
      (normal) => sizeBecomes(normal, (pageSize) => pageSize + 1),
      'A page has one item more than requested.',
      ['LST-36'],
    ],
    'page-size-is-overlooked-on-v2-plates': [
      (normal) => sizeBecomes(normal, (pageSize, call) => (call.request.path === '/api/v2/plates' ? 50 : pageSize)),
      'The v2 listing of plates ignores pageSize.',
    ],
    'page-size-is-forgotten-on-following-pages': [
      (normal) => sizeBecomes(normal, (pageSize, call) => (isFollowing(call) ? 50 : pageSize)),
      'A following page has the default size.',
      ['LST-36'],
    ],
    'page-size-of-one-is-none': [
      (normal) => sizeBecomes(normal, (pageSize) => (pageSize > 1 ? pageSize : 50)),
      'A pageSize of 1 counts as missing.',
    ],
    'page-size-is-rounded-up-to-five': [
      (normal) =>
        sizeBecomes(normal, (pageSize, _call, listing) =>
          listing.kind === 'assayResult' ? Math.ceil(pageSize / 5) * 5 : pageSize,
        ),
      'The listing of assay results rounds pageSize up to a multiple of five.',
    ],
    'every-page-size-is-refused': [
      (normal) => ({
        pageSizeOf: (call, listing, text) =>
          text === null
            ? normal.pageSizeOf(call, listing, text)
            : refusal('invalid-query', 'The size of a page is not for the caller to say.'),
      }),
      'The tenant refuses every call with pageSize.',
      ['LST-01', 'LST-02', 'LST-03', 'LST-04', 'LST-05', 'LST-31', 'LST-36', 'FLT-37', 'FLT-38'],
    ],
    'a-page-size-counts-for-each-project': [
      () => ({
        cutPage: (_call, rest, pageSize) => {
          const counts = new Map<string, number>();
          const end = rest.findIndex(({ projectId }) => {
            const count = (counts.get(projectId) ?? 0) + 1;
            counts.set(projectId, count);
            return count > pageSize;
          });
          return { items: end < 0 ? rest : rest.slice(0, end), more: end >= 0 };
        },
      }),
      'A page has as many records of each project as pageSize says.',
      ['LST-17', 'LST-34'],
    ],
    'pages-double-from-the-fourth-on': [
      (normal) => {
        const numbers = new Map<string, number>();
        const numberOf = (call: Call): number => numbers.get(tokenOf(call)) ?? 1;
        return {
          cutPage: (call, rest, pageSize) => normal.cutPage(call, rest, numberOf(call) < 4 ? pageSize : 2 * pageSize),
          makePageToken: (call, actor, listing, last) => {
            const token = normal.makePageToken(call, actor, listing, last);
            numbers.set(token, numberOf(call) + 1);
            return token;
          },
        };
      },
      'From the fourth page on, a page has twice as many items as requested.',
    ],
    'records-of-one-time-stay-on-one-page': [
      (normal) => ({
        cutPage: (call, rest, pageSize) => {
          const end = rest[pageSize - 1]?.modifiedAt.getTime();
          if (!call.request.query.has('sort') || end === undefined) return normal.cutPage(call, rest, pageSize);
          const after = rest.slice(pageSize).findIndex(({ modifiedAt }) => modifiedAt.getTime() !== end);
          return normal.cutPage(call, rest, after < 0 ? rest.length : pageSize + after);
        },
      }),
      'A sorted page has all records with the modification time of its last record.',
      ['LST-34', 'LST-17', 'LST-27', 'LST-20'],
    ],
    'a-lone-last-record-joins-the-page-before': [
      (normal) => ({
        cutPage: (call, rest, pageSize) =>
          normal.cutPage(call, rest, rest.length === pageSize + 1 ? pageSize + 1 : pageSize),
      }),
      'If only one record would be left for the last page, the page before it takes that record too.',
    ],
    'page-size-is-overlooked-for-delegates': [
      (normal) => ({
        pageSizeOf: (call, listing, text) =>
          normal.pageSizeOf(
            call,
            listing,
            isDelegate(call.found.actor) && listing.kind === 'entry' && listing.version === 'v2' ? null : text,
          ),
      }),
      'For an app that acts for a user, the v2 listing of entries ignores pageSize.',
      ['LST-36'],
    ],
    'page-size-of-two-digits-is-overlooked': [
      (normal) => ({
        pageSizeOf: (call, listing, text) =>
          normal.pageSizeOf(call, listing, text !== null && text.length > 1 ? null : text),
      }),
      'A pageSize of ten or more counts as missing.',
    ],
    'page-size-counts-with-sort-only': [
      (normal) => ({
        pageSizeOf: (call, listing, text) =>
          normal.pageSizeOf(call, listing, listing.sortable && parameter(call, 'sort') === null ? null : text),
      }),
      'Sortable listings ignore pageSize if sort is missing.',
    ],
    'page-size-is-overlooked-beside-a-filter': [
      (normal) => ({
        pageSizeOf: (call, listing, text) =>
          normal.pageSizeOf(call, listing, call.request.target.includes('schemaFields') ? null : text),
      }),
      'The listing of assay results ignores pageSize if it has a filter.',
      ['FLT-37'],
    ],
  }),
  ...breaking('LST-17', {
    'pages-are-one-short': [
      (normal) => sizeBecomes(normal, (pageSize) => Math.max(1, pageSize - 1)),
      'With a page size of two or more, a page has one item less than requested.',
    ],
    'first-v3-pages-are-one-short': [
      (normal) =>
        sizeBecomes(normal, (pageSize, call) =>
          call.request.path === '/api/v3/plate/items' && !isFollowing(call) ? Math.max(1, pageSize - 1) : pageSize,
        ),
      'The first page of the v3 listing of plates has one item less than requested.',
    ],
    'odd-pages-become-even': [
      (normal) => sizeBecomes(normal, (pageSize) => (pageSize < 3 ? pageSize : pageSize - (pageSize % 2))),
      'An odd pageSize of three or more counts as the even number below it.',
    ],
    'pages-are-cut-before-permissions': [
      (normal) => {
        const places = countingPlaces();
        return {
          ...places,
          // Each call gets its own list, because the order of a list is remembered.
          recordsFor: (call, _actor, listing) => [...call.tenant.state.records.byKind[listing.kind]],
          cutPage: (call, rest, pageSize) => {
            const { actor } = call.found;
            const visible = (record: LabRecord): boolean => actor !== undefined && normal.mayRead(call, actor, record);
            let left = rest;
            for (;;) {
              const { items, more } = places.cutPage(call, left, pageSize);
              left = left.slice(items.length);
              const shown = items.filter(visible);
              if (shown.length > 0 || !more) return { items: shown, more: more && left.some(visible) };
            }
          },
        };
      },
      'The tenant cuts pages before it removes records of other readers, and skips pages without a visible record.',
      ['LST-31', 'LST-13'],
    ],
    'pages-down-are-cut-from-the-end': [
      (normal) => ({
        cutPage: (call, rest, pageSize) => {
          const isDown = call.request.query.get('sort') === 'modifiedAt:desc';
          const over = rest.length % pageSize;
          return normal.cutPage(call, rest, isDown && tokenOf(call) === '' && over > 0 ? over : pageSize);
        },
      }),
      'In descending order, the first page has the remainder that the last page should have.',
    ],
  }),
  ...breaking(
    'LST-18',
    {
      'page-size-is-required-of-keys-for-results': [
        replaceIf(
          'answerListing',
          (call, actor, listing) =>
            actor.credential.kind === 'apiKey' && listing.kind === 'assayResult' && !call.request.query.has('pageSize'),
          () => refusal('invalid-query', 'pageSize is missing.'),
        ),
        'The tenant answers a call for assay results with a key but without pageSize with 400.',
        ['LST-05'],
      ],
      'page-size-is-required-of-apps-in-v3': [
        replaceIf(
          'answerListing',
          (call, actor, listing) =>
            listing.version === 'v3' && actor.kind === 'app' && !call.request.query.has('pageSize'),
          () => refusal('invalid-query', 'pageSize is missing.'),
        ),
        'The tenant refuses a call of an app to a v3 listing without pageSize.',
        ['CCR-04'],
      ],
    },
    ['LST-19'],
  ),
  ...breaking('LST-33', {
    'the-last-page-size-stays': [
      (normal) => {
        const last = new Map<string, number>();
        return {
          pageSizeOf: (call, listing, text) => {
            const size = normal.pageSizeOf(call, listing, text);
            const { id = '' } = call.found.actor ?? {};
            if (text === null) return last.get(id) ?? size;
            if (typeof size === 'number') last.set(id, size);
            return size;
          },
        };
      },
      "A call without pageSize gets the pageSize of the same actor's last call.",
      ['LST-13', 'LST-31'],
    ],
  }),
];

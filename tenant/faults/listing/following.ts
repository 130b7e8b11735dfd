import { refusal } from '../../http/refusal.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { sizeOf } from './listing-calls.ts';
import { countingPlaces, isFollowing } from './offsets.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

/** Faults in which following pages are missing or wrong, or records are lost or repeated between pages. */
export const followingFaults: readonly Fault[] = [
  ...breaking(
    'LST-11',
    {
      'ends-before-the-last-record': [
        becomes('cutPage', (right, _call, rest, pageSize) => ({
          ...right,
          more: rest.length > pageSize + 1,
        })),
        'The listing leaves out a last page that would have a single record.',
      ],
      'two-pages-at-most': [
        becomes('cutPage', (cut, call) => (isFollowing(call) ? { ...cut, more: false } : cut)),
        'The second page has an empty page token, even if more pages follow.',
      ],
      'one-page-for-keys': [
        becomes('cutPage', (cut, call) =>
          call.found.actor?.credential.kind === 'apiKey' ? { ...cut, more: false } : cut,
        ),
        'A caller with an API key gets an empty page token on the first page.',
      ],
      'one-page-of-results': [
        (normal) => ({
          pageMembers: (call, listing, items, nextToken) =>
            normal.pageMembers(call, listing, items, listing.kind === 'assayResult' ? '' : nextToken),
        }),
        'The first page of assay results has an empty page token.',
      ],
    },
    ['LST-13', 'LST-14'],
  ),
  ...breaking(['LST-12', 'LST-15'], {
    'page-tokens-are-overlooked-on-v2-plates': [
      replaceIf(
        'pageTokenOf',
        (call) => call.request.path === '/api/v2/plates',
        () => undefined,
      ),
      'The v2 listing of plates answers with the first page, regardless of the page token.',
      ['LST-36'],
    ],
    'the-third-page-is-the-second-again': [
      (normal) => ({
        pageMembers: (call, listing, items, nextToken) =>
          normal.pageMembers(call, listing, items, nextToken === '' ? '' : (normal.pageTokenOf(call) ?? nextToken)),
      }),
      'A following page repeats the page token that led to it.',
    ],
  }),
  ...breaking('LST-12', {
    'page-tokens-are-refused-on-v3-entries': [
      replaceIf(
        'readPageToken',
        (call) => call.request.path === '/api/v3/entry/items',
        () => refusal('invalid-page-token', 'nextToken is not known.'),
      ),
      'The v3 listing of entries answers a page token with 400.',
    ],
    'page-tokens-stand-alone': [
      replaceIf(
        'pageSizeOf',
        (call, _listing, text) => text !== null && isFollowing(call),
        () => refusal('invalid-query', 'pageSize stands in the page token already.'),
      ),
      'The tenant answers a call with both a page token and pageSize with 400.',
    ],
    'nothing-on-following-pages-of-results': [
      replaceIf(
        'recordsAfter',
        (_call, ordered) => ordered[0]?.kind === 'assayResult',
        () => [],
      ),
      'The second page of assay results is empty and is the last one.',
      ['LST-13', 'LST-14'],
    ],
  }),
  ...[3, 2].map((size): Fault => ({
    id: `listing/one-lost-between-pages-of-${size === 3 ? 'three' : 'two'}`,
    breaks: ['LST-13', 'LST-14'],
    summary: `In pages of ${size}, a record is lost between one page and the next.`,
    behaviour: becomes('recordsAfter', (rest, call) =>
      call.request.query.get('pageSize') === String(size) && rest.length > 1 ? rest.slice(1) : rest,
    ),
  })),
  ...breaking(['LST-13', 'LST-14'], {
    'one-lost-before-the-third-page': [
      becomes('recordsAfter', (rest, call, ordered) => {
        const pageSize = Number(call.request.query.get('pageSize') ?? 50);
        return ordered.length - rest.length === 2 * pageSize ? rest.slice(1) : rest;
      }),
      'The third page lacks its first record, and is empty if it has no other.',
    ],
    'one-lost-between-pages-of-results': [
      becomes('recordsAfter', (rest, _call, ordered) =>
        ordered[0]?.kind === 'assayResult' && rest.length > 1 ? rest.slice(1) : rest,
      ),
      'Each following page of assay results begins one record too late.',
    ],
  }),
  ...breaking('LST-13', {
    'one-lost-between-pages-for-delegates': [
      becomes('recordsAfter', (rest, call) => {
        const { actor } = call.found;
        const delegated = actor?.kind === 'user' && actor.credential.kind === 'accessToken';
        return delegated && rest.length > 1 ? rest.slice(1) : rest;
      }),
      'For an app that acts for a user, a record is lost between pages.',
      ['LST-14'],
    ],
    'the-last-of-a-page-comes-again': [
      becomes('recordsAfter', (rest, call, ordered) => {
        const from = call.request.query.get('pageSize') === '1' ? 0 : 1;
        return ordered.slice(ordered.length - rest.length - from);
      }),
      'With a page size of two or more, the last record of a page is also the first of the next.',
      ['LST-27', 'LST-36'],
    ],
    'the-last-of-a-page-comes-again-upwards-in-v3': [
      becomes('recordsAfter', (rest, call, ordered) => {
        const { path, query } = call.request;
        const here = path.startsWith('/api/v3/') && query.get('sort') === 'modifiedAt:asc';
        const pageSize = Number(query.get('pageSize') ?? 50);
        const first = ordered.length - rest.length === pageSize;
        return here && pageSize > 1 && first ? ordered.slice(pageSize - 1) : rest;
      }),
      'In v3, in ascending order with a page size of two or more, the second page repeats the last record of the first.',
      ['LST-27', 'LST-36'],
    ],
    'page-tokens-of-large-pages-lead-too-far': [
      becomes('recordsAfter', (rest, call) =>
        Number(call.request.query.get('pageSize') ?? 0) > 10 ? rest.slice(1) : rest,
      ),
      'After a page of more than ten items, the next page begins one record too late.',
    ],
    'the-second-page-of-default-size-begins-at-a-hundred': [
      becomes('recordsAfter', (rest, call, ordered) =>
        call.request.query.has('pageSize') || ordered.length - rest.length !== 50 ? rest : rest.slice(50),
      ),
      'Without pageSize, the tenant skips fifty records before the second page.',
    ],
    'unsorted-records-of-one-time-are-one-place': [
      becomes('recordsAfter', (rest, call, _ordered, cursor) =>
        call.request.query.has('sort')
          ? rest
          : rest.filter(({ modifiedAt }) => modifiedAt.getTime() !== cursor.modifiedAt.getTime()),
      ),
      'Without sort, a page token only has a time, so the next page skips all further records with that time.',
      ['LST-14', 'LST-27', 'LST-12'],
    ],
    'a-second-grant-brings-records-twice': [
      (normal) => ({
        ...countingPlaces(),
        recordsFor: (call, actor, listing) =>
          normal.recordsFor(call, actor, listing).flatMap((record) => {
            const grants = call.tenant.state.projects.get(record.projectId)?.grants ?? [];
            return grants.filter((grant) => sameActor(grant.actor, actor)).map(() => record);
          }),
      }),
      'If a project was granted to a reader, revoked and granted again, its records are listed twice.',
    ],
  }),
  ...breaking(
    'LST-15',
    {
      'pages-of-one-turn-back': [
        becomes('recordsAfter', (rest, call, ordered) => {
          const third = call.request.query.get('pageSize') === '1' && ordered.length - rest.length === 3;
          return third && rest.length > 0 ? ordered.slice(1) : rest;
        }),
        'With a page size of one, the token of the third page leads to the second page.',
      ],
      'the-tenth-page-is-the-first': [
        (normal) => {
          const depths = new Map<string, number>();
          return {
            makePageToken: (call, actor, listing, last) => {
              const token = normal.makePageToken(call, actor, listing, last);
              if (listing.kind === 'entry' || listing.version === 'v3') return token;
              const depth = (depths.get(call.request.query.get('nextToken') ?? '') ?? 0) + 1;
              depths.set(token, depth % 9);
              return token;
            },
            recordsAfter: (call, ordered, cursor, direction) =>
              depths.get(call.request.query.get('nextToken') ?? '') === 0
                ? ordered
                : normal.recordsAfter(call, ordered, cursor, direction),
          };
        },
        'A page token of plates in v2 keeps one digit of the page number, so the tenth page is the first again.',
        ['LST-10', 'LST-13'],
      ],
    },
    ['LST-12'],
  ),
  ...breaking(
    'LST-14',
    {
      'large-pages-leave-out-the-oldest': [
        (normal) => ({
          recordsFor: (call, actor, listing) => {
            const records = normal.recordsFor(call, actor, listing);
            if (Number(call.request.query.get('pageSize') ?? 0) <= 4 || records.length < 2) return records;
            return records.toSorted((one, other) => normal.compareRecords(call, one, other)).slice(1);
          },
        }),
        'With a page size of more than four, the listing lacks the record that was modified first.',
        ['LST-34'],
      ],
      'page-size-decides-what-is-listed': [
        becomes('cutPage', (cut, _call, _rest, pageSize) => (pageSize === 4 ? { ...cut, more: false } : cut)),
        'With a pageSize of four, the first page has an empty page token, because pageSize limits the whole listing.',
        ['LST-11'],
      ],
      'one-lost-before-the-third-page-of-four': [
        becomes('recordsAfter', (rest, call, ordered) =>
          sizeOf(call) === 4 && ordered.length - rest.length === 8 ? rest.slice(1) : rest,
        ),
        'With a page size of four, the third page lacks its first item.',
        ['LST-27', 'LST-32', 'LST-31', 'LST-25'],
      ],
    },
    ['LST-13'],
  ),
];

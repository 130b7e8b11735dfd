import type { Actor, Call } from '../../call.ts';
import { withMembers } from '../../http/message.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { parameter, wasGrantedAny } from './listing-calls.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

const isApp = (actor: Actor | undefined): boolean => actor?.kind === 'app';

/** Faults in which a listing ends too early, or the last page has a wrong page token. */
export const lastPageFaults: readonly Fault[] = [
  ...breaking('LST-09', {
    'no-page-token-without-a-page-size': [
      becomes('pageMembers', (members, call, _listing, _items, nextToken) => {
        if (parameter(call, 'pageSize') !== null || nextToken !== '') return members;
        const { nextToken: _without, ...others } = members;
        return others;
      }),
      'The last page has no nextToken if the call has no pageSize.',
      ['LST-10', 'LST-19'],
    ],
    'no-page-token-where-an-app-was-granted-nothing': [
      (normal) => ({
        answer: (answer, call) => {
          const granted = wasGrantedAny(call);
          const bare = isApp(call.found.actor) && !granted;
          return normal.answer(
            withMembers(answer, (members) => {
              if (!bare || members['nextToken'] !== '') return members;
              const { nextToken: _without, ...others } = members;
              return others;
            }),
            call,
          );
        },
      }),
      'For an app that was never granted a project, the page has no nextToken.',
      ['LST-05', 'LST-21', 'CCR-08'],
    ],
    'page-tokens-are-numbers-from-the-third-page-on': [
      (normal) => {
        const depths = new Map<string, number>();
        return {
          answer: (answer, call) => {
            const sent = parameter(call, 'nextToken');
            const depth = sent === null ? 1 : (depths.get(sent) ?? 1) + 1;
            return normal.answer(
              withMembers(answer, (members) => {
                const { nextToken } = members;
                if (typeof nextToken !== 'string' || nextToken === '') return members;
                depths.set(nextToken, depth);
                return depth >= 3 ? { ...members, nextToken: depth } : members;
              }),
              call,
            );
          },
        };
      },
      'From the third page on, the nextToken of a page that is followed by another is a number.',
      ['LST-11'],
    ],
  }),
  ...breaking('LST-10', {
    'the-last-page-token-is-the-text-null': [
      (normal) => ({
        pageMembers: (call, listing, items, nextToken) =>
          normal.pageMembers(
            call,
            listing,
            items,
            nextToken === '' && listing.kind === 'plate' && listing.version === 'v2' ? 'null' : nextToken,
          ),
      }),
      'On the last page of plates in v2, nextToken is the text null, which is not a page token.',
    ],
    'the-last-page-token-is-a-blank': [
      (normal) => ({
        pageTokenOf: (call) => normal.pageTokenOf(call)?.trim() || undefined,
        pageMembers: (call, listing, items, nextToken) => normal.pageMembers(call, listing, items, nextToken || ' '),
      }),
      'On the last page nextToken is a space, which counts as no page token when it is sent.',
      ['LST-21', 'LST-20', 'FLT-38', 'LST-15'],
    ],
  }),
  ...breaking('LST-21', {
    'who-lost-every-project-has-a-page-token': [
      (normal) => ({
        pageMembers: (call, listing, items, nextToken) => {
          const { actor } = call.found;
          const lost =
            actor !== undefined &&
            call.tenant.state.projects
              .values()
              .some(({ grants }) =>
                grants.some((grant) => sameActor(grant.actor, actor) && grant.revokedAt !== undefined),
              );
          return normal.pageMembers(call, listing, items, items.length === 0 && lost ? 'bW9yZQ' : nextToken);
        },
      }),
      'A listing that is empty because its reader was removed from their projects has a nextToken.',
      ['LST-10', 'LST-15', 'LST-20'],
    ],
  }),
  ...breaking('LST-11', {
    'the-default-page-is-the-only-one': [
      becomes('cutPage', (page, call) => (parameter(call, 'pageSize') === null ? { ...page, more: false } : page)),
      'Without pageSize, the first page has fifty records and an empty nextToken, even if more follow.',
    ],
    'a-page-size-above-the-maximum-ends-the-listing': [
      becomes('cutPage', (page, call, rest, pageSize) => ({
        ...page,
        more: rest.length > Number(parameter(call, 'pageSize') ?? pageSize),
      })),
      'If pageSize is above the maximum, the tenant decides by the sent size whether another page follows.',
    ],
    'an-offset-of-a-hundred-is-the-end': [
      (normal) => {
        const offsets = new WeakMap<Call, number>();
        return {
          recordsAfter: (call, ordered, cursor, direction) => {
            const rest = normal.recordsAfter(call, ordered, cursor, direction);
            offsets.set(call, ordered.length - rest.length);
            return rest;
          },
          cutPage: (call, rest, pageSize) => {
            const page = normal.cutPage(call, rest, pageSize);
            return (offsets.get(call) ?? 0) + page.items.length < 100 ? page : { ...page, more: false };
          },
        };
      },
      'A page that ends at or after the hundredth record is the last one, even if more follow.',
      ['LST-13'],
    ],
  }),
  ...breaking(
    'LST-13',
    {
      'sorted-traversals-end-after-twelve-pages': [
        (normal) => {
          const pages = new Map<string, number>();
          return {
            makePageToken: (call, actor, listing, last) => {
              const token = normal.makePageToken(call, actor, listing, last);
              const page = (pages.get(call.request.query.get('nextToken') ?? '') ?? 0) + 1;
              pages.set(token, page);
              return page >= 12 && call.request.query.has('sort') ? '' : token;
            },
          };
        },
        'A sorted traversal ends after its twelfth page.',
        ['LST-24'],
      ],
      'unsorted-traversals-end-after-twenty-pages': [
        (normal) => {
          const numbers = new Map<string, number>();
          return {
            pageMembers: (call, listing, items, nextToken) => {
              const { query } = call.request;
              const number = 1 + (numbers.get(query.get('nextToken') ?? '') ?? 0);
              const token = number >= 20 && !query.has('sort') ? '' : nextToken;
              if (token !== '') numbers.set(token, number);
              return normal.pageMembers(call, listing, items, token);
            },
          };
        },
        'Without sort, the twentieth page has an empty page token, even if more follow.',
        ['LST-14'],
      ],
      'traversals-end-after-three-hundred-records': [
        becomes('orderRecords', (right) => right.slice(0, 300)),
        'No page lists more than the first three hundred records of an order.',
        ['LST-31'],
      ],
    },
    ['LST-11'],
  ),
  ...breaking('LST-31', {
    'three-hundred-records-are-listed-at-most': [
      becomes('recordsFor', (right) => right.slice(0, 300)),
      'The listings have only the three hundred records that were added first, in any order.',
    ],
    'a-hundred-results-are-listed-at-most': [
      becomes('recordsFor', (records, _call, _actor, listing) =>
        listing.kind === 'assayResult' ? records.slice(0, 100) : records,
      ),
      'The listing has only the hundred assay results that were added first.',
      ['FLT-05', 'FLT-16', 'FLT-33', 'FLT-30'],
    ],
  }),
];

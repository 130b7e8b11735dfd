import type { Actor } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

const byIdToken = (actor: Actor | undefined): boolean => actor?.credential.kind === 'idToken';

/** Faults in which listings treat a caller with an ID token differently. */
export const idTokenFaults: readonly Fault[] = [
  ...breaking('LST-12', {
    'following-pages-are-refused-to-id-tokens': [
      replaceIf(
        'readPageToken',
        (_call, actor) => byIdToken(actor),
        () => refusal('invalid-page-token', 'nextToken is not for this credential.'),
      ),
      'The tenant refuses a page token from a user with an ID token.',
      ['FLT-41'],
    ],
    'sorted-following-pages-are-refused-to-id-tokens': [
      replaceIf(
        'readPageToken',
        (call, actor) => byIdToken(actor) && call.request.query.has('sort'),
        () => refusal('invalid-page-token', 'nextToken is not for this credential.'),
      ),
      'The tenant refuses a page token of a sorted listing from a user with an ID token.',
    ],
  }),
  ...breaking('LST-16', {
    'page-size-is-overlooked-for-id-tokens': [
      (normal) => ({
        cutPage: (call, rest, pageSize) => normal.cutPage(call, rest, byIdToken(call.found.actor) ? 50 : pageSize),
      }),
      'A user with an ID token always gets pages of fifty.',
    ],
  }),
  ...breaking('LST-23', {
    'ascending-order-is-overlooked-for-id-tokens': [
      becomes('directionOf', (direction, call) =>
        byIdToken(call.found.actor) && direction === 'asc' ? 'desc' : direction,
      ),
      'A user with an ID token always gets the latest records first.',
    ],
  }),
  ...breaking('LST-09', {
    'the-last-page-token-of-id-tokens-is-null': [
      becomes('pageMembers', (right, call, _listing, _items, nextToken) => ({
        ...right,
        ...(nextToken === '' && byIdToken(call.found.actor) ? { nextToken: null } : {}),
      })),
      'A user with an ID token gets null as nextToken on the last page.',
      ['LST-10'],
    ],
  }),
  ...breaking('LST-08', {
    'plates-of-id-tokens-hold-entries': [
      (normal) => ({
        recordsFor: (call, actor, listing) => {
          const records = normal.recordsFor(call, actor, listing);
          return listing.kind === 'plate' && byIdToken(actor)
            ? [...records, ...normal.recordsFor(call, actor, { ...listing, kind: 'entry' })]
            : records;
        },
      }),
      'For a user with an ID token, the listings of plates also list entries.',
    ],
  }),
  ...breaking('LST-13', {
    'v3-leaves-one-out-for-id-tokens': [
      becomes('recordsFor', (records, _call, actor, listing) =>
        listing.version === 'v3' && byIdToken(actor) ? records.slice(1) : records,
      ),
      'For a user with an ID token, the listings of v3 lack one record.',
      ['OIC-02'],
    ],
  }),
];

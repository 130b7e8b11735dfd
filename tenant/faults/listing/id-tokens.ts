import type { Actor } from '../../call.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

const byIdToken = (actor: Actor | undefined): boolean => actor?.credential.kind === 'idToken';

/** What listings do otherwise for whoever comes with an ID token. */
export const idTokenFaults: readonly Fault[] = [
  {
    id: 'listing/following-pages-are-refused-to-id-tokens',
    breaks: ['LST-12'],
    also: ['FLT-41'],
    summary: 'A page token is not good for a user with an ID token.',
    behaviour: (normal) => ({
      readPageToken: (call, actor, listing, token) =>
        byIdToken(actor)
          ? refusal('invalid-page-token', 'nextToken is not for this credential.')
          : normal.readPageToken(call, actor, listing, token),
    }),
  },
  {
    id: 'listing/sorted-following-pages-are-refused-to-id-tokens',
    breaks: ['LST-12'],
    summary: 'A page token of a sorted listing is not good for a user with an ID token.',
    behaviour: (normal) => ({
      readPageToken: (call, actor, listing, token) =>
        byIdToken(actor) && call.request.query.has('sort')
          ? refusal('invalid-page-token', 'nextToken is not for this credential.')
          : normal.readPageToken(call, actor, listing, token),
    }),
  },
  {
    id: 'listing/page-size-is-overlooked-for-id-tokens',
    breaks: ['LST-16'],
    summary: 'A user with an ID token is answered in pages of fifty.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => normal.cutPage(call, rest, byIdToken(call.found.actor) ? 50 : pageSize),
    }),
  },
  {
    id: 'listing/ascending-order-is-overlooked-for-id-tokens',
    breaks: ['LST-23'],
    summary: 'A user with an ID token is always shown the latest first.',
    behaviour: (normal) => ({
      directionOf: (call, listing, text) => {
        const direction = normal.directionOf(call, listing, text);
        return byIdToken(call.found.actor) && direction === 'asc' ? 'desc' : direction;
      },
    }),
  },
  {
    id: 'listing/the-last-page-token-of-id-tokens-is-null',
    breaks: ['LST-09'],
    also: ['LST-10'],
    summary: 'A user with an ID token gets null as nextToken where nothing follows.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => ({
        ...normal.pageMembers(call, listing, items, nextToken),
        ...(nextToken === '' && byIdToken(call.found.actor) ? { nextToken: null } : {}),
      }),
    }),
  },
  {
    id: 'listing/plates-of-id-tokens-hold-entries',
    breaks: ['LST-08'],
    summary: 'A user with an ID token is shown entries among the plates.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        return listing.kind === 'plate' && byIdToken(actor)
          ? [...records, ...normal.recordsFor(call, actor, { ...listing, kind: 'entry' })]
          : records;
      },
    }),
  },
  {
    id: 'listing/v3-leaves-one-out-for-id-tokens',
    breaks: ['LST-13'],
    also: ['OIC-02'],
    summary: 'The listings of v3 leave one record out for a user with an ID token.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        return listing.version === 'v3' && byIdToken(actor) ? records.slice(1) : records;
      },
    }),
  },
];

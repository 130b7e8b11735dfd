import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { parameter } from './listing-calls.ts';

const names = (call: Call): readonly string[] => [...call.request.query.keys()];

/** Right page tokens that are refused. */
export const refusedPageTokenFaults: readonly Fault[] = [
  {
    id: 'listing/page-tokens-stay-on-their-connection',
    breaks: ['LST-12'],
    also: ['LST-13'],
    summary: 'A page token is good only on the connection on which it was given.',
    behaviour: (normal) => {
      const given = new Map<string, Connection>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          given.set(token, call.connection);
          return token;
        },
        readPageToken: (call, actor, listing, token) =>
          given.get(token) === call.connection
            ? normal.readPageToken(call, actor, listing, token)
            : refusal('invalid-page-token', 'nextToken is of another connection.'),
      };
    },
  },
  {
    id: 'listing/page-tokens-must-come-first',
    breaks: ['LST-12'],
    also: ['LST-13', 'LST-36'],
    summary: 'nextToken is refused unless it is the first parameter.',
    behaviour: (normal) => ({
      readPageToken: (call, actor, listing, token) =>
        names(call)[0] === 'nextToken'
          ? normal.readPageToken(call, actor, listing, token)
          : refusal('invalid-page-token', 'nextToken comes first.'),
    }),
  },
  {
    id: 'listing/page-tokens-must-come-last',
    breaks: ['LST-12'],
    also: ['LST-13', 'LST-36'],
    summary: 'nextToken is refused unless it is the last parameter.',
    behaviour: (normal) => ({
      readPageToken: (call, actor, listing, token) =>
        names(call).at(-1) === 'nextToken'
          ? normal.readPageToken(call, actor, listing, token)
          : refusal('invalid-page-token', 'nextToken comes last.'),
    }),
  },
  {
    id: 'listing/plus-signs-of-page-tokens-become-blanks',
    breaks: ['LST-28'],
    also: ['LST-12', 'LST-13', 'LST-14', 'LST-15', 'LST-11', 'LST-36'],
    summary: 'Page tokens of plates are base64 and are decoded twice, so that one with a plus sign in it is refused.',
    behaviour: (normal) => ({
      makePageToken: (call, actor, listing, last) => {
        const token = normal.makePageToken(call, actor, listing, last);
        return listing.kind === 'plate' ? token.replaceAll('-', '+').replaceAll('_', '/') : token;
      },
      readPageToken: (call, actor, listing, token) =>
        normal.readPageToken(
          call,
          actor,
          listing,
          listing.kind === 'plate' ? token.replaceAll('+', ' ').replaceAll('/', '_') : token,
        ),
    }),
  },
  {
    id: 'listing/following-pages-of-v3-entries-refuse-keys',
    breaks: ['LST-12'],
    also: ['LST-13', 'KEY-02', 'KEY-20'],
    summary: 'The second page of entries in v3 is refused to keys.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor, listing) =>
        actor.credential.kind === 'apiKey' &&
        listing.kind === 'entry' &&
        listing.version === 'v3' &&
        call.request.query.has('nextToken')
          ? refusal('forbidden', 'Keys see the first page.')
          : normal.listingIsForbidden(call, actor, listing),
    }),
  },
  {
    id: 'listing/page-size-is-required-beside-page-tokens',
    breaks: ['LST-12'],
    also: ['LST-13', 'LST-18', 'LST-19'],
    summary: 'A page token without pageSize beside it is answered with 400.',
    behaviour: (normal) => ({
      readPageToken: (call, actor, listing, token) =>
        parameter(call, 'pageSize') === null
          ? refusal('invalid-query', 'pageSize is missing.')
          : normal.readPageToken(call, actor, listing, token),
    }),
  },
];

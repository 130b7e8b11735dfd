import type { Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { parameter } from './listing-calls.ts';
import { breaking } from './rows.ts';
import { replaceIf } from '../operators/rules.ts';

const names = (call: Call): readonly string[] => [...call.request.query.keys()];

/** Faults in which a valid page token is refused. */
export const refusedPageTokenFaults: readonly Fault[] = [
  ...breaking(
    'LST-12',
    {
      'page-tokens-stay-on-their-connection': [
        (normal) => {
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
        'A page token works only on the connection on which it was issued.',
      ],
      'page-tokens-must-come-first': [
        (normal) => ({
          readPageToken: (call, actor, listing, token) =>
            names(call)[0] === 'nextToken'
              ? normal.readPageToken(call, actor, listing, token)
              : refusal('invalid-page-token', 'nextToken comes first.'),
        }),
        'The tenant refuses nextToken unless it is the first parameter.',
        ['LST-36'],
      ],
      'page-tokens-must-come-last': [
        (normal) => ({
          readPageToken: (call, actor, listing, token) =>
            names(call).at(-1) === 'nextToken'
              ? normal.readPageToken(call, actor, listing, token)
              : refusal('invalid-page-token', 'nextToken comes last.'),
        }),
        'The tenant refuses nextToken unless it is the last parameter.',
        ['LST-36'],
      ],
      'following-pages-of-v3-entries-refuse-keys': [
        replaceIf(
          'listingIsForbidden',
          (call, actor, listing) =>
            actor.credential.kind === 'apiKey' &&
            listing.kind === 'entry' &&
            listing.version === 'v3' &&
            call.request.query.has('nextToken'),
          () => refusal('forbidden', 'Keys see the first page.'),
        ),
        'The v3 listing of entries refuses following pages to keys.',
        ['KEY-02', 'KEY-20'],
      ],
      'page-size-is-required-beside-page-tokens': [
        replaceIf(
          'readPageToken',
          (call) => parameter(call, 'pageSize') === null,
          () => refusal('invalid-query', 'pageSize is missing.'),
        ),
        'The tenant answers a page token without pageSize with 400.',
        ['LST-18', 'LST-19'],
      ],
    },
    ['LST-13'],
  ),
  ...breaking('LST-28', {
    'plus-signs-of-page-tokens-become-blanks': [
      (normal) => ({
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
      'The tenant decodes base64 page tokens of plates twice, so it refuses a token with a plus sign.',
      ['LST-12', 'LST-13', 'LST-14', 'LST-15', 'LST-11', 'LST-36'],
    ],
  }),
];

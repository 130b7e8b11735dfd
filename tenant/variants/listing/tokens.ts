import type { Cursor } from '../../endpoints/page-token.ts';
import { jsonAnswer } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Variant } from '../variant.ts';

/** Variants of the form and lifetime of page tokens, and of the answer to a wrong one. */
export const listingTokenVariants: readonly Variant[] = [
  {
    id: 'listing/page-tokens-of-all-characters',
    freedoms: ['FRE-135'],
    summary: 'Page tokens are full of spaces, percent signs, pluses, ampersands and letters of other alphabets.',
    behaviour: (normal) => ({
      makePageToken: (call, actor, listing, last) =>
        ` +%2B&=?#/"\\é細🧬 ${normal.makePageToken(call, actor, listing, last)} %`,
      readPageToken: (call, actor, listing, token) =>
        normal.readPageToken(call, actor, listing, token.split(' ').at(-2) ?? ''),
    }),
  },
  {
    id: 'listing/page-tokens-are-addresses',
    freedoms: ['FRE-135', 'FRE-134'],
    summary: 'A page token is the address of the next page, which is also in a link.',
    behaviour: (normal) => ({
      makePageToken: (call, actor, listing, last) =>
        `${call.tenant.baseUrl()}${call.request.path}?after=${normal.makePageToken(call, actor, listing, last)}`,
      readPageToken: (call, actor, listing, token) =>
        normal.readPageToken(call, actor, listing, URL.parse(token)?.searchParams.get('after') ?? ''),
      pageMembers: (call, listing, items, nextToken) => ({
        ...normal.pageMembers(call, listing, items, nextToken),
        links: { next: nextToken === '' ? null : nextToken },
      }),
    }),
  },
  {
    id: 'listing/one-page-token-for-a-traversal',
    freedoms: ['FRE-135'],
    summary: 'All pages of a traversal have the same page token; the tenant stores how far the caller has followed it.',
    behaviour: (normal) => {
      const places = new Map<string, string>();
      let traversals = 0;
      return {
        makePageToken: (call, _actor, _listing, last) => {
          const token = normal.pageTokenOf(call) ?? `traversal-${++traversals}`;
          places.set(token, normal.writePlace(call, last));
          return token;
        },
        readPageToken: (call, _actor, _listing, token) => {
          const place = places.get(token);
          return place === undefined
            ? refusal('invalid-page-token', 'There is no such traversal.')
            : normal.readPlace(call, place);
        },
      };
    },
  },
  {
    id: 'listing/page-tokens-are-counts',
    freedoms: ['FRE-135', 'FRE-136', 'FRE-138'],
    summary: 'A page token is the number of records before the page, valid for every caller and every query.',
    behaviour: (normal) => ({
      makePageToken: (call, actor, listing, last) => {
        const query = call.request.query.get('sort');
        const records = normal.recordsAskedFor(call, actor, listing);
        if (isRefusal(records)) return '';
        const ordered = normal.orderRecords(call, records, query?.endsWith(':asc') === true ? 'asc' : 'desc');
        return String(ordered.indexOf(last) + 1);
      },
      readPageToken: (_call, _actor, _listing, token) =>
        /^\d{1,9}$/.test(token) ? { modifiedAt: new Date(0), id: token } : refusal('invalid-page-token', 'No number.'),
      recordsAfter: (_call, ordered, cursor) => ordered.slice(Number(cursor.id)),
    }),
  },
  {
    id: 'listing/wrong-page-tokens-lead-to-the-start',
    freedoms: ['FRE-136', 'FRE-137', 'FRE-138'],
    summary: 'A page token that was not issued for this caller and query leads to the first page.',
    behaviour: (normal) => {
      const given = new Set<string>();
      const keyOf = (token: string, bound: string): string => `${token}\n${bound}`;
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          given.add(keyOf(token, normal.pageTokenIsBoundTo(call, actor, listing)));
          return token;
        },
        pageTokenOf: (call) => {
          const token = normal.pageTokenOf(call);
          const { actor } = call.found;
          if (token === undefined || actor === undefined) return token;
          return [...given].some((key) => key.startsWith(`${token}\n`) && key.includes(JSON.stringify(actor.id)))
            ? token
            : undefined;
        },
      };
    },
  },
  {
    id: 'listing/wrong-page-tokens-lead-to-nothing',
    freedoms: ['FRE-136'],
    summary: 'A page token of another caller leads to an empty page.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if (!('refused' in answer) || answer.refused !== 'invalid-page-token') return answer;
        return jsonAnswer(200, normal.pageMembers(call, listing, [], ''));
      },
    }),
  },
  {
    id: 'listing/page-tokens-are-of-one-actor',
    freedoms: ['FRE-135', 'FRE-136', 'FRE-138'],
    summary:
      'A page token is valid for its caller and for an hour; pageSize and sort of the first page apply to all pages.',
    behaviour: (normal) => {
      interface Place {
        readonly cursor: string;
        readonly actor: string;
        readonly pageSize: string | null;
        readonly sort: string | null;
        readonly since: number;
      }
      const places = new Map<string, Place>();
      return {
        makePageToken: (call, actor, _listing, last) => {
          const token = call.tenant.random(12).toString('hex');
          const { query } = call.request;
          const before = places.get(normal.pageTokenOf(call) ?? '');
          places.set(token, {
            cursor: normal.writePlace(call, last),
            actor: `${actor.kind} ${actor.id} ${call.request.path}`,
            pageSize: before?.pageSize ?? query.get('pageSize'),
            sort: before?.sort ?? query.get('sort'),
            since: call.now.getTime(),
          });
          return token;
        },
        pageSizeOf: (call, listing, text) =>
          normal.pageSizeOf(call, listing, places.get(normal.pageTokenOf(call) ?? '')?.pageSize ?? text),
        directionOf: (call, listing, text) =>
          normal.directionOf(call, listing, places.get(normal.pageTokenOf(call) ?? '')?.sort ?? text),
        readPageToken: (call, actor, _listing, token) => {
          const place = places.get(token);
          const good =
            place?.actor === `${actor.kind} ${actor.id} ${call.request.path}` &&
            call.now.getTime() - place.since < 3_600_000;
          if (!good) return refusal('not-found', 'There is no such page.');
          return normal.readPlace(call, place.cursor);
        },
      };
    },
  },
  {
    id: 'listing/no-order-among-records-of-one-time',
    freedoms: ['FRE-146'],
    summary: 'Records with the same time come in an arbitrary order, which differs between queries.',
    behaviour: () => ({
      compareTies: (call, one, other) => {
        const { query, path } = call.request;
        const salt = `${path} ${query.get('sort') ?? ''} ${query.get('pageSize') ?? ''}`;
        const [a, b] = [scattered(one, salt), scattered(other, salt)];
        return a - b || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
      },
    }),
  },
];

/** Returns a pseudo-random number, always the same for one record and one salt. */
function scattered({ id }: LabRecord | Cursor, salt: string): number {
  let hash = 7;
  for (const character of `${salt} ${id}`) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return hash;
}

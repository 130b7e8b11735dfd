import type { Answer } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { randomText } from '../../random.ts';
import type { Variant } from '../variant.ts';

/** In milliseconds: long enough for a check to notice, and short, because the suite waits in real time. */
const kept = 30;

interface KeptPage {
  readonly at: number;
  readonly answer: Answer;
}

/** Variants of cached pages, of further members of pages, and of the form of identifiers. */
export const cacheVariants: readonly Variant[] = [
  {
    id: 'listing/pages-are-kept-for-a-moment',
    freedoms: ['FRE-13', 'FRE-14'],
    summary: 'An identical request by the same actor a moment later gets the same page from a cache.',
    profile: { limits: { propagationSeconds: 2 } },
    behaviour: (normal) => {
      const pages = new Map<string, KeptPage>();
      return {
        answerListing: (call, actor, listing) => {
          const key = `${actor.kind} ${actor.id} ${call.request.target}`;
          const page = pages.get(key);
          const now = call.now.getTime();
          if (page !== undefined && now >= page.at && now - page.at < kept) return page.answer;
          const answer = normal.answerListing(call, actor, listing);
          if (!isRefusal(answer)) pages.set(key, { at: now, answer });
          return answer;
        },
      };
    },
  },
  {
    id: 'listing/page-tokens-end-when-records-are-added',
    freedoms: ['FRE-135', 'FRE-136', 'FRE-144'],
    summary: 'A page token from before a record was added, in any project, is answered with 409.',
    behaviour: (normal) => {
      const made = new Map<string, number>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          made.set(token, call.tenant.state.records.size);
          return token;
        },
        readPageToken: (call, actor, listing, token) =>
          made.get(token) === call.tenant.state.records.size
            ? normal.readPageToken(call, actor, listing, token)
            : refusal('invalid-page-token', 'The records have changed. Begin again.'),
        refusalStatus: (call, refused) =>
          refused.refused === 'invalid-page-token' ? 409 : normal.refusalStatus(call, refused),
      };
    },
  },
  {
    id: 'listing/pages-repeat-the-request',
    freedoms: ['FRE-134'],
    summary: 'A page repeats the request: its own page token, its size, its order and its filter.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => ({
        request: { ...Object.fromEntries(call.request.query), nextToken: call.request.query.get('nextToken') ?? '' },
        page: { results: items.length, previousToken: call.request.query.get('nextToken'), items: null },
        ...normal.pageMembers(call, listing, items, nextToken),
      }),
    }),
  },
  {
    id: 'listing/identifiers-of-all-characters',
    freedoms: ['FRE-202'],
    summary: 'Identifiers have quotes, blanks, signs, slashes and letters of other alphabets.',
    behaviour: () => ({
      makeId: (tenant, kind) => `${kind}:/"ï&d=+%41 <${randomText(tenant.random, 8, 'abcdefgh')}>'?#`,
    }),
  },
  {
    id: 'listing/identifiers-differ-in-letter-case',
    freedoms: ['FRE-177', 'FRE-202'],
    summary: 'Identifiers have ten letters, and many differ only in letter case.',
    behaviour: () => {
      let count = 0;
      return {
        makeId: () => {
          const place = ++count;
          return Array.from('identifier', (letter, bit) => ((place >> bit) % 2 === 0 ? letter : letter.toUpperCase()))
            .join('')
            .concat(place < 1024 ? '' : String(place >> 10));
        },
      };
    },
  },
];

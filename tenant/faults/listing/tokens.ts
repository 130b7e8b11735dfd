import type { Behaviour } from '../../behaviour/behaviour.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isFollowing } from './offsets.ts';

type PageMembers = Behaviour['pageMembers'];

/** The page token of some pages is something else. */
function tokenBecomes(
  normal: Behaviour,
  change: (token: string, ...of: Parameters<PageMembers>) => unknown,
): Pick<Behaviour, 'pageMembers'> {
  return {
    pageMembers: (...of) => {
      const members = normal.pageMembers(...of);
      const nextToken = change(of[3], ...of);
      if (nextToken !== undefined) return { ...members, nextToken };
      const { nextToken: _left, ...rest } = members;
      return rest;
    },
  };
}

const END = 'ZW5k';

/** A token of its own on pages that none follows, and what it leads to. */
function tokenAtTheEnd(
  normal: Behaviour,
  when: (...of: Parameters<PageMembers>) => boolean,
  leads: 'nowhere' | 'to-nothing' | 'to-the-start',
): Partial<Behaviour> {
  return {
    ...tokenBecomes(normal, (token, ...of) => (token === '' && when(...of) ? END : token)),
    pageTokenOf: (call) => {
      const token = normal.pageTokenOf(call);
      return token === END && leads === 'to-the-start' ? undefined : token;
    },
    readPageToken: (call, actor, listing, token) => {
      if (token !== END) return normal.readPageToken(call, actor, listing, token);
      return leads === 'nowhere' ? refusal('not-found', 'There is no such page.') : { modifiedAt: new Date(0), id: '' };
    },
    recordsAfter: (call, ordered, cursor, direction) =>
      cursor.id === '' ? [] : normal.recordsAfter(call, ordered, cursor, direction),
  };
}

/** Page tokens that are none, or that say the wrong thing of what follows. */
export const tokenFaults: readonly Fault[] = [
  {
    id: 'listing/null-on-the-last-page',
    breaks: ['LST-09', 'LST-10'],
    summary: 'On the last page nextToken is null.',
    behaviour: (normal) => tokenBecomes(normal, (token) => (token === '' ? null : token)),
  },
  {
    id: 'listing/no-page-token-on-the-last-page',
    breaks: ['LST-09', 'LST-10'],
    also: ['LST-05'],
    summary: 'The last page has no nextToken.',
    behaviour: (normal) => tokenBecomes(normal, (token) => (token === '' ? undefined : token)),
  },
  {
    id: 'listing/no-page-token-on-a-single-v3-page',
    breaks: ['LST-09', 'LST-10'],
    summary: 'In v3, a listing that fits on one page has no nextToken.',
    behaviour: (normal) =>
      tokenBecomes(normal, (token, call, listing) =>
        token === '' && listing.version === 'v3' && !isFollowing(call) ? undefined : token,
      ),
  },
  {
    id: 'listing/null-where-there-is-nothing',
    breaks: ['LST-09'],
    also: ['FLT-38'],
    summary: 'nextToken is null where there are no items.',
    behaviour: (normal) => tokenBecomes(normal, (token, _call, _listing, items) => (items.length === 0 ? null : token)),
  },
  {
    id: 'listing/page-tokens-are-numbers',
    breaks: ['LST-09', 'LST-11'],
    summary: 'The nextToken of plates is the number of the next page, as a JSON number.',
    behaviour: (normal) =>
      tokenBecomes(normal, (token, _call, listing) => (token !== '' && listing.kind === 'plate' ? 2 : token)),
  },
  {
    id: 'listing/page-tokens-are-objects-on-following-pages',
    breaks: ['LST-09', 'LST-11'],
    summary: 'From the second page on, nextToken is an object with the token in it.',
    behaviour: (normal) =>
      tokenBecomes(normal, (token, call) => (token !== '' && isFollowing(call) ? { token } : token)),
  },
  {
    id: 'listing/page-tokens-without-end',
    breaks: ['LST-10', 'LST-15'],
    also: ['LST-21'],
    summary: 'Every page has a page token; after the last one, empty pages follow for ever.',
    behaviour: (normal) => tokenAtTheEnd(normal, () => true, 'to-nothing'),
  },
  {
    id: 'listing/pages-go-round',
    breaks: ['LST-10', 'LST-15'],
    summary: 'The page token of the last page leads to the first one again.',
    behaviour: (normal) => tokenAtTheEnd(normal, (_call, _listing, items) => items.length > 0, 'to-the-start'),
  },
  {
    id: 'listing/v2-entries-go-round',
    breaks: ['LST-10', 'LST-15'],
    summary: 'In the v2 listing of entries, the token of the last of several pages leads to the first one.',
    behaviour: (normal) =>
      tokenAtTheEnd(
        normal,
        (call, listing) => listing.version === 'v2' && listing.kind === 'entry' && isFollowing(call),
        'to-the-start',
      ),
  },
  {
    id: 'listing/the-last-page-token-leads-nowhere',
    breaks: ['LST-10'],
    also: ['LST-21'],
    summary: 'The last page has a page token that is answered with 404.',
    behaviour: (normal) => tokenAtTheEnd(normal, () => true, 'nowhere'),
  },
  {
    id: 'listing/the-token-of-a-full-last-page-leads-nowhere',
    breaks: ['LST-10'],
    summary: 'Where the last page is full it has a page token, which is answered with 404.',
    behaviour: (normal) =>
      tokenAtTheEnd(
        normal,
        (call, _listing, items) => String(items.length) === call.request.query.get('pageSize'),
        'nowhere',
      ),
  },
  {
    id: 'listing/an-empty-page-after-a-full-one',
    breaks: ['LST-20'],
    summary: 'Whether a page follows is told by whether this one is full.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => {
        const { items } = normal.cutPage(call, rest, pageSize);
        return { items, more: items.length === pageSize };
      },
    }),
  },
  {
    id: 'listing/an-empty-page-after-full-v3-plates-of-three',
    breaks: ['LST-20'],
    summary: 'A full last page of three plates in v3 is followed by an empty one.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => {
        const cut = normal.cutPage(call, rest, pageSize);
        const here = pageSize === 3 && call.request.path === '/api/v3/plate/items';
        return here ? { ...cut, more: cut.items.length === 3 } : cut;
      },
    }),
  },
  {
    id: 'listing/an-empty-page-after-a-single-full-one',
    breaks: ['LST-20'],
    summary: 'Where all records fit on one page exactly, an empty one follows it.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => {
        const cut = normal.cutPage(call, rest, pageSize);
        return isFollowing(call) ? cut : { ...cut, more: cut.items.length === pageSize };
      },
    }),
  },
  {
    id: 'listing/an-empty-page-after-results',
    breaks: ['LST-20'],
    summary: 'The last page of several with assay results is followed by an empty one, full or not.',
    behaviour: (normal) =>
      tokenAtTheEnd(
        normal,
        (call, listing, items) => listing.kind === 'assayResult' && items.length > 0 && isFollowing(call),
        'to-nothing',
      ),
  },
];

import type { Behaviour } from '../../behaviour/behaviour.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isFollowing } from './offsets.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

type PageMembers = Behaviour['pageMembers'];

/** Replaces the page token of some pages. */
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

/** Gives some last pages a page token, and decides what that token leads to. */
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

/** Faults in which a page token has a wrong form, or says wrongly whether a page follows. */
export const tokenFaults: readonly Fault[] = [
  ...breaking(['LST-09', 'LST-10'], {
    'null-on-the-last-page': [
      (normal) => tokenBecomes(normal, (token) => (token === '' ? null : token)),
      'On the last page nextToken is null.',
    ],
    'no-page-token-on-the-last-page': [
      (normal) => tokenBecomes(normal, (token) => (token === '' ? undefined : token)),
      'The last page has no nextToken.',
      ['LST-05'],
    ],
    'no-page-token-on-a-single-v3-page': [
      (normal) =>
        tokenBecomes(normal, (token, call, listing) =>
          token === '' && listing.version === 'v3' && !isFollowing(call) ? undefined : token,
        ),
      'In v3, a listing that fits on one page has no nextToken.',
    ],
  }),
  ...breaking('LST-09', {
    'null-where-there-is-nothing': [
      (normal) => tokenBecomes(normal, (token, _call, _listing, items) => (items.length === 0 ? null : token)),
      'nextToken is null if there are no items.',
      ['FLT-38'],
    ],
  }),
  ...breaking(['LST-09', 'LST-11'], {
    'page-tokens-are-numbers': [
      (normal) =>
        tokenBecomes(normal, (token, _call, listing) => (token !== '' && listing.kind === 'plate' ? 2 : token)),
      'The nextToken of plates is the number of the next page, as a JSON number.',
    ],
    'page-tokens-are-objects-on-following-pages': [
      (normal) => tokenBecomes(normal, (token, call) => (token !== '' && isFollowing(call) ? { token } : token)),
      'From the second page on, nextToken is an object that contains the token.',
    ],
  }),
  ...breaking(['LST-10', 'LST-15'], {
    'page-tokens-without-end': [
      (normal) => tokenAtTheEnd(normal, () => true, 'to-nothing'),
      'Every page has a page token, and empty pages without end follow the last one.',
      ['LST-21'],
    ],
    'pages-go-round': [
      (normal) => tokenAtTheEnd(normal, (_call, _listing, items) => items.length > 0, 'to-the-start'),
      'The page token of the last page leads to the first page.',
    ],
    'v2-entries-go-round': [
      (normal) =>
        tokenAtTheEnd(
          normal,
          (call, listing) => listing.version === 'v2' && listing.kind === 'entry' && isFollowing(call),
          'to-the-start',
        ),
      'In the v2 listing of entries, the token of the last of several pages leads to the first page.',
    ],
  }),
  ...breaking('LST-10', {
    'the-last-page-token-leads-nowhere': [
      (normal) => tokenAtTheEnd(normal, () => true, 'nowhere'),
      'The last page has a page token that is answered with 404.',
      ['LST-21'],
    ],
    'the-token-of-a-full-last-page-leads-nowhere': [
      (normal) =>
        tokenAtTheEnd(
          normal,
          (call, _listing, items) => String(items.length) === call.request.query.get('pageSize'),
          'nowhere',
        ),
      'If the last page is full, it has a page token, which is answered with 404.',
    ],
  }),
  ...breaking('LST-20', {
    'an-empty-page-after-a-full-one': [
      (normal) => ({
        cutPage: (call, rest, pageSize) => {
          const { items } = normal.cutPage(call, rest, pageSize);
          return { items, more: items.length === pageSize };
        },
      }),
      'The tenant gives every full page a page token, so an empty page can follow.',
    ],
    'an-empty-page-after-full-v3-plates-of-three': [
      becomes('cutPage', (cut, call, _rest, pageSize) => {
        const here = pageSize === 3 && call.request.path === '/api/v3/plate/items';
        return here ? { ...cut, more: cut.items.length === 3 } : cut;
      }),
      'In v3, an empty page follows a full last page of three plates.',
    ],
    'an-empty-page-after-a-single-full-one': [
      becomes('cutPage', (cut, call, _rest, pageSize) =>
        isFollowing(call) ? cut : { ...cut, more: cut.items.length === pageSize },
      ),
      'If the records fill exactly one page, an empty page follows it.',
    ],
    'an-empty-page-after-results': [
      (normal) =>
        tokenAtTheEnd(
          normal,
          (call, listing, items) => listing.kind === 'assayResult' && items.length > 0 && isFollowing(call),
          'to-nothing',
        ),
      'After the last of several pages of assay results, an empty page follows.',
    ],
  }),
];

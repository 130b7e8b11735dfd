import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Listing } from '../../endpoints/listings.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import { filters, isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { byDelegate } from './conditions.ts';
import { alterMatches, refusePageTokens } from './filter-decisions.ts';
import { everything } from './requirements.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** Replaces members of an empty page of a filter. */
const sayOfNothing = (members: (listing: Listing) => Record<string, unknown>): Deviation =>
  becomes('pageMembers', (right, call, listing, items) => ({
    ...right,
    ...(items.length === 0 && filters(call) ? members(listing) : {}),
  }));

/** Faults in which pages of a filter lose or repeat records, and faults about a filter that finds nothing. */
export const pageFaults: readonly Fault[] = [
  ...breaking('FLT-37', {
    'page-is-cut-before-it-is-filtered': [
      (normal) => ({
        recordsAskedFor: (call, actor, listing) => {
          if (!filters(call)) return normal.recordsAskedFor(call, actor, listing);
          const all = normal.orderRecords(call, normal.recordsFor(call, actor, listing), 'desc');
          const size = call.request.query.get('pageSize');
          const terms = normal.readFilter(call, listing);
          if (isRefusal(terms)) return terms;
          return normal.filterRecords(call, size === null ? all : all.slice(0, Number(size) * 3), terms);
        },
      }),
      'A filter looks only at the first three pages of the listing.',
      ['FLT-38'],
    ],
    'a-stretch-without-a-match-is-the-end': [
      (normal) => ({
        recordsAskedFor: (call, actor, listing) => {
          const found = normal.recordsAskedFor(call, actor, listing);
          const pageSize = Number(call.request.query.get('pageSize') ?? 0);
          if (!filters(call) || isRefusal(found) || pageSize === 0) return found;
          const matches = new Set(found);
          const kept: LabRecord[] = [];
          let without = 0;
          for (const record of normal.orderRecords(call, normal.recordsFor(call, actor, listing), 'desc')) {
            if (matches.has(record)) kept.push(record);
            without = matches.has(record) ? 0 : without + 1;
            if (without >= 5 * pageSize && kept.length > 0) break;
          }
          return kept;
        },
      }),
      'The listing ends after five page sizes of records without a match.',
    ],
    'first-match-comes-again-on-the-second-page': [
      becomes('recordsAfter', (rest, call, ordered) => {
        const at = ordered.length - rest.length - 1;
        const last = ordered[at];
        return filters(call) &&
          at === Number(call.request.query.get('pageSize')) - 1 &&
          last !== undefined &&
          rest.length > 0
          ? [last, ...rest.slice(1), ...rest.slice(0, 1)]
          : rest;
      }),
      'The second page of a filtered listing begins with the last item of the first.',
    ],
    'a-match-is-lost-between-pages': [
      becomes('recordsAfter', (rest, call) => (filters(call) ? rest.slice(1) : rest)),
      'A following page of a filtered listing begins one record too late.',
    ],
    'page-tokens-of-filters-are-refused': [
      refusePageTokens(filters),
      'The tenant refuses a page token in a call with a filter.',
    ],
  }),
  ...breaking('FLT-41', {
    'following-pages-of-a-filter-are-refused-to-apps-for-users': [
      refusePageTokens((call) => filters(call) && byDelegate(call)),
      'With a filter, the tenant refuses the following page to an app that acts for a user.',
    ],
  }),
  ...breaking('LST-17', {
    'pages-are-cut-before-the-filter': [
      (normal) => ({
        recordsAskedFor: (call, actor, listing) => {
          const filter = normal.readFilter(call, listing);
          return isRefusal(filter) ? filter : normal.recordsFor(call, actor, listing);
        },
        pageMembers: (call, listing, items, nextToken) => {
          const filter = normal.readFilter(call, listing);
          const left = isRefusal(filter) || filter.length === 0 ? items : normal.filterRecords(call, items, filter);
          return normal.pageMembers(call, listing, isRefusal(left) ? [] : left, nextToken);
        },
      }),
      'The tenant cuts a page first and filters it afterwards, so that the page is short.',
      ['FLT-37', 'FLT-38', 'LST-20'],
    ],
  }),
  ...breaking('FLT-38', {
    'nothing-found-is-not-found': [
      becomes('answerListing', (answer, call) => {
        const isEmpty = !isRefusal(answer) && filters(call) && answer.body?.includes('"results":[]') === true;
        return isEmpty ? { ...answer, status: 404 } : answer;
      }),
      'The tenant answers a filter that finds nothing with 404.',
    ],
    'nothing-found-has-no-list': [
      sayOfNothing(({ itemsKey }) => ({ [itemsKey]: null })),
      'If a filter finds nothing, results is null.',
    ],
    'nothing-found-has-no-token': [
      sayOfNothing(() => ({ nextToken: null })),
      'If a filter finds nothing, nextToken is null.',
    ],
    'a-filter-that-finds-nothing-is-dropped': [
      alterMatches((matches, _call, all) => (matches.length === 0 ? all : matches)),
      'If a filter finds nothing, the tenant returns all records.',
      [...everything, 'FLT-40', 'FLT-27'],
    ],
    'the-end-is-told-from-the-listing-without-a-filter': [
      (normal) => ({
        pageMembers: (call, listing, items, nextToken) => {
          const { behaviour } = call.tenant;
          const { actor } = call.found;
          const { query } = call.request;
          const filtered = [...query.keys()].some((name) => name.startsWith('schemaFields'));
          if (actor === undefined || !filtered || nextToken !== '' || isFollowing(call)) {
            return normal.pageMembers(call, listing, items, nextToken);
          }
          const all = behaviour.recordsFor(call, actor, listing);
          const last: LabRecord | undefined = items.at(-1) ?? all.at(-1);
          const more = all.length > Number(query.get('pageSize') ?? 50) && last !== undefined;
          const token = more ? behaviour.makePageToken(call, actor, listing, last) : '';
          return normal.pageMembers(call, listing, items, token);
        },
      }),
      'A filtered page has a page token exactly if the unfiltered listing has a further page.',
      ['FLT-37', 'LST-10'],
    ],
  }),
];

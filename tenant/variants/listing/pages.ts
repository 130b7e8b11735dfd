import { jsonAnswer } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** Variants of the number of items on pages, and of the further members of pages. */
export const listingPageVariants: readonly Variant[] = [
  {
    id: 'listing/seven-items-unless-asked-otherwise',
    freedoms: ['FRE-139'],
    summary: 'A page has seven items by default.',
    behaviour: () => ({ defaultPageSize: () => 7 }),
  },
  {
    id: 'listing/one-plate-unless-asked-otherwise',
    freedoms: ['FRE-139'],
    summary: 'Without pageSize a page has one plate, two entries or three assay results.',
    behaviour: () => ({ defaultPageSize: ({ kind }) => ({ plate: 1, entry: 2, assayResult: 3 })[kind] }),
  },
  {
    id: 'listing/five-items-at-most',
    freedoms: ['FRE-140'],
    summary: 'A page has at most five items, also with a larger pageSize.',
    behaviour: () => ({ defaultPageSize: () => 5, maximumPageSize: () => 5 }),
  },
  {
    id: 'listing/more-than-eight-items-are-refused',
    freedoms: ['FRE-140', 'FRE-141'],
    summary: 'A pageSize above eight is answered with 422, and so is one that is not a whole number above 0.',
    behaviour: (normal) => ({
      pageSizeOf: (call, listing, text) => {
        const pageSize = normal.pageSizeOf(call, listing, text);
        return text !== null && typeof pageSize === 'number' && pageSize > 8
          ? refusal('invalid-query', 'pageSize is 8 at most.')
          : pageSize;
      },
      refuse: (call, why) => {
        const answer = normal.refuse(call, why);
        return why.refused === 'invalid-query' ? { ...answer, status: 422 } : answer;
      },
    }),
  },
  {
    id: 'listing/strange-page-sizes-are-the-default',
    freedoms: ['FRE-141', 'FRE-152'],
    summary: 'A pageSize that is not a whole number above 0 is ignored.',
    behaviour: (normal) => ({
      pageSizeOf: (call, listing, text) => {
        const pageSize = normal.pageSizeOf(call, listing, text);
        return typeof pageSize === 'number' ? pageSize : normal.pageSizeOf(call, listing, null);
      },
    }),
  },
  {
    id: 'listing/short-pages-by-turns',
    freedoms: ['FRE-142'],
    warnings: ['LST-17'],
    summary: 'Following pages except the last have one item less than requested, if pageSize is at least three.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => {
        const short = call.request.query.has('nextToken') && pageSize > 2 && rest.length > pageSize;
        return normal.cutPage(call, rest, short ? pageSize - 1 : pageSize);
      },
    }),
  },
  {
    id: 'listing/an-empty-page-at-the-end',
    freedoms: ['FRE-143'],
    warnings: ['LST-20'],
    summary: 'Full last pages have a page token, which leads to an empty page with an empty page token.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => {
        const { items } = normal.cutPage(call, rest, pageSize);
        return { items, more: items.length === pageSize };
      },
    }),
  },
  {
    id: 'listing/items-under-data-beside-much-else',
    freedoms: ['FRE-132', 'FRE-134'],
    summary: 'Items are in the member data, on a page with counts, links, warnings and the caller.',
    behaviour: (normal) => ({
      itemsKey: (_call, listing) => (listing.kind === 'assayResult' ? 'results' : 'data'),
      pageMembers: (call, listing, items, nextToken) => ({
        meta: { count: items.length, pageSize: Number(call.request.query.get('pageSize') ?? 50) },
        links: { self: call.request.target, next: nextToken === '' ? null : nextToken },
        warnings: [],
        requestedBy: call.found.actor?.id ?? null,
        ...normal.pageMembers(call, listing, items, nextToken),
      }),
    }),
  },
  {
    id: 'listing/empty-pages-leave-their-items-out',
    freedoms: ['FRE-132'],
    summary: 'If there are no entries or plates to show, a page has only its page token.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) =>
        items.length === 0 && listing.kind !== 'assayResult'
          ? { nextToken }
          : normal.pageMembers(call, listing, items, nextToken),
    }),
  },
  {
    id: 'listing/pages-are-partial-content',
    freedoms: ['FRE-157'],
    summary: 'A page that is followed by another is answered with 206, and so is each following page.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if ('refused' in answer || answer.body === undefined) return answer;
        const { nextToken } = JSON.parse(answer.body) as { readonly nextToken: string };
        return nextToken === '' && !call.request.query.has('nextToken') ? answer : { ...answer, status: 206 };
      },
    }),
  },
  {
    id: 'listing/nothing-to-see-is-not-found',
    freedoms: ['FRE-05'],
    summary: 'If a caller may see no record of a listing, the call is answered with 404.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor, listing) =>
        listing.kind !== 'assayResult' && normal.recordsFor(call, actor, listing).length === 0
          ? refusal('not-found', 'There is nothing for you.')
          : undefined,
    }),
  },
  {
    id: 'listing/assay-results-can-be-sorted',
    freedoms: ['FRE-149', 'FRE-147', 'FRE-148'],
    summary:
      'Assay results are sorted like other records; sort may name any field, in any letter case, and the first counts.',
    behaviour: (normal) => ({
      directionOf: (call, listing, text) => {
        const direction = /^[A-Za-z]+(?::(asc|desc))?(?:,|$)/i.exec(text ?? '')?.[1]?.toLowerCase();
        if (text === null) return normal.directionOf(call, listing, null);
        return direction === 'asc' ? 'asc' : 'desc';
      },
    }),
  },
  {
    id: 'listing/assay-results-are-not-sorted',
    freedoms: ['FRE-149', 'FRE-151'],
    summary: 'sort is not a parameter of assay results, and unknown parameters are answered with 400.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const known = ['pageSize', 'nextToken', listing.sortable ? 'sort' : 'schemaFields'];
        return [...call.request.query.keys()].every((name) => known.includes(name))
          ? normal.answerListing(call, actor, listing)
          : refusal('invalid-query', 'There is no such parameter.');
      },
    }),
  },
  {
    id: 'listing/repeated-parameters-count-last',
    freedoms: ['FRE-152', 'FRE-137'],
    summary: 'If a parameter is sent several times, the last one counts; an empty page token is answered with 400.',
    behaviour: (normal) => ({
      pageSizeOf: (call, listing) =>
        normal.pageSizeOf(call, listing, call.request.query.getAll('pageSize').at(-1) ?? null),
      directionOf: (call, listing) =>
        normal.directionOf(call, listing, call.request.query.getAll('sort').at(-1) ?? null),
      answerListing: (call, actor, listing) =>
        call.request.query.get('nextToken') === ''
          ? refusal('invalid-page-token', 'nextToken must not be empty.')
          : normal.answerListing(call, actor, listing),
    }),
  },
  {
    id: 'listing/filters-on-every-listing',
    freedoms: ['FRE-150'],
    summary: 'Every listing accepts schemaFields.',
    behaviour: () => ({ takesFilters: () => true }),
  },
  {
    id: 'listing/a-page-for-the-unasked',
    freedoms: ['FRE-153', 'FRE-134'],
    summary: 'Pages begin with nextToken, and have an ETag and a header that names their path.',
    behaviour: (normal) => ({
      pageHeaders: (call) => [...normal.pageHeaders(call), ['ETag', '"1"'], ['X-Listing', call.request.path]],
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if ('refused' in answer || answer.body === undefined) return answer;
        const members = JSON.parse(answer.body) as Record<string, unknown>;
        return jsonAnswer(answer.status, { nextToken: members['nextToken'], ...members }, answer.headers);
      },
    }),
  },
  {
    id: 'listing/pages-of-five-at-least',
    freedoms: ['FRE-253'],
    summary: 'A pageSize below 5 is refused.',
    behaviour: (normal) => ({
      pageSizeOf: (call, listing, text) => {
        const size = normal.pageSizeOf(call, listing, text);
        return typeof size === 'number' && size < 5 ? refusal('invalid-query', 'pageSize is 5 at least.') : size;
      },
    }),
  },
  {
    id: 'listing/sorted-where-it-is-shown-only',
    freedoms: ['FRE-147'],
    warnings: ['LST-23', 'LST-37', 'LST-34'],
    summary: 'sort is refused, except modifiedAt:desc on /api/v3/entry/items.',
    behaviour: (normal) => ({
      directionOf: (call, listing, text) =>
        text === null || (call.request.path === '/api/v3/entry/items' && text === 'modifiedAt:desc')
          ? normal.directionOf(call, listing, text)
          : refusal('invalid-query', 'There is no such order.'),
    }),
  },
];

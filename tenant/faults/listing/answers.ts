import { refusal } from '../../http/refusal.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isDelegate, isV3 } from './listing-calls.ts';

/** What the listings answer at all, and of which records. */
export const answerFaults: readonly Fault[] = [
  {
    id: 'listing/v3-entries-are-not-there',
    breaks: ['LST-01'],
    summary: 'There is no listing of entries in v3.',
    behaviour: () => ({
      listingIsForbidden: (call) =>
        call.request.path === '/api/v3/entry/items' ? refusal('not-found', 'There is nothing here.') : undefined,
    }),
  },
  {
    id: 'listing/v2-entries-break-down',
    breaks: ['LST-02'],
    summary: 'The v2 listing of entries is answered with 500.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) =>
        call.request.path === '/api/v2/entries'
          ? { status: 500, headers: [], body: undefined }
          : normal.answerListing(call, actor, listing),
    }),
  },
  {
    id: 'listing/v3-plates-are-a-bare-list',
    breaks: ['LST-03'],
    summary: 'The v3 listing of plates answers with a list of plates and nothing around it.',
    behaviour: () => ({
      answer: (answer, call) =>
        call.request.path === '/api/v3/plate/items' && answer.status === 200
          ? { ...answer, body: JSON.stringify((JSON.parse(answer.body ?? '{}') as { items?: unknown }).items) }
          : answer,
    }),
  },
  {
    id: 'listing/v2-plates-have-no-content',
    breaks: ['LST-04'],
    summary: 'The v2 listing of plates answers with 204.',
    behaviour: () => ({
      answer: (answer, call) =>
        call.request.path === '/api/v2/plates' && answer.status === 200
          ? { status: 204, headers: [], body: undefined }
          : answer,
    }),
  },
  {
    id: 'listing/v2-plates-are-always-empty',
    breaks: ['LST-04', 'LST-32'],
    summary: 'The v2 listing of plates has no plates for anybody.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) =>
        call.request.path === '/api/v2/plates' ? [] : normal.recordsFor(call, actor, listing),
    }),
  },
  {
    id: 'listing/v3-entries-are-always-empty',
    breaks: ['LST-01', 'LST-32'],
    summary: 'The v3 listing of entries has no entries for anybody.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) =>
        call.request.path === '/api/v3/entry/items' ? [] : normal.recordsFor(call, actor, listing),
    }),
  },
  {
    id: 'listing/results-under-another-name',
    breaks: ['LST-05', 'LST-06'],
    summary: 'Assay results stand under the member assayResults.',
    behaviour: (normal) => ({
      itemsKey: (call, listing) => (listing.kind === 'assayResult' ? 'assayResults' : normal.itemsKey(call, listing)),
    }),
  },
  {
    id: 'listing/no-results-no-list',
    breaks: ['LST-06'],
    also: ['FLT-38'],
    summary: 'Where there are no assay results to show, the page has no results.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const members = normal.pageMembers(call, listing, items, nextToken);
        return listing.kind === 'assayResult' && items.length === 0 ? { nextToken } : members;
      },
    }),
  },
  {
    id: 'listing/no-results-are-null',
    breaks: ['LST-06'],
    also: ['FLT-38'],
    summary: 'Where there are no assay results to show, results is null.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const members = normal.pageMembers(call, listing, items, nextToken);
        return listing.kind === 'assayResult' && items.length === 0 ? { results: null, nextToken } : members;
      },
    }),
  },
  {
    id: 'listing/results-by-identifier',
    breaks: ['LST-06'],
    summary: 'results is an object with the assay results by their identifiers.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const members = normal.pageMembers(call, listing, items, nextToken);
        if (listing.kind !== 'assayResult') return members;
        const { shapeItem } = call.tenant.behaviour;
        return { results: Object.fromEntries(items.map((one) => [one.id, shapeItem(call, listing, one)])), nextToken };
      },
    }),
  },
  {
    id: 'listing/results-hold-entries-too',
    breaks: ['LST-07'],
    summary: 'Entries stand among the assay results.',
    behaviour: (normal) => ({
      kindsListed: (listing) =>
        listing.kind === 'assayResult' ? ['assayResult', 'entry'] : normal.kindsListed(listing),
    }),
  },
  {
    id: 'listing/plates-after-the-results',
    breaks: ['LST-07'],
    summary: 'Where all assay results fit on a page with room to spare, plates fill it up.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        const pageSize = Number(call.request.query.get('pageSize') ?? 50);
        if (listing.kind !== 'assayResult' || records.length >= pageSize) return records;
        const plates = call.tenant.state.records.byKind.plate;
        return [...records, ...plates.filter((plate) => normal.mayRead(call, actor, plate))];
      },
    }),
  },
  {
    id: 'listing/v2-entries-hold-plates-too',
    breaks: ['LST-08'],
    summary: 'The v2 listing of entries lists plates as well.',
    behaviour: (normal) => ({
      kindsListed: (listing) =>
        listing.kind === 'entry' && listing.version === 'v2' ? ['entry', 'plate'] : normal.kindsListed(listing),
    }),
  },
  {
    id: 'listing/v3-plates-hold-the-latest-result',
    breaks: ['LST-08'],
    summary: 'The v3 listing of plates has the latest assay result of the caller among the plates.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        if (listing.kind !== 'plate' || listing.version !== 'v3') return records;
        const results = call.tenant.state.records.byKind.assayResult;
        const latest = results.findLast((result) => normal.mayRead(call, actor, result));
        return latest === undefined ? records : [...records, latest];
      },
    }),
  },
  {
    id: 'listing/page-size-is-required-with-sort',
    breaks: ['LST-18'],
    summary: 'A sorted call without pageSize is answered with 400.',
    behaviour: (normal) => ({
      pageSizeOf: (call, listing, text) =>
        text === null && call.request.query.has('sort')
          ? refusal('invalid-query', 'pageSize is required.')
          : normal.pageSizeOf(call, listing, text),
    }),
  },
  {
    id: 'listing/page-size-is-required-on-v2-plates',
    breaks: ['LST-18', 'LST-19'],
    also: ['LST-04'],
    summary: 'The v2 listing of plates answers with 400 unless pageSize is given.',
    behaviour: (normal) => ({
      pageSizeOf: (call, listing, text) =>
        text === null && call.request.path === '/api/v2/plates'
          ? refusal('invalid-query', 'pageSize is required.')
          : normal.pageSizeOf(call, listing, text),
    }),
  },
  {
    id: 'listing/sort-is-required-on-v3-entries',
    breaks: ['LST-19'],
    also: ['LST-01'],
    summary: 'The v3 listing of entries answers with 400 unless sort is given.',
    behaviour: (normal) => ({
      directionOf: (call, listing, text) =>
        text === null && call.request.path === '/api/v3/entry/items'
          ? refusal('invalid-query', 'sort is required.')
          : normal.directionOf(call, listing, text),
    }),
  },
  {
    id: 'listing/some-parameter-is-required-on-v3-plates',
    breaks: ['LST-19'],
    also: ['LST-03'],
    summary: 'The v3 listing of plates answers with 400 where the query is empty.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) =>
        call.request.path === '/api/v3/plate/items' && call.request.query.size === 0
          ? refusal('invalid-query', 'Say what you want.')
          : normal.answerListing(call, actor, listing),
    }),
  },
  {
    id: 'listing/v3-leaves-out-the-newest',
    breaks: ['LST-32'],
    also: ['LST-31'],
    summary: 'In v3 the entry that was modified last comes only when another one has been.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        if (listing.version !== 'v3' || listing.kind !== 'entry' || records.length < 2) return records;
        const newest = records.toSorted((one, other) => one.modifiedAt.getTime() - other.modifiedAt.getTime()).at(-1);
        return records.filter((record) => record !== newest);
      },
    }),
  },
  {
    id: 'listing/v2-knows-six-plates',
    breaks: ['LST-32'],
    summary: 'In v2 there are six plates at most, over all pages.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        return listing.version === 'v2' && listing.kind === 'plate' ? records.slice(0, 6) : records;
      },
    }),
  },
  {
    id: 'listing/nothing-has-a-page-token',
    breaks: ['LST-21'],
    also: ['FLT-38'],
    summary: 'A page without items has a page token.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const first = !call.request.query.has('nextToken');
        return normal.pageMembers(call, listing, items, items.length === 0 && first ? 'bm9uZQ' : nextToken);
      },
      readPageToken: (call, actor, listing, token) =>
        token === 'bm9uZQ' ? { modifiedAt: new Date(0), id: '' } : normal.readPageToken(call, actor, listing, token),
    }),
  },
  {
    id: 'listing/nothing-is-a-placeholder',
    breaks: ['LST-21'],
    summary: 'An empty listing of plates has one item that says so.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const members = normal.pageMembers(call, listing, items, nextToken);
        return listing.kind === 'plate' && items.length === 0
          ? { ...members, [normal.itemsKey(call, listing)]: [{ id: null, name: 'No plates yet' }] }
          : members;
      },
    }),
  },
  {
    id: 'listing/v3-entries-ask-for-projects-of-the-app',
    breaks: ['LST-31'],
    also: ['LST-32', 'LST-21'],
    summary:
      'The v3 listing of entries is forbidden to an app that acts for a user as long as it has no project itself.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor, listing) => {
        const { credential } = actor;
        if (credential.kind !== 'accessToken' || !isDelegate(actor) || !isV3(listing, 'entry')) {
          return normal.listingIsForbidden(call, actor, listing);
        }
        const app = { kind: 'app', id: credential.token.appId } as const;
        const has = call.tenant.state.projects
          .values()
          .some(({ grants }) => grants.some((grant) => sameActor(grant.actor, app) && grant.revokedAt === undefined));
        return has ? undefined : refusal('forbidden', 'The app has no project.');
      },
    }),
  },

  {
    id: 'listing/following-results-stand-as-items',
    breaks: ['LST-06'],
    also: ['LST-05'],
    summary: 'A following page of assay results has them as items.',
    behaviour: (normal) => ({
      itemsKey: (call, listing) =>
        listing.kind === 'assayResult' && call.request.query.has('nextToken')
          ? 'items'
          : normal.itemsKey(call, listing),
    }),
  },
];

import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { projectsOf } from '../operators/visibility.ts';
import { isDelegate, isV3 } from './listing-calls.ts';
import { breaking } from './rows.ts';
import { becomes, replaceIf } from '../operators/rules.ts';

/** Faults about whether the listings answer at all, and with which kinds of records. */
export const answerFaults: readonly Fault[] = [
  ...breaking('LST-01', {
    'v3-entries-are-not-there': [
      () => ({
        listingIsForbidden: (call) =>
          call.request.path === '/api/v3/entry/items' ? refusal('not-found', 'There is nothing here.') : undefined,
      }),
      'There is no listing of entries in v3.',
    ],
  }),
  ...breaking('LST-02', {
    'v2-entries-break-down': [
      replaceIf(
        'answerListing',
        (call) => call.request.path === '/api/v2/entries',
        () => ({ status: 500, headers: [], body: undefined }),
      ),
      'The v2 listing of entries is answered with 500.',
    ],
  }),
  ...breaking('LST-03', {
    'v3-plates-are-a-bare-list': [
      () => ({
        answer: (answer, call) =>
          call.request.path === '/api/v3/plate/items' && answer.status === 200
            ? { ...answer, body: JSON.stringify((JSON.parse(answer.body ?? '{}') as { items?: unknown }).items) }
            : answer,
      }),
      'The v3 listing of plates answers with a bare list of plates.',
    ],
  }),
  ...breaking('LST-04', {
    'v2-plates-have-no-content': [
      () => ({
        answer: (answer, call) =>
          call.request.path === '/api/v2/plates' && answer.status === 200
            ? { status: 204, headers: [], body: undefined }
            : answer,
      }),
      'The v2 listing of plates answers with 204.',
    ],
  }),
  ...breaking(['LST-04', 'LST-32'], {
    'v2-plates-are-always-empty': [
      replaceIf(
        'recordsFor',
        (call) => call.request.path === '/api/v2/plates',
        () => [],
      ),
      'The v2 listing of plates is always empty.',
    ],
  }),
  ...breaking(['LST-01', 'LST-32'], {
    'v3-entries-are-always-empty': [
      replaceIf(
        'recordsFor',
        (call) => call.request.path === '/api/v3/entry/items',
        () => [],
      ),
      'The v3 listing of entries is always empty.',
    ],
  }),
  ...breaking(['LST-05', 'LST-06'], {
    'results-under-another-name': [
      replaceIf(
        'itemsKey',
        (_call, listing) => listing.kind === 'assayResult',
        () => 'assayResults',
      ),
      'A page of assay results has them in the member assayResults.',
    ],
  }),
  ...breaking('LST-06', {
    'no-results-no-list': [
      becomes('pageMembers', (members, _call, listing, items, nextToken) =>
        listing.kind === 'assayResult' && items.length === 0 ? { nextToken } : members,
      ),
      'If there are no assay results to show, the page has no member results.',
      ['FLT-38'],
    ],
    'no-results-are-null': [
      becomes('pageMembers', (members, _call, listing, items, nextToken) =>
        listing.kind === 'assayResult' && items.length === 0 ? { results: null, nextToken } : members,
      ),
      'If there are no assay results to show, results is null.',
      ['FLT-38'],
    ],
    'results-by-identifier': [
      becomes('pageMembers', (members, call, listing, items, nextToken) => {
        if (listing.kind !== 'assayResult') return members;
        const { shapeItem } = call.tenant.behaviour;
        return {
          results: Object.fromEntries(items.map((one) => [one.id, shapeItem(call, listing, one)])),
          nextToken,
        };
      }),
      'results is an object with the identifiers of the assay results as keys.',
    ],
    'following-results-stand-as-items': [
      replaceIf(
        'itemsKey',
        (call, listing) => listing.kind === 'assayResult' && call.request.query.has('nextToken'),
        () => 'items',
      ),
      'A following page of assay results has them in the member items.',
      ['LST-05'],
    ],
  }),
  ...breaking('LST-07', {
    'results-hold-entries-too': [
      replaceIf(
        'kindsListed',
        (listing) => listing.kind === 'assayResult',
        () => ['assayResult', 'entry'],
      ),
      'The listing of assay results also lists entries.',
    ],
    'plates-after-the-results': [
      (normal) => ({
        recordsFor: (call, actor, listing) => {
          const records = normal.recordsFor(call, actor, listing);
          const pageSize = Number(call.request.query.get('pageSize') ?? 50);
          if (listing.kind !== 'assayResult' || records.length >= pageSize) return records;
          const plates = call.tenant.state.records.byKind.plate;
          return [...records, ...plates.filter((plate) => normal.mayRead(call, actor, plate))];
        },
      }),
      'If all assay results fit on a page and leave space, the page also lists plates.',
    ],
  }),
  ...breaking('LST-08', {
    'v2-entries-hold-plates-too': [
      replaceIf(
        'kindsListed',
        (listing) => listing.kind === 'entry' && listing.version === 'v2',
        () => ['entry', 'plate'],
      ),
      'The v2 listing of entries also lists plates.',
    ],
    'v3-plates-hold-the-latest-result': [
      (normal) => ({
        recordsFor: (call, actor, listing) => {
          const records = normal.recordsFor(call, actor, listing);
          if (listing.kind !== 'plate' || listing.version !== 'v3') return records;
          const results = call.tenant.state.records.byKind.assayResult;
          const latest = results.findLast((result) => normal.mayRead(call, actor, result));
          return latest === undefined ? records : [...records, latest];
        },
      }),
      'The v3 listing of plates also lists the last assay result that the caller may see.',
    ],
  }),
  ...breaking('LST-18', {
    'page-size-is-required-with-sort': [
      replaceIf(
        'pageSizeOf',
        (call, _listing, text) => text === null && call.request.query.has('sort'),
        () => refusal('invalid-query', 'pageSize is required.'),
      ),
      'The tenant answers a sorted call without pageSize with 400.',
    ],
  }),
  ...breaking(['LST-18', 'LST-19'], {
    'page-size-is-required-on-v2-plates': [
      replaceIf(
        'pageSizeOf',
        (call, _listing, text) => text === null && call.request.path === '/api/v2/plates',
        () => refusal('invalid-query', 'pageSize is required.'),
      ),
      'The v2 listing of plates answers a call without pageSize with 400.',
      ['LST-04'],
    ],
  }),
  ...breaking('LST-19', {
    'sort-is-required-on-v3-entries': [
      replaceIf(
        'directionOf',
        (call, _listing, text) => text === null && call.request.path === '/api/v3/entry/items',
        () => refusal('invalid-query', 'sort is required.'),
      ),
      'The v3 listing of entries answers a call without sort with 400.',
      ['LST-01'],
    ],
    'some-parameter-is-required-on-v3-plates': [
      replaceIf(
        'answerListing',
        (call) => call.request.path === '/api/v3/plate/items' && call.request.query.size === 0,
        () => refusal('invalid-query', 'Say what you want.'),
      ),
      'The v3 listing of plates answers a call with an empty query with 400.',
      ['LST-03'],
    ],
  }),
  ...breaking('LST-32', {
    'v3-leaves-out-the-newest': [
      becomes('recordsFor', (records, _call, _actor, listing) => {
        if (listing.version !== 'v3' || listing.kind !== 'entry' || records.length < 2) return records;
        const newest = records.toSorted((one, other) => one.modifiedAt.getTime() - other.modifiedAt.getTime()).at(-1);
        return records.filter((record) => record !== newest);
      }),
      'v3 does not list the entry that was modified last until another one is modified.',
      ['LST-31'],
    ],
    'v2-knows-six-plates': [
      becomes('recordsFor', (records, _call, _actor, listing) =>
        listing.version === 'v2' && listing.kind === 'plate' ? records.slice(0, 6) : records,
      ),
      'The v2 listing of plates has at most six plates over all pages.',
    ],
  }),
  ...breaking('LST-21', {
    'nothing-has-a-page-token': [
      (normal) => ({
        pageMembers: (call, listing, items, nextToken) => {
          const first = !call.request.query.has('nextToken');
          return normal.pageMembers(call, listing, items, items.length === 0 && first ? 'bm9uZQ' : nextToken);
        },
        readPageToken: (call, actor, listing, token) =>
          token === 'bm9uZQ' ? { modifiedAt: new Date(0), id: '' } : normal.readPageToken(call, actor, listing, token),
      }),
      'A page without items has a page token.',
      ['FLT-38'],
    ],
    'nothing-is-a-placeholder': [
      (normal) => ({
        pageMembers: (call, listing, items, nextToken) => {
          const members = normal.pageMembers(call, listing, items, nextToken);
          return listing.kind === 'plate' && items.length === 0
            ? { ...members, [normal.itemsKey(call, listing)]: [{ id: null, name: 'No plates yet' }] }
            : members;
        },
      }),
      'An empty listing of plates has one placeholder item.',
    ],
  }),
  ...breaking('LST-31', {
    'v3-entries-ask-for-projects-of-the-app': [
      (normal) => ({
        listingIsForbidden: (call, actor, listing) => {
          const { credential } = actor;
          if (credential.kind !== 'accessToken' || !isDelegate(actor) || !isV3(listing, 'entry')) {
            return normal.listingIsForbidden(call, actor, listing);
          }
          const app = { kind: 'app', id: credential.token.appId } as const;
          return projectsOf(call, app).length > 0 ? undefined : refusal('forbidden', 'The app has no project.');
        },
      }),
      'The v3 listing of entries answers an app that acts for a user with 403 until the app itself has a project.',
      ['LST-32', 'LST-21'],
    ],
  }),
];

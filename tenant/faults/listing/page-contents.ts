import type { Call } from '../../call.ts';
import { jsonAnswer } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isDelegate, sortOf, wasGrantedAny } from './listing-calls.ts';
import { isFollowing } from './offsets.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

const isAt = (call: Call, path: string): boolean => call.request.path === path;

/** Faults in which a page has items of another kind, or its list of items is null, missing or another value. */
export const pageContentFaults: readonly Fault[] = [
  ...breaking('LST-07', {
    'results-hold-entries-with-a-schema': [
      (normal) => ({
        kindsListed: (listing) =>
          listing.kind === 'assayResult' ? ['assayResult', 'entry'] : normal.kindsListed(listing),
        recordsFor: (call, actor, listing) =>
          normal
            .recordsFor(call, actor, listing)
            .filter(({ kind, schemaId }) => kind === listing.kind || schemaId !== undefined),
      }),
      'The listing of assay results lists every record that has a schema, also entries.',
    ],
    'following-pages-of-results-hold-plates': [
      (normal) => ({
        pageMembers: (call, listing, items, nextToken) => {
          const { byKind } = call.tenant.state.records;
          const actor = call.found.actor;
          const plate = actor === undefined ? undefined : byKind.plate.find((one) => normal.mayRead(call, actor, one));
          const more = listing.kind === 'assayResult' && isFollowing(call) && nextToken === '' && plate !== undefined;
          return normal.pageMembers(call, listing, more ? [...items, plate] : items, nextToken);
        },
      }),
      'The last of several pages of assay results also lists a plate.',
      ['LST-13', 'LST-16'],
    ],
  }),
  ...breaking('LST-08', {
    'v2-plates-sorted-up-hold-entries-too': [
      (normal) => ({
        recordsFor: (call, actor, listing) => [
          ...normal.recordsFor(call, actor, listing),
          ...(isAt(call, '/api/v2/plates') && sortOf(call).endsWith(':asc')
            ? call.tenant.state.records.byKind.entry.filter((record) => normal.mayRead(call, actor, record))
            : []),
        ],
      }),
      'The v2 listing of plates in ascending order also lists entries.',
      ['LST-13', 'LST-14', 'LST-25', 'LST-31', 'LST-32', 'LST-23'],
    ],
  }),
  ...breaking(
    'LST-06',
    {
      'results-are-null-where-a-user-was-granted-nothing': [
        becomes('pageMembers', (members, call, listing) => {
          const granted = wasGrantedAny(call);
          const bare = call.found.actor?.kind === 'user' && !granted;
          return bare && listing.kind === 'assayResult' ? { ...members, results: null } : members;
        }),
        'For a user who was never granted a project, results is null.',
        ['LST-21'],
      ],
      'results-are-left-out-of-an-empty-page-for-keys': [
        (normal) => ({
          pageMembers: (call, listing, items, nextToken) => {
            const { results, ...others } = normal.pageMembers(call, listing, items, nextToken);
            const lacks = call.found.actor?.credential.kind === 'apiKey' && items.length === 0;
            return lacks || results === undefined ? others : { results, ...others };
          },
        }),
        'For a user with a key, a page without assay results has no member results.',
      ],
    },
    ['LST-05'],
  ),
  ...breaking('LST-05', {
    'results-are-a-bare-list-for-delegates': [
      becomes('answerListing', (answer, call, actor, listing) => {
        if (isRefusal(answer) || listing.kind !== 'assayResult' || !isDelegate(actor)) return answer;
        const page = JSON.parse(answer.body ?? '{}') as { results?: unknown; nextToken?: unknown };
        return page.nextToken === '' && !call.request.query.has('nextToken') ? jsonAnswer(200, page.results) : answer;
      }),
      'An app that acts for a user gets assay results that fit on one page as a bare list.',
      ['LST-06', 'LST-09'],
    ],
  }),
  ...breaking('LST-02', {
    'quotation-marks-break-pages-of-v2-entries': [
      becomes('answerListing', (answer, _call, _actor, listing) => {
        if (isRefusal(answer) || listing.kind !== 'entry' || listing.version !== 'v2') return answer;
        return { ...answer, body: answer.body?.replaceAll(String.raw`\"`, '"') };
      }),
      'The v2 listing of entries does not escape quotation marks in names, so the page is not JSON.',
      ['LST-32'],
    ],
  }),
];

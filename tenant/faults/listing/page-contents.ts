import type { Call } from '../../call.ts';
import { jsonAnswer } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { isDelegate, sortOf } from './listing-calls.ts';
import { isFollowing } from './offsets.ts';

const isAt = (call: Call, path: string): boolean => call.request.path === path;

/** Pages whose items are of another kind, or whose member of items is null, missing or something else. */
export const pageContentFaults: readonly Fault[] = [
  {
    id: 'listing/results-hold-entries-with-a-schema',
    breaks: ['LST-07'],
    summary: 'Whatever has a schema counts as an assay result, entries too.',
    behaviour: (normal) => ({
      kindsListed: (listing) =>
        listing.kind === 'assayResult' ? ['assayResult', 'entry'] : normal.kindsListed(listing),
      recordsFor: (call, actor, listing) =>
        normal
          .recordsFor(call, actor, listing)
          .filter(({ kind, schemaId }) => kind === listing.kind || schemaId !== undefined),
    }),
  },
  {
    id: 'listing/v2-plates-sorted-up-hold-entries-too',
    breaks: ['LST-08'],
    also: ['LST-13', 'LST-14', 'LST-25', 'LST-31', 'LST-32', 'LST-23'],
    summary: 'Plates of v2 that are sorted upwards come with the entries.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => [
        ...normal.recordsFor(call, actor, listing),
        ...(isAt(call, '/api/v2/plates') && sortOf(call).endsWith(':asc')
          ? call.tenant.state.records.byKind.entry.filter((record) => normal.mayRead(call, actor, record))
          : []),
      ],
    }),
  },
  {
    id: 'listing/following-pages-of-results-hold-plates',
    breaks: ['LST-07'],
    also: ['LST-13', 'LST-16'],
    summary: 'The last of several pages of assay results ends with a plate.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const { byKind } = call.tenant.state.records;
        const actor = call.found.actor;
        const plate = actor === undefined ? undefined : byKind.plate.find((one) => normal.mayRead(call, actor, one));
        const more = listing.kind === 'assayResult' && isFollowing(call) && nextToken === '' && plate !== undefined;
        return normal.pageMembers(call, listing, more ? [...items, plate] : items, nextToken);
      },
    }),
  },
  {
    id: 'listing/results-are-null-where-a-user-was-granted-nothing',
    breaks: ['LST-06'],
    also: ['LST-05', 'LST-21'],
    summary: 'For a user to whom no project was granted results is null.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const members = normal.pageMembers(call, listing, items, nextToken);
        const granted = [...call.tenant.state.projects.values()].some(({ grants }) =>
          grants.some((one) => call.found.actor !== undefined && sameActor(one.actor, call.found.actor)),
        );
        const bare = call.found.actor?.kind === 'user' && !granted;
        return bare && listing.kind === 'assayResult' ? { ...members, results: null } : members;
      },
    }),
  },
  {
    id: 'listing/results-are-left-out-of-an-empty-page-for-keys',
    breaks: ['LST-06'],
    also: ['LST-05'],
    summary: 'A user who comes with a key and has no assay results gets a page without results.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const { results, ...others } = normal.pageMembers(call, listing, items, nextToken);
        const lacks = call.found.actor?.credential.kind === 'apiKey' && items.length === 0;
        return lacks || results === undefined ? others : { results, ...others };
      },
    }),
  },
  {
    id: 'listing/results-are-a-bare-list-for-delegates',
    breaks: ['LST-05'],
    also: ['LST-06', 'LST-09'],
    summary:
      'An app that acts for a user gets its assay results as a list and nothing around it, if they fit on one page.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if (isRefusal(answer) || listing.kind !== 'assayResult' || !isDelegate(actor)) return answer;
        const page = JSON.parse(answer.body ?? '{}') as { results?: unknown; nextToken?: unknown };
        return page.nextToken === '' && !call.request.query.has('nextToken') ? jsonAnswer(200, page.results) : answer;
      },
    }),
  },
  {
    id: 'listing/quotation-marks-break-pages-of-v2-entries',
    breaks: ['LST-02'],
    also: ['LST-32'],
    summary: 'A quotation mark in the name of an entry is not escaped on pages of v2, which are no JSON then.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        if (isRefusal(answer) || listing.kind !== 'entry' || listing.version !== 'v2') return answer;
        return { ...answer, body: answer.body?.replaceAll(String.raw`\"`, '"') };
      },
    }),
  },
];

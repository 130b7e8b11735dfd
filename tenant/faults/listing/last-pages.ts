import type { Actor, Call } from '../../call.ts';
import { withMembers } from '../../http/message.ts';
import { sameActor } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { parameter } from './listing-calls.ts';

const isApp = (actor: Actor | undefined): boolean => actor?.kind === 'app';

/** Listings that end too early, and what stands for a page token on the last page. */
export const lastPageFaults: readonly Fault[] = [
  {
    id: 'listing/no-page-token-without-a-page-size',
    breaks: ['LST-09'],
    also: ['LST-10', 'LST-19'],
    summary: 'A page for which no pageSize was given has no nextToken where nothing follows.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const members = normal.pageMembers(call, listing, items, nextToken);
        if (parameter(call, 'pageSize') !== null || nextToken !== '') return members;
        const { nextToken: _without, ...others } = members;
        return others;
      },
    }),
  },
  {
    id: 'listing/no-page-token-where-an-app-was-granted-nothing',
    breaks: ['LST-09'],
    also: ['LST-05', 'LST-21', 'CCR-08'],
    summary: 'An app to which no project was granted gets a page without nextToken.',
    behaviour: (normal) => ({
      answer: (answer, call) => {
        const granted = [...call.tenant.state.projects.values()].some(({ grants }) =>
          grants.some((one) => call.found.actor !== undefined && sameActor(one.actor, call.found.actor)),
        );
        const bare = isApp(call.found.actor) && !granted;
        return normal.answer(
          withMembers(answer, (members) => {
            if (!bare || members['nextToken'] !== '') return members;
            const { nextToken: _without, ...others } = members;
            return others;
          }),
          call,
        );
      },
    }),
  },
  {
    id: 'listing/page-tokens-are-numbers-from-the-third-page-on',
    breaks: ['LST-09'],
    also: ['LST-11'],
    summary: 'The third and each later page that is followed by another has a number for a nextToken.',
    behaviour: (normal) => {
      const depths = new Map<string, number>();
      return {
        answer: (answer, call) => {
          const sent = parameter(call, 'nextToken');
          const depth = sent === null ? 1 : (depths.get(sent) ?? 1) + 1;
          return normal.answer(
            withMembers(answer, (members) => {
              const { nextToken } = members;
              if (typeof nextToken !== 'string' || nextToken === '') return members;
              depths.set(nextToken, depth);
              return depth >= 3 ? { ...members, nextToken: depth } : members;
            }),
            call,
          );
        },
      };
    },
  },
  {
    id: 'listing/the-last-page-token-is-the-text-null',
    breaks: ['LST-10'],
    summary: 'On the last page of plates in v2 nextToken is the text null, which is no page token.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) =>
        normal.pageMembers(
          call,
          listing,
          items,
          nextToken === '' && listing.kind === 'plate' && listing.version === 'v2' ? 'null' : nextToken,
        ),
    }),
  },
  {
    id: 'listing/the-last-page-token-is-a-blank',
    breaks: ['LST-10'],
    also: ['LST-21', 'LST-20', 'FLT-38', 'LST-15'],
    summary: 'On the last page nextToken is a blank, which is taken for none when it is sent.',
    behaviour: (normal) => ({
      pageTokenOf: (call) => normal.pageTokenOf(call)?.trim() || undefined,
      pageMembers: (call, listing, items, nextToken) => normal.pageMembers(call, listing, items, nextToken || ' '),
    }),
  },
  {
    id: 'listing/who-lost-every-project-has-a-page-token',
    breaks: ['LST-21'],
    also: ['LST-10', 'LST-15', 'LST-20'],
    summary: 'A listing that is empty because its reader was taken from their projects has a nextToken.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const { actor } = call.found;
        const lost =
          actor !== undefined &&
          call.tenant.state.projects
            .values()
            .some(({ grants }) =>
              grants.some((grant) => sameActor(grant.actor, actor) && grant.revokedAt !== undefined),
            );
        return normal.pageMembers(call, listing, items, items.length === 0 && lost ? 'bW9yZQ' : nextToken);
      },
    }),
  },
  {
    id: 'listing/the-default-page-is-the-only-one',
    breaks: ['LST-11'],
    summary: 'Without pageSize there are fifty records and an empty nextToken, whatever follows.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => {
        const page = normal.cutPage(call, rest, pageSize);
        return parameter(call, 'pageSize') === null ? { ...page, more: false } : page;
      },
    }),
  },
  {
    id: 'listing/a-page-size-above-the-maximum-ends-the-listing',
    breaks: ['LST-11'],
    summary: 'Where pageSize is above the maximum, whether more follows is asked of the size that was sent.',
    behaviour: (normal) => ({
      cutPage: (call, rest, pageSize) => {
        const page = normal.cutPage(call, rest, pageSize);
        return { ...page, more: rest.length > Number(parameter(call, 'pageSize') ?? pageSize) };
      },
    }),
  },
  {
    id: 'listing/an-offset-of-a-hundred-is-the-end',
    breaks: ['LST-11'],
    also: ['LST-13'],
    summary: 'A page that ends a hundred records or more from the beginning is the last one, whatever follows.',
    behaviour: (normal) => {
      const offsets = new WeakMap<Call, number>();
      return {
        recordsAfter: (call, ordered, cursor, direction) => {
          const rest = normal.recordsAfter(call, ordered, cursor, direction);
          offsets.set(call, ordered.length - rest.length);
          return rest;
        },
        cutPage: (call, rest, pageSize) => {
          const page = normal.cutPage(call, rest, pageSize);
          return (offsets.get(call) ?? 0) + page.items.length < 100 ? page : { ...page, more: false };
        },
      };
    },
  },
  {
    id: 'listing/sorted-traversals-end-after-twelve-pages',
    breaks: ['LST-13'],
    also: ['LST-11', 'LST-24'],
    summary: 'A sorted traversal ends with its twelfth page.',
    behaviour: (normal) => {
      const pages = new Map<string, number>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          const page = (pages.get(call.request.query.get('nextToken') ?? '') ?? 0) + 1;
          pages.set(token, page);
          return page >= 12 && call.request.query.has('sort') ? '' : token;
        },
      };
    },
  },
  {
    id: 'listing/unsorted-traversals-end-after-twenty-pages',
    breaks: ['LST-13'],
    also: ['LST-11', 'LST-14'],
    summary: 'Without sort the twentieth page has an empty page token, whatever comes after it.',
    behaviour: (normal) => {
      const numbers = new Map<string, number>();
      return {
        pageMembers: (call, listing, items, nextToken) => {
          const { query } = call.request;
          const number = 1 + (numbers.get(query.get('nextToken') ?? '') ?? 0);
          const token = number >= 20 && !query.has('sort') ? '' : nextToken;
          if (token !== '') numbers.set(token, number);
          return normal.pageMembers(call, listing, items, token);
        },
      };
    },
  },

  {
    id: 'listing/traversals-end-after-three-hundred-records',
    breaks: ['LST-13'],
    also: ['LST-11', 'LST-31'],
    summary: 'What stands behind the first three hundred records of an order is on no page.',
    behaviour: (normal) => ({
      orderRecords: (call, records, direction) => normal.orderRecords(call, records, direction).slice(0, 300),
    }),
  },
  {
    id: 'listing/three-hundred-records-are-listed-at-most',
    breaks: ['LST-31'],
    summary: 'Only the three hundred records that were there first are listed, in whatever order.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => normal.recordsFor(call, actor, listing).slice(0, 300),
    }),
  },
  {
    id: 'listing/a-hundred-results-are-listed-at-most',
    breaks: ['LST-31'],
    also: ['FLT-05', 'FLT-16', 'FLT-33', 'FLT-30'],
    summary: 'Only the hundred assay results that were there first are listed.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        return listing.kind === 'assayResult' ? records.slice(0, 100) : records;
      },
    }),
  },
];

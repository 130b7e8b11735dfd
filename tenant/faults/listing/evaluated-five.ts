import type { Actor, Call } from '../../http/message.ts';
import type { Fault } from '../fault.ts';

/** Mistakes across several projects and traversals, on late pages, and about who created a record. */
export const evaluatedFaultsFive: readonly Fault[] = [
  {
    id: 'listing/a-page-size-counts-for-each-project',
    breaks: ['LST-16'],
    also: ['LST-17', 'LST-34'],
    summary: 'A page holds as many records of each project as pageSize says.',
    behaviour: () => ({
      cutPage: (_call, rest, pageSize) => {
        const counts = new Map<string, number>();
        const end = rest.findIndex(({ projectId }) => {
          const count = (counts.get(projectId) ?? 0) + 1;
          counts.set(projectId, count);
          return count > pageSize;
        });
        return { items: end < 0 ? rest : rest.slice(0, end), more: end >= 0 };
      },
    }),
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
    id: 'listing/a-page-token-of-a-following-page-is-a-credential',
    breaks: ['LST-29'],
    also: ['TRN-06', 'TRN-13', 'TRN-20'],
    summary: 'Without a credential the page token of any page but the first is served as to whom it was given.',
    behaviour: (normal) => {
      const holders = new Map<string, Actor>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          if (call.request.query.has('nextToken')) holders.set(token, actor);
          return token;
        },
        authenticate: (call) => {
          if (call.request.headers.has('authorization')) return normal.authenticate(call);
          return holders.get(call.request.query.get('nextToken') ?? '') ?? normal.authenticate(call);
        },
      };
    },
  },
  {
    id: 'listing/a-reader-has-one-page-size-at-a-time',
    breaks: ['LST-35'],
    also: ['LST-16', 'LST-17', 'LST-36'],
    summary: 'Following pages come in the size of the last first page that the same reader asked for.',
    behaviour: (normal) => {
      const sizes = new Map<string, string | null>();
      const readerOf = (call: Call): string => call.request.headers.get('authorization')?.join(' ') ?? '';
      return {
        pageSizeOf: (call, listing, text) => {
          if (call.request.query.has('nextToken')) {
            return normal.pageSizeOf(call, listing, sizes.get(readerOf(call)) ?? text);
          }
          sizes.set(readerOf(call), text);
          return normal.pageSizeOf(call, listing, text);
        },
      };
    },
  },
  {
    id: 'listing/records-of-suspended-users-are-hidden',
    breaks: ['LST-31'],
    summary: 'Records that were created by a user who is suspended now are not listed.',
    behaviour: (normal) => ({
      isListed: (call, record) => {
        const { createdBy } = record;
        const gone = createdBy.kind === 'user' && call.tenant.behaviour.userIsSuspended(call, createdBy.id);
        return !gone && normal.isListed(call, record);
      },
    }),
  },
  {
    id: 'listing/v3-hides-records-of-archived-apps',
    breaks: ['LST-31'],
    also: ['LST-32'],
    summary: 'The v3 listings leave out records that were created by an app that is archived now.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        if (listing.version !== 'v3') return records;
        return records.filter(
          ({ createdBy }) => createdBy.kind !== 'app' || !call.tenant.behaviour.appIsArchived(call, createdBy.id),
        );
      },
    }),
  },
];

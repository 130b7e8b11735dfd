import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** Mistakes that show for many projects, for old times, or for two calls at once or in a row. */
export const evaluatedFaultsFour: readonly Fault[] = [
  {
    id: 'listing/ten-projects-at-most',
    breaks: ['LST-31'],
    summary: 'Of more than ten projects that were granted to somebody, listings show the first ten.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const { behaviour, state } = call.tenant;
        const seen = [...state.projects.values()].filter((project) => behaviour.hasAccess(call, actor, project));
        const first = new Set(seen.slice(0, 10).map(({ id }) => id));
        return normal.recordsFor(call, actor, listing).filter(({ projectId }) => first.has(projectId));
      },
    }),
  },
  {
    id: 'listing/times-before-2001-come-last',
    breaks: ['LST-22', 'LST-23'],
    also: ['LST-24', 'LST-25', 'LST-26', 'LST-34', 'LST-36'],
    summary: 'Times are compared as the digits of their seconds since 1970, of which there are nine before 2001.',
    behaviour: (normal) => ({
      compareTimes: (call, one, other) => {
        const [a, b] = [one, other].map((time) => String(Math.floor(time.getTime() / 1000)));
        return a === b || a === undefined || b === undefined ? normal.compareTimes(call, one, other) : a < b ? -1 : 1;
      },
    }),
  },
  {
    id: 'listing/orders-of-one-moment-are-one',
    breaks: ['LST-35'],
    also: ['LST-22', 'LST-23'],
    summary: 'First pages that one reader sorts in both directions at once come in the order of the last of them.',
    behaviour: (normal) => {
      const asked = new Map<string, string>();
      const readerOf = (call: Call) => (call.request.headers.get('authorization') ?? []).join(' ');
      return {
        prepareCall: async (call) => {
          await normal.prepareCall(call);
          const sort = call.request.query.get('sort');
          if (sort === null) return;
          asked.set(readerOf(call), sort);
          await setTimeout(3);
        },
        cutPage: (call, rest, pageSize) => {
          const { query } = call.request;
          const isOther =
            !query.has('nextToken') && query.has('sort') && asked.get(readerOf(call)) !== query.get('sort');
          return normal.cutPage(call, isOther ? rest.toReversed() : rest, pageSize);
        },
      };
    },
  },
  {
    id: 'listing/a-filter-stays-on-its-connection',
    breaks: ['LST-33'],
    also: ['LST-31', 'LST-05', 'FLT-42'],
    summary: 'Assay results that are asked for without a filter come with that of the call before on the connection.',
    behaviour: (normal) => {
      const before = new WeakMap<object, ReturnType<typeof normal.readFilter>>();
      return {
        readFilter: (call, listing) => {
          const filter = normal.readFilter(call, listing);
          if (isRefusal(filter) || listing.kind !== 'assayResult') return filter;
          const last = before.get(call.connection);
          if (filter.length > 0) before.set(call.connection, filter);
          else before.delete(call.connection);
          return filter.length === 0 && last !== undefined ? last : filter;
        },
      };
    },
  },
  {
    id: 'listing/unsorted-records-of-one-time-are-one-place',
    breaks: ['LST-13'],
    also: ['LST-14', 'LST-27', 'LST-12'],
    summary: 'Without sort a page token stands for a time, and the next page begins with another one.',
    behaviour: (normal) => ({
      recordsAfter: (call, ordered, cursor, direction) => {
        const rest = normal.recordsAfter(call, ordered, cursor, direction);
        return call.request.query.has('sort')
          ? rest
          : rest.filter(({ modifiedAt }) => modifiedAt.getTime() !== cursor.modifiedAt.getTime());
      },
    }),
  },
];

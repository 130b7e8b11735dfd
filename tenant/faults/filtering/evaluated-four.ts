import { setTimeout } from 'node:timers/promises';
import type { Call } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** Mistakes that show for many records, and for several fields or several calls at once. */
export const evaluatedFaultsFour: readonly Fault[] = [
  {
    id: 'filtering/one-assertion-for-each-value',
    breaks: ['FLT-34'],
    summary: 'Of assertions with the same value on several fields the last one counts.',
    behaviour: (normal) => ({
      readFilter: (call, listing) => {
        const terms = normal.readFilter(call, listing);
        return isRefusal(terms) ? terms : [...new Map(terms.map((term) => [term.text, term])).values()];
      },
    }),
  },
  {
    id: 'filtering/the-latest-hundred-are-looked-at',
    breaks: ['FLT-05'],
    also: ['FLT-01', 'FLT-16', 'FLT-37'],
    summary: 'A filter looks at the hundred records that the reader may see and that came last.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) => normal.filterRecords(call, records.slice(-100), terms),
    }),
  },
  {
    id: 'filtering/filters-of-one-moment-are-one',
    breaks: ['FLT-42'],
    also: ['FLT-01', 'FLT-05', 'FLT-16'],
    summary: 'Filtered calls of one reader that are under way at once get what the last of them asks for.',
    behaviour: (normal) => {
      const asked = new Map<string, Call>();
      const readerOf = (call: Call) => (call.request.headers.get('authorization') ?? []).join(' ');
      return {
        prepareCall: async (call) => {
          await normal.prepareCall(call);
          if (!call.request.target.includes('schemaFields')) return;
          asked.set(readerOf(call), call);
          await setTimeout(3);
        },
        readFilter: (call, listing) => {
          const latest = call.request.target.includes('schemaFields') ? asked.get(readerOf(call)) : undefined;
          return normal.readFilter(latest ?? call, listing);
        },
      };
    },
  },
  {
    id: 'filtering/following-pages-go-by-the-first-assertion',
    breaks: ['FLT-37'],
    also: ['FLT-34'],
    summary: 'From the second page on only the first of several assertions counts.',
    behaviour: (normal) => ({
      readFilter: (call, listing) => {
        const terms = normal.readFilter(call, listing);
        return isRefusal(terms) || !call.request.query.has('nextToken') ? terms : terms.slice(0, 1);
      },
    }),
  },
  {
    id: 'filtering/the-sixth-assertion-is-passed-over',
    breaks: ['FLT-34'],
    summary: 'Of more than five assertions the first five count.',
    behaviour: (normal) => ({
      readFilter: (call, listing) => {
        const terms = normal.readFilter(call, listing);
        return isRefusal(terms) ? terms : terms.slice(0, 5);
      },
    }),
  },
  {
    id: 'filtering/what-is-granted-later-is-not-found',
    breaks: ['FLT-05'],
    also: ['FLT-16', 'FLT-41'],
    summary: 'A filter looks at the projects that the reader had when first asking for one.',
    behaviour: (normal) => {
      const known = new Map<string, ReadonlySet<string>>();
      return {
        recordsAskedFor: (call, actor, listing) => {
          const { behaviour, state } = call.tenant;
          const found = normal.recordsAskedFor(call, actor, listing);
          const terms = behaviour.readFilter(call, listing);
          if (isRefusal(terms) || isRefusal(found) || terms.length === 0) return found;
          const seen = [...state.projects.values()].filter((project) => behaviour.hasAccess(call, actor, project));
          const indexed = known.get(actor.id) ?? new Set(seen.map(({ id }) => id));
          known.set(actor.id, indexed);
          return found.filter(({ projectId }) => indexed.has(projectId));
        },
      };
    },
  },
];

import { setTimeout } from 'node:timers/promises';
import type { Actor, Call } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { filterOf } from './filter-calls.ts';
import { TEXT } from './text-types.ts';

const keyOf = (actor: Actor): string => `${actor.kind} ${actor.id}`;

/** Filters that look at a part of the records only, or at what was found before. */
export const incompleteAnswerFaults: readonly Fault[] = [
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
    id: 'filtering/records-of-yesterday-are-not-found',
    breaks: ['FLT-05'],
    also: ['FLT-16'],
    summary: 'A filter finds what was added within the last day only.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) =>
        normal.filterRecords(
          call,
          records.filter(({ addedAt }) => call.now.getTime() - addedAt.getTime() < DAY),
          terms,
        ),
    }),
  },
  {
    id: 'filtering/a-stretch-without-a-match-is-the-end',
    breaks: ['FLT-37'],
    summary: 'Where five times as many records as pageSize says do not match, those behind them are not looked at.',
    behaviour: (normal) => ({
      recordsAskedFor: (call, actor, listing) => {
        const found = normal.recordsAskedFor(call, actor, listing);
        const pageSize = Number(call.request.query.get('pageSize') ?? 0);
        if (filterOf(call) === undefined || isRefusal(found) || pageSize === 0) return found;
        const matches = new Set(found);
        const all = normal.orderRecords(call, normal.recordsFor(call, actor, listing), 'desc');
        const kept: LabRecord[] = [];
        let without = 0;
        for (const record of all) {
          if (matches.has(record)) kept.push(record);
          without = matches.has(record) ? 0 : without + 1;
          if (without >= 5 * pageSize && kept.length > 0) break;
        }
        return kept;
      },
    }),
  },
  {
    id: 'filtering/a-hundred-matches-at-most',
    breaks: ['FLT-05'],
    also: ['FLT-37'],
    summary: 'A filter finds a hundred records over all pages, and then comes to its end.',
    behaviour: (normal) => ({
      recordsAskedFor: (call, actor, listing) => {
        const found = normal.recordsAskedFor(call, actor, listing);
        return filterOf(call) === undefined || isRefusal(found) ? found : found.slice(0, 100);
      },
    }),
  },
  {
    id: 'filtering/two-hundred-records-are-searched',
    breaks: ['FLT-05', 'FLT-16'],
    also: ['FLT-37'],
    summary: 'A filter looks at the first two hundred records that the caller may see.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) => normal.filterRecords(call, records.slice(0, 200), terms),
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
  {
    id: 'filtering/new-records-are-not-found-by-a-filter-that-was-asked-before',
    breaks: ['FLT-05', 'FLT-16'],
    summary: 'What a filter found for a reader is the answer ever after, whatever is added.',
    behaviour: (normal) => {
      const known = new Map<string, readonly LabRecord[]>();
      return {
        recordsAskedFor: (call, actor, listing) => {
          const filter = filterOf(call);
          const key = `${actor.kind} ${actor.id} ${filter ?? ''}`;
          const before = filter === undefined ? undefined : known.get(key);
          if (before !== undefined) return before;
          const records = normal.recordsAskedFor(call, actor, listing);
          if (filter !== undefined && Array.isArray(records) && records.length > 0) known.set(key, records);
          return records;
        },
      };
    },
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
    id: 'filtering/answers-are-shared-between-readers',
    breaks: ['FLT-39'],
    also: ['FLT-35', 'FLT-41', 'FLT-42', 'FLT-05', 'FLT-16'],
    summary: 'What a filter found is remembered, and shown to the next who asks for the same, whoever that is.',
    behaviour: (normal) => {
      const known = new Map<string, readonly LabRecord[]>();
      return {
        recordsAskedFor: (call, actor, listing) => {
          const filter = filterOf(call);
          const before = filter === undefined ? undefined : known.get(filter);
          if (before !== undefined) return before;
          const records = normal.recordsAskedFor(call, actor, listing);
          if (filter !== undefined && Array.isArray(records)) known.set(filter, records);
          return records;
        },
      };
    },
  },
  {
    id: 'filtering/answers-of-an-app-are-shared-between-its-users',
    breaks: ['FLT-39'],
    also: ['FLT-35', 'FLT-41'],
    summary: 'What a filter found for one user of an app is shown to its other users who ask for the same.',
    behaviour: (normal) => {
      const known = new Map<string, readonly LabRecord[]>();
      return {
        recordsAskedFor: (call, actor, listing) => {
          const bearer = call.request.headers.get('authorization')?.[0]?.replace(/^bearer +/i, '') ?? '';
          const token = actor.kind === 'user' ? call.tenant.state.accessTokens.find(bearer) : undefined;
          const filter = filterOf(call);
          const key = filter === undefined || token === undefined ? undefined : `${token.appId} ${filter}`;
          const before = key === undefined ? undefined : known.get(key);
          if (before !== undefined) return before;
          const records = normal.recordsAskedFor(call, actor, listing);
          if (key !== undefined && Array.isArray(records)) known.set(key, records);
          return records;
        },
      };
    },
  },
  {
    id: 'filtering/what-was-found-is-kept-by-letters-and-digits',
    breaks: ['FLT-06'],
    also: [
      'FLT-05',
      'FLT-30',
      'FLT-33',
      'FLT-42',
      'FLT-31',
      'FLT-29',
      'FLT-28',
      'FLT-27',
      'FLT-09',
      'FLT-08',
      'FLT-01',
    ],
    summary:
      'What a reader’s text filter found is the answer for a minute to all whose letters and digits are the same.',
    behaviour: (normal) => {
      const known = new Map<string, { until: number; ids: ReadonlySet<string> }>();
      return {
        filterRecords: (call, records, terms) => {
          const { actor } = call.found;
          const found = normal.filterRecords(call, records, terms);
          const [term] = terms;
          if ('refused' in found || actor === undefined || term === undefined || terms.length > 1) return found;
          if (![...call.tenant.behaviour.typesOfField(call, term)].every((type) => TEXT.has(type))) return found;
          const key = `${keyOf(actor)} ${term.field} ${term.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')}`;
          const before = known.get(key);
          const now = call.now.getTime();
          if (before !== undefined && now < before.until) return records.filter(({ id }) => before.ids.has(id));
          known.set(key, { until: now + 60_000, ids: new Set(found.map(({ id }) => id)) });
          return found;
        },
      };
    },
  },

  {
    id: 'filtering/what-was-not-found-stays-unfound',
    breaks: ['FLT-05'],
    also: ['FLT-16'],
    summary: 'A filter that has found nothing for somebody finds nothing for them ever after.',
    behaviour: (normal) => {
      const inVain = new Set<string>();
      return {
        filterRecords: (call, records, terms) => {
          const key = JSON.stringify([call.found.actor?.id, terms]);
          const found = inVain.has(key) ? [] : normal.filterRecords(call, records, terms);
          if (!isRefusal(found) && found.length === 0) inVain.add(key);
          return found;
        },
      };
    },
  },
];

import { setTimeout } from 'node:timers/promises';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { FilterTerm } from '../../behaviour/filter-queries.ts';
import type { Actor, Call } from '../../call.ts';
import { isRefusal, type Refusal } from '../../http/refusal.ts';
import { TEXT_TYPES } from '../../state/fields.ts';
import { appOf } from '../../state/delegated.ts';
import type { LabRecord } from '../../state/model.ts';
import { filters, isFollowing } from '../calls.ts';
import { MINUTE } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { filterOf } from './conditions.ts';
import { requirementsOnMatches } from './requirements.ts';
import { breaking } from './rows.ts';

/** Answers a filter always with the records that it first found for the same reader, as `whose` names readers. */
const answerAgain =
  (whose: (actor: Actor) => string | undefined, least = 0): Deviation =>
  (normal) => {
    const known = new Map<string, readonly LabRecord[]>();
    return {
      recordsAskedFor: (call, actor, listing) => {
        const filter = filterOf(call);
        const reader = whose(actor);
        if (filter === undefined || reader === undefined) return normal.recordsAskedFor(call, actor, listing);
        const key = `${reader} ${filter}`;
        const records = known.get(key) ?? normal.recordsAskedFor(call, actor, listing);
        if (!isRefusal(records) && records.length >= least) known.set(key, records);
        return records;
      },
    };
  };

const nameOf = (actor: Actor): string => `${actor.kind} ${actor.id}`;
const readerOf = ({ request }: Call): string => (request.headers.get('authorization') ?? []).join(' ');

/** Faults in which a filter is answered with records that were found, or a filter that was asked for, before. */
export const rememberedAnswerFaults: readonly Fault[] = [
  ...breaking(['FLT-05', 'FLT-16'], {
    'new-records-are-not-found-by-a-filter-that-was-asked-before': [
      answerAgain(nameOf, 1),
      "A reader's filter always returns the records that it first found, even after records are added.",
    ],
  }),
  ...breaking('FLT-39', {
    'answers-are-shared-between-readers': [
      answerAgain(() => 'all'),
      'The tenant shows the records that a filter found to everyone who sends the same filter.',
      ['FLT-35', 'FLT-41', 'FLT-42', 'FLT-05', 'FLT-16'],
    ],
    'answers-of-an-app-are-shared-between-its-users': [
      answerAgain(({ kind, credential }) => (kind === 'user' ? appOf(credential) : undefined)),
      'The tenant shows the records that a filter found for one user of an app to its other users.',
      ['FLT-35', 'FLT-41'],
    ],
  }),
  ...breaking('FLT-05', {
    'what-was-not-found-stays-unfound': [
      (normal) => {
        const foundNothing = new Set<string>();
        return {
          filterRecords: (call, records, terms) => {
            const key = JSON.stringify([call.found.actor?.id, terms]);
            const found = foundNothing.has(key) ? [] : normal.filterRecords(call, records, terms);
            if (!isRefusal(found) && found.length === 0) foundNothing.add(key);
            return found;
          },
        };
      },
      'A filter that once found nothing for a reader never finds anything for that reader.',
      ['FLT-16'],
    ],
    'what-is-granted-later-is-not-found': [
      (normal) => {
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
      'A filter looks only at the projects that the reader had at its first call with a filter.',
      ['FLT-16', 'FLT-41'],
    ],
  }),
  ...breaking('FLT-06', {
    'what-was-found-is-kept-by-letters-and-digits': [
      (normal) => {
        const known = new Map<string, { until: number; ids: ReadonlySet<string> }>();
        return {
          filterRecords: (call, records, terms) => {
            const { actor } = call.found;
            const found = normal.filterRecords(call, records, terms);
            const [term] = terms;
            if (isRefusal(found) || actor === undefined || term === undefined || terms.length > 1) return found;
            const types = call.tenant.behaviour.typesOfField(call, term);
            if (![...types].every((type) => TEXT_TYPES.includes(type))) return found;
            const key = `${nameOf(actor)} ${term.field} ${term.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')}`;
            const before = known.get(key);
            const now = call.now.getTime();
            if (before !== undefined && now < before.until) return records.filter(({ id }) => before.ids.has(id));
            known.set(key, { until: now + MINUTE, ids: new Set(found.map(({ id }) => id)) });
            return found;
          },
        };
      },
      "For a minute, a reader's text filter returns the records of the last text with the same letters and digits.",
      [
        ...['FLT-05', 'FLT-30', 'FLT-33', 'FLT-42', 'FLT-31', 'FLT-29', 'FLT-28', 'FLT-27', 'FLT-09', 'FLT-08'],
        'FLT-01',
      ],
    ],
  }),
  ...breaking('FLT-42', {
    'filters-of-one-moment-are-one': [
      (normal) => {
        const asked = new Map<string, Call>();
        return {
          prepareCall: async (call) => {
            await normal.prepareCall(call);
            if (!filters(call)) return;
            asked.set(readerOf(call), call);
            await setTimeout(3);
          },
          readFilter: (call, listing) => {
            const latest = filters(call) ? asked.get(readerOf(call)) : undefined;
            return normal.readFilter(latest ?? call, listing);
          },
        };
      },
      'If a reader has several filtered calls under way, all of them get the filter of the last one.',
      ['FLT-01', 'FLT-05', 'FLT-16'],
    ],
    'second-time-is-without-a-filter': [
      (normal) => {
        const asked = new Map<string, number>();
        return {
          readFilter: (call, listing) => {
            const key = `${call.found.actor?.id ?? ''} ${call.request.target}`;
            asked.set(key, (asked.get(key) ?? 0) + 1);
            return asked.get(key) === 3 && !isFollowing(call) ? [] : normal.readFilter(call, listing);
          },
        };
      },
      'The third time that an actor asks for the same filter, the tenant returns all records.',
      [
        ...requirementsOnMatches,
        ...['FLT-41', 'FLT-03', 'FLT-02', 'FLT-04', 'FLT-15', 'FLT-38', 'FLT-40', 'FLT-06', 'FLT-09', 'FLT-28'],
      ],
    ],
    'filters-of-a-field-are-remembered': [
      (normal) => {
        const before = new Map<string, { terms: readonly FilterTerm[]; stale: boolean }>();
        return {
          readFilter: (call, listing): readonly FilterTerm[] | Refusal => {
            const terms = normal.readFilter(call, listing);
            const actor = call.found.actor?.id ?? '';
            const known = before.get(actor);
            if (isRefusal(terms) || isFollowing(call)) return terms;
            if (terms.length === 0) {
              if (known !== undefined) before.set(actor, { ...known, stale: true });
              return terms;
            }
            before.set(actor, { terms, stale: false });
            return known?.stale === true ? known.terms : terms;
          },
        };
      },
      'After a call without a filter, the next filter is replaced by the one before that call.',
      [...requirementsOnMatches, 'FLT-41', 'FLT-03', 'FLT-38', 'FLT-40', 'FLT-01', 'FLT-28', 'FLT-15'],
    ],
  }),
];

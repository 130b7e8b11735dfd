import type { FilterTerm } from '../../behaviour/filter-queries.ts';
import type { Call } from '../../call.ts';
import { isRefusal, type Refusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { asked, filterOf } from './filter-calls.ts';

const hasFilter = (call: Call): boolean => /schemaFields/.test(call.request.target);
const follows = (call: Call): boolean => call.request.query.has('nextToken');

/** What says that a filter finds all that satisfies it. */
const everyMatch: readonly string[] = [
  ...['FLT-05', 'FLT-07', 'FLT-08', 'FLT-10', 'FLT-11', 'FLT-12', 'FLT-13', 'FLT-14', 'FLT-16', 'FLT-17', 'FLT-18'],
  ...['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-23', 'FLT-25', 'FLT-26', 'FLT-27', 'FLT-29', 'FLT-30', 'FLT-31'],
  ...['FLT-32', 'FLT-33', 'FLT-34', 'FLT-36', 'FLT-37', 'FLT-24'],
];

/** Where the records of a filter come from that forgets who asks. */
function forgetsWhoAsks(fault: Omit<Fault, 'behaviour'>, forgets: (call: Call, record: LabRecord) => boolean): Fault {
  return {
    ...fault,
    behaviour: (normal) => ({
      mayRead: (call, actor, record) =>
        (hasFilter(call) && forgets(call, record)) || normal.mayRead(call, actor, record),
    }),
  };
}

const LINKS = new Set(['Entity Link', 'Part Link', 'Translation Link']);

/** Wrong decisions about pages of a filtered listing, and about who is shown what. */
export const reachFaults: readonly Fault[] = [
  {
    id: 'filtering/filter-is-dropped-after-the-first-page',
    breaks: ['FLT-37'],
    summary: 'A following page is one of the listing without the filter.',
    behaviour: (normal) => ({ readFilter: (call, listing) => (follows(call) ? [] : normal.readFilter(call, listing)) }),
  },
  {
    id: 'filtering/filter-is-dropped-after-the-second-page',
    breaks: ['FLT-37'],
    summary: 'From the third page on there is no filter.',
    behaviour: (normal) => {
      const pages = new Map<string, number>();
      return {
        readFilter: (call, listing) => {
          const key = `${call.found.actor?.id ?? ''} ${call.request.target.replace(/&nextToken=[^&]*/, '')}`;
          const page = follows(call) ? (pages.get(key) ?? 1) + 1 : 1;
          pages.set(key, page);
          return page > 2 ? [] : normal.readFilter(call, listing);
        },
      };
    },
  },
  {
    id: 'filtering/page-is-cut-before-it-is-filtered',
    breaks: ['FLT-37'],
    also: ['FLT-38'],
    summary: 'A filter is applied to the first page of the listing, and what does not fit there is lost.',
    behaviour: (normal) => ({
      recordsAskedFor: (call, actor, listing) => {
        if (!hasFilter(call)) return normal.recordsAskedFor(call, actor, listing);
        const all = normal.orderRecords(call, normal.recordsFor(call, actor, listing), 'desc');
        const size = call.request.query.get('pageSize');
        const terms = normal.readFilter(call, listing);
        if (isRefusal(terms)) return terms;
        return normal.filterRecords(call, size === null ? all : all.slice(0, Number(size) * 3), terms);
      },
    }),
  },
  {
    id: 'filtering/first-match-comes-again-on-the-second-page',
    breaks: ['FLT-37'],
    summary: 'The second page of a filtered listing begins with the last item of the first.',
    behaviour: (normal) => ({
      recordsAfter: (call, ordered, cursor, direction) => {
        const rest = normal.recordsAfter(call, ordered, cursor, direction);
        const at = ordered.length - rest.length - 1;
        const last = ordered[at];
        return hasFilter(call) &&
          at === Number(call.request.query.get('pageSize')) - 1 &&
          last !== undefined &&
          rest.length > 0
          ? [last, ...rest.slice(1), ...rest.slice(0, 1)]
          : rest;
      },
    }),
  },
  {
    id: 'filtering/a-match-is-lost-between-pages',
    breaks: ['FLT-37'],
    summary: 'A following page of a filtered listing begins one record too late.',
    behaviour: (normal) => ({
      recordsAfter: (call, ordered, cursor, direction) => {
        const rest = normal.recordsAfter(call, ordered, cursor, direction);
        return hasFilter(call) ? rest.slice(1) : rest;
      },
    }),
  },
  {
    id: 'filtering/page-tokens-of-filters-are-refused',
    breaks: ['FLT-37'],
    summary: 'A page token beside a filter is refused.',
    behaviour: (normal) => ({
      readPageToken: (call, actor, listing, token) =>
        normal.readPageToken(call, actor, listing, hasFilter(call) ? '' : token),
    }),
  },
  forgetsWhoAsks(
    {
      id: 'filtering/visibility-is-lost-under-a-filter',
      breaks: ['FLT-39', 'FLT-35'],
      also: ['CCR-10', 'DEL-32'],
      summary: 'A filter finds records of all projects.',
    },
    () => true,
  ),
  forgetsWhoAsks(
    {
      id: 'filtering/visibility-is-lost-under-a-range',
      breaks: ['FLT-39', 'FLT-35'],
      also: ['CCR-10', 'DEL-32'],
      summary: 'A filter with a range finds records of all projects.',
    },
    (call) => /%3[CE]/i.test(call.request.target),
  ),
  forgetsWhoAsks(
    {
      id: 'filtering/visibility-is-lost-on-the-second-page',
      breaks: ['FLT-39', 'FLT-35'],
      also: ['FLT-37', 'CCR-10', 'DEL-32'],
      summary: 'The second page of a filter has records of all projects.',
    },
    (call) => follows(call),
  ),
  forgetsWhoAsks(
    {
      id: 'filtering/revoked-projects-are-found-by-filters',
      breaks: ['FLT-39', 'FLT-35'],
      also: ['DEL-32'],
      summary: 'A filter finds records of projects to which the actor once had access.',
    },
    (call, record) =>
      call.tenant.state.projects
        .get(record.projectId)
        ?.grants.some(({ actor, revokedAt }) => actor.id === call.found.actor?.id && revokedAt !== undefined) ?? false,
  ),
  forgetsWhoAsks(
    {
      id: 'filtering/apps-find-records-of-all-projects',
      breaks: ['FLT-39', 'FLT-35'],
      also: ['CCR-10'],
      summary: 'An app finds records of all projects by a filter.',
    },
    (call) => call.found.actor?.kind === 'app',
  ),
  {
    id: 'filtering/filter-adds-entries',
    breaks: ['FLT-35'],
    also: ['FLT-38'],
    summary: 'A filter adds an entry to the results.',
    behaviour: (normal) => ({
      recordsAskedFor: (call, actor, listing) => {
        const records = normal.recordsAskedFor(call, actor, listing);
        if (isRefusal(records) || !hasFilter(call)) return records;
        return [...records, ...call.tenant.state.records.byKind.entry.slice(0, 1)];
      },
    }),
  },
  ...(
    [
      ['apps', 'accessToken', 'app'],
      ['keys', 'apiKey', 'user'],
      ['delegated-tokens', 'accessToken', 'user'],
    ] as const
  ).map(([who, credential, kind]): Fault => ({
    id: `filtering/${who}-filter-one-record-less`,
    breaks: ['FLT-41'],
    also: everyMatch,
    summary: `What a filter leaves lacks its first record where it is asked for by ${who.replace('-', ' ')}.`,
    behaviour: (normal) => ({
      recordsAskedFor: (call, actor, listing) => {
        const records = normal.recordsAskedFor(call, actor, listing);
        const lacks = hasFilter(call) && actor.kind === kind && actor.credential.kind === credential;
        return isRefusal(records) || !lacks ? records : records.slice(1);
      },
    }),
  })),
  {
    id: 'filtering/delegated-tokens-cannot-filter',
    breaks: ['FLT-41'],
    summary: 'A filter is ignored where a delegated token asks for it.',
    behaviour: (normal) => ({
      readFilter: (call, listing) => {
        const { actor } = call.found;
        return actor?.kind === 'user' && actor.credential.kind === 'accessToken'
          ? []
          : normal.readFilter(call, listing);
      },
    }),
  },
  {
    id: 'filtering/apps-compare-by-case',
    breaks: ['FLT-41'],
    summary: 'A text filter by an app finds nothing whose first letter is a capital.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        !(call.found.actor?.kind === 'app' && /^[A-Z]/.test(stored)) && normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/every-third-filter-lacks-a-record',
    breaks: ['FLT-42'],
    also: ['FLT-41', 'FLT-24', 'FLT-36', 'FLT-03', 'FLT-01'],
    summary: 'Every third call with a filter lacks the last record.',
    behaviour: (normal) => {
      let calls = 0;
      return {
        filterRecords: (call, records, terms) => {
          const left = normal.filterRecords(call, records, terms);
          return isRefusal(left) || ++calls % 3 !== 0 ? left : left.slice(0, -1);
        },
      };
    },
  },
  {
    id: 'filtering/second-time-is-without-a-filter',
    breaks: ['FLT-42'],
    also: [
      ...everyMatch,
      'FLT-41',
      'FLT-24',
      'FLT-36',
      'FLT-03',
      'FLT-02',
      'FLT-04',
      'FLT-15',
      'FLT-38',
      'FLT-40',
      'FLT-06',
      'FLT-09',
      'FLT-28',
    ],
    summary: 'The third time that one actor asks for the same filter all records come back.',
    behaviour: (normal) => {
      const asked = new Map<string, number>();
      return {
        readFilter: (call, listing) => {
          const key = `${call.found.actor?.id ?? ''} ${call.request.target}`;
          asked.set(key, (asked.get(key) ?? 0) + 1);
          return asked.get(key) === 3 && !follows(call) ? [] : normal.readFilter(call, listing);
        },
      };
    },
  },
  {
    id: 'filtering/filters-of-a-field-are-remembered',
    breaks: ['FLT-42'],
    also: [...everyMatch, 'FLT-41', 'FLT-24', 'FLT-36', 'FLT-03', 'FLT-38', 'FLT-40', 'FLT-01', 'FLT-28', 'FLT-15'],
    summary: 'After a call without a filter the answer to the next filter is that to the one before.',
    behaviour: (normal) => {
      const before = new Map<string, { terms: readonly FilterTerm[]; stale: boolean }>();
      return {
        readFilter: (call, listing): readonly FilterTerm[] | Refusal => {
          const terms = normal.readFilter(call, listing);
          const actor = call.found.actor?.id ?? '';
          const known = before.get(actor);
          if (isRefusal(terms) || follows(call)) return terms;
          if (terms.length === 0) {
            if (known !== undefined) before.set(actor, { ...known, stale: true });
            return terms;
          }
          before.set(actor, { terms, stale: false });
          return known?.stale === true ? known.terms : terms;
        },
      };
    },
  },
  {
    id: 'filtering/two-fields-are-looked-up-everywhere',
    breaks: ['FLT-39'],
    also: ['FLT-35', 'CCR-10', 'DEL-32'],
    summary: 'A filter on several fields finds records of all projects.',
    behaviour: (normal) => ({
      recordsAskedFor: (call, actor, listing) => {
        const filter = normal.readFilter(call, listing);
        return isRefusal(filter) || filter.length < 2
          ? normal.recordsAskedFor(call, actor, listing)
          : normal.filterRecords(call, call.tenant.state.records.byKind.assayResult, filter);
      },
    }),
  },
  {
    id: 'filtering/what-links-to-a-visible-record-is-visible',
    breaks: ['FLT-39'],
    also: ['FLT-35', 'DEL-32'],
    summary: 'A filter finds records of other projects that link to a record which the actor may see.',
    behaviour: (normal) => ({
      recordsAskedFor: (call, actor, listing) => {
        const { behaviour, state } = call.tenant;
        const terms = behaviour.readFilter(call, listing);
        const found = normal.recordsAskedFor(call, actor, listing);
        if (isRefusal(terms) || isRefusal(found) || terms.length === 0) return found;
        const linking = state.records.byKind.assayResult.filter(
          (record) =>
            !behaviour.mayRead(call, actor, record) &&
            Object.values(record.fields).some(({ type, value }) => {
              const linked = LINKS.has(type) && typeof value === 'string' ? state.records.get(value) : undefined;
              return linked !== undefined && behaviour.mayRead(call, actor, linked);
            }),
        );
        const further = behaviour.filterRecords(call, linking, terms);
        return isRefusal(further) ? found : [...found, ...further];
      },
    }),
  },
  {
    id: 'filtering/delegates-find-what-the-app-sees-too',
    breaks: ['FLT-39'],
    also: ['FLT-35', 'DEL-32'],
    summary: 'By a filter an app that acts for a user finds its own records beside those of the user.',
    behaviour: (normal) => ({
      mayRead: (call, actor, record) => {
        if (normal.mayRead(call, actor, record)) return true;
        if (filterOf(call) === undefined || actor.kind === 'app') return false;
        const bearer = call.request.headers.get('authorization')?.[0]?.replace(/^bearer +/i, '') ?? '';
        const appId = call.tenant.state.accessTokens.find(bearer)?.appId;
        return appId !== undefined && normal.mayRead(call, { ...actor, kind: 'app', id: appId }, record);
      },
    }),
  },
  {
    id: 'filtering/the-end-is-told-from-the-listing-without-a-filter',
    breaks: ['FLT-38'],
    also: ['FLT-37', 'LST-10'],
    summary: 'A filtered page has a page token as long as the listing without the filter has more records than a page.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const { actor } = call.found;
        const filtered = [...asked(call).keys()].some((name) => name.startsWith('schemaFields'));
        if (actor === undefined || !filtered || nextToken !== '' || asked(call).has('nextToken')) {
          return normal.pageMembers(call, listing, items, nextToken);
        }
        const all = call.tenant.behaviour.recordsFor(call, actor, listing);
        const last: LabRecord | undefined = items.at(-1) ?? all.at(-1);
        const more = all.length > Number(asked(call).get('pageSize') ?? 50) && last !== undefined;
        const token = more ? call.tenant.behaviour.makePageToken(call, actor, listing, last) : '';
        return normal.pageMembers(call, listing, items, token);
      },
    }),
  },
];

import type { Condition } from '../../behaviour/filters.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** All ranges of a filter with the operator of the first of them. */
function withOneOperator(conditions: readonly Condition[]): readonly Condition[] {
  const ranges = conditions.flatMap(({ byType }) => [...byType.values()].filter(({ kind }) => kind === 'range'));
  const [first] = ranges;
  if (first?.kind !== 'range') return conditions;
  return conditions.map(({ term, byType }) => ({
    term,
    byType: new Map(
      [...byType].map(([type, each]) => [type, each.kind === 'range' ? { ...each, operator: first.operator } : each]),
    ),
  }));
}

/** Filters of which a part, or all, is passed over in some calls. */
export const overlookedAssertionFaults: readonly Fault[] = [
  {
    id: 'filtering/the-fourth-assertion-is-passed-over',
    breaks: ['FLT-34'],
    summary: 'Of more than three assertions the first three count.',
    behaviour: (normal) => ({
      satisfiesAll: (call, record, conditions) => normal.satisfiesAll(call, record, conditions.slice(0, 3)),
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
    id: 'filtering/one-operator-for-all-ranges',
    breaks: ['FLT-34'],
    summary: 'Of several ranges in a filter all have the operator of the first.',
    behaviour: (normal) => ({
      satisfiesAll: (call, record, conditions) => normal.satisfiesAll(call, record, withOneOperator(conditions)),
    }),
  },
  {
    id: 'filtering/ranges-beside-text-do-not-count',
    breaks: ['FLT-34'],
    summary: 'Where a filter asks for a text as well, its ranges are passed over.',
    behaviour: (normal) => ({
      satisfiesAll: (call, record, conditions) => {
        const kinds = conditions.map(({ byType }) => [...byType.values()].map(({ kind }) => kind));
        const rest = conditions.filter((_, at) => kinds[at]?.includes('range') !== true);
        return normal.satisfiesAll(call, record, kinds.some((one) => one.includes('text')) ? rest : conditions);
      },
    }),
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
    id: 'filtering/filters-count-with-page-size-only',
    breaks: ['FLT-01'],
    also: ['FLT-02', 'FLT-03', 'FLT-06', 'FLT-09', 'FLT-15'],
    summary: 'A filter is overlooked where pageSize is missing.',
    behaviour: (normal) => ({
      readFilter: (call, listing) => (call.request.query.has('pageSize') ? normal.readFilter(call, listing) : []),
    }),
  },
  {
    id: 'filtering/filters-count-without-page-size-only',
    breaks: ['FLT-37'],
    also: ['FLT-01', 'FLT-02', 'FLT-03', 'FLT-35'],
    summary: 'A filter is overlooked where pageSize is given.',
    behaviour: (normal) => ({
      readFilter: (call, listing) => (call.request.query.has('pageSize') ? [] : normal.readFilter(call, listing)),
    }),
  },
  {
    id: 'filtering/id-tokens-cannot-filter',
    breaks: ['FLT-41'],
    summary: 'A filter is ignored where it is asked for with an ID token.',
    behaviour: (normal) => ({
      readFilter: (call, listing) =>
        call.found.actor?.credential.kind === 'idToken' ? [] : normal.readFilter(call, listing),
    }),
  },
];

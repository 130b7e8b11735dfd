import type { Operator } from '../../behaviour/assertions.ts';
import type { Condition } from '../../behaviour/filters.ts';
import type { Call } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const LINKS = new Set(['Entity Link', 'Part Link', 'Translation Link']);
const OPERATORS = new Set<string>(['>', '>=', '<', '<='] satisfies Operator[]);

const isFollowing = ({ request }: Call): boolean => request.query.has('nextToken');

const withoutLeadingZeros = (text: string): string => text.replace(/(?<=[A-Za-z][-_ ]?)0+(?=\d)/g, '');

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

/** Mistakes about filters that show for one reader, on one page, or for one kind of text only. */
export const evaluatedFaultsThree: readonly Fault[] = [
  {
    id: 'filtering/strings-of-one-character-are-not-found',
    breaks: ['FLT-05'],
    also: ['FLT-06', 'FLT-07', 'FLT-33'],
    summary: 'A String of a single character was not indexed and is never found, except for operators.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        normal.sameText(call, type, asked, stored) &&
        !(type === 'String' && Array.from(stored).length === 1 && !OPERATORS.has(stored)),
    }),
  },
  {
    id: 'filtering/zeros-before-numbers-in-strings-do-not-count',
    breaks: ['FLT-06'],
    summary: 'Zeros with which a number within a String begins do not count, so that S-7 finds S-007.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        type === 'String'
          ? normal.sameText(call, type, withoutLeadingZeros(asked), withoutLeadingZeros(stored))
          : normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/line-breaks-are-blanks-in-long-text',
    breaks: ['FLT-09'],
    summary: 'A line break in a Long Text counts as a blank.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        type === 'Long Text'
          ? normal.sameText(call, type, asked.replace(/\r?\n/g, ' '), stored.replace(/\r?\n/g, ' '))
          : normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/dates-of-summer-begin-an-hour-early',
    breaks: ['FLT-20', 'FLT-21'],
    also: ['FLT-18', 'FLT-19', 'FLT-22', 'FLT-26', 'FLT-36'],
    summary: 'From April to October a stored date begins an hour before the bound that equals it.',
    behaviour: (normal) => ({
      compareDates: (call, stored, bound) => {
        const month = new Date(stored.time).getUTCMonth();
        return stored.wholeDay && bound.wholeDay && month >= 3 && month <= 9
          ? stored.time - HOUR - bound.time
          : normal.compareDates(call, stored, bound);
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
    id: 'filtering/case-counts-on-following-pages',
    breaks: ['FLT-37'],
    summary: 'From the second page on a text is compared with regard to its case.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        isFollowing(call) ? asked === stored : normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/what-links-to-a-visible-record-is-visible',
    breaks: ['FLT-39'],
    also: ['FLT-35'],
    summary: 'A filter finds records of other projects that link to a record which the actor may see.',
    behaviour: (normal) => ({
      recordsAskedFor: (call, actor, listing) => {
        const { behaviour, state } = call.tenant;
        const terms = behaviour.readFilter(call, listing);
        const found = normal.recordsAskedFor(call, actor, listing);
        if (isRefusal(terms) || isRefusal(found) || terms.length === 0) return found;
        const linking = state.recordsByKind.assayResult.filter(
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
    id: 'filtering/id-tokens-cannot-filter',
    breaks: ['FLT-41'],
    summary: 'A filter is ignored where it is asked for with an ID token.',
    behaviour: (normal) => ({
      readFilter: (call, listing) =>
        call.found.actor?.credential.kind === 'idToken' ? [] : normal.readFilter(call, listing),
    }),
  },
  {
    id: 'filtering/plus-signs-in-field-names-are-blanks',
    breaks: ['FLT-01'],
    summary: 'The name of a field is decoded twice, so that one with a plus sign in it is not known.',
    behaviour: (normal) => ({
      termsIn: (call, name, value) => {
        const terms = normal.termsIn(call, name, value);
        return isRefusal(terms) ? terms : terms.map((term) => ({ ...term, field: term.field.replaceAll('+', ' ') }));
      },
    }),
  },
  {
    id: 'filtering/quotes-stay-on-following-pages',
    breaks: ['FLT-27'],
    also: ['FLT-08', 'FLT-37'],
    summary: 'From the second page on the quotes around an operator are taken for a part of the value.',
    behaviour: (normal) => ({
      unquote: (call, text) => (isFollowing(call) ? text : normal.unquote(call, text)),
    }),
  },
  {
    id: 'filtering/escapes-in-small-letters-are-not-decoded',
    breaks: ['FLT-33'],
    summary: 'In a filter percent escapes in lower case, such as %3e, are not decoded.',
    behaviour: (normal) => ({
      decodeFilterText: (call, text) =>
        normal.decodeFilterText(call, text.replace(/%(?=[a-f][0-9a-f]|[0-9][a-f])/g, '%25')),
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
];

import type { Condition } from '../../behaviour/filters.ts';
import { isRefusal } from '../../http/refusal.ts';
import { isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { byApp, byDelegate, byIdToken, namesPageSize } from './conditions.ts';
import { judgeBy, overlookFilters, readTermsAs, typeInSchema } from './filter-decisions.ts';
import { letPass } from './range-decisions.ts';
import { everything } from './requirements.ts';
import { breaking } from './rows.ts';
import { alsoIf, becomes } from '../operators/rules.ts';

const kindsIn = ({ byType }: Condition): readonly string[] => [...byType.values()].map(({ kind }) => kind);

/** Gives all ranges of a filter the operator of the first. */
function withOneOperator(conditions: readonly Condition[]): readonly Condition[] {
  const first = conditions.flatMap(({ byType }) => [...byType.values()]).find(({ kind }) => kind === 'range');
  if (first?.kind !== 'range') return conditions;
  return conditions.map(({ term, byType }) => ({
    term,
    byType: new Map(
      [...byType].map(([type, each]) => [type, each.kind === 'range' ? { ...each, operator: first.operator } : each]),
    ),
  }));
}

/** Faults in which a filter or a part of it is ignored, or its assertions are combined wrongly. */
export const queryFaults: readonly Fault[] = [
  ...breaking(['FLT-01', 'FLT-02', 'FLT-03'], {
    'filter-is-ignored': [
      overlookFilters(() => true),
      'The listing does not read schemaFields.',
      [...everything, 'FLT-40', 'FLT-23', 'FLT-24'],
    ],
  }),
  ...breaking('FLT-01', {
    'filter-is-refused': [
      (normal) => ({
        readFilter: (call, listing) => {
          const terms = normal.readFilter(call, listing);
          return isRefusal(terms) || terms.length === 0 ? terms : normal.readJsonFilter(call, 'no JSON');
        },
      }),
      'The listing refuses every filter.',
      [
        ...['FLT-05', 'FLT-08', 'FLT-11', 'FLT-12', 'FLT-13', 'FLT-14', 'FLT-16', 'FLT-17', 'FLT-18', 'FLT-34'],
        'FLT-38',
      ],
    ],
    'filters-count-with-page-size-only': [
      overlookFilters((call) => !namesPageSize(call)),
      'The tenant ignores a filter if pageSize is missing.',
      ['FLT-02', 'FLT-03', 'FLT-06', 'FLT-09', 'FLT-15'],
    ],
  }),
  ...breaking(['FLT-01', 'FLT-06', 'FLT-09'], {
    'text-filters-are-ignored': [
      letPass(({ kind }) => kind === 'text'),
      'A filter on text finds every record that has the field.',
      ['FLT-04', 'FLT-28', 'FLT-29', 'FLT-30', 'FLT-31', 'FLT-34', 'FLT-37', 'FLT-38', 'FLT-40'],
    ],
  }),
  ...breaking(['FLT-02', 'FLT-04'], {
    'records-without-the-field-pass': [
      (normal) => ({
        satisfies: (call, record, condition) =>
          normal.fieldOf(call, record, condition.term) === undefined || normal.satisfies(call, record, condition),
      }),
      'A filter also finds records that do not have the field.',
      [
        ...['FLT-01', 'FLT-11', 'FLT-12', 'FLT-13', 'FLT-14', 'FLT-15', 'FLT-16', 'FLT-17', 'FLT-18', 'FLT-34'],
        ...['FLT-37', 'FLT-38', 'FLT-40'],
      ],
    ],
  }),
  ...breaking('FLT-02', {
    'records-of-other-schemas-pass': [
      alsoIf('satisfies', (call, record, condition) => typeInSchema(call, record, condition.term.field) === undefined),
      'A filter also finds records whose schema does not have the field.',
      ['FLT-34'],
    ],
    'records-of-one-project-with-a-match-pass': [
      becomes('fieldOf', (found, call, record, term) => {
        if (found !== undefined) return found;
        const { schemas } = call.tenant.state;
        const own = schemas.get(record.schemaId ?? '');
        for (const schema of schemas.values()) {
          const place = schema.fields.findIndex(({ name }) => name === term.field);
          if (place < 0) continue;
          if (schema === own) return undefined;
          const field = own?.fields[place];
          return field === undefined ? undefined : record.fields[field.name];
        }
        return undefined;
      }),
      'The tenant looks for a field by its place in the schema, so records of other schemas are found too.',
    ],
  }),
  ...breaking('FLT-34', {
    'the-fourth-assertion-is-passed-over': [
      judgeBy((conditions) => conditions.slice(0, 3)),
      'If a filter has more than three assertions, only the first three count.',
    ],
    'the-sixth-assertion-is-passed-over': [
      readTermsAs((terms) => terms.slice(0, 5)),
      'If a filter has more than five assertions, only the first five count.',
    ],
    'one-assertion-for-each-value': [
      readTermsAs((terms) => [...new Map(terms.map((term) => [term.text, term])).values()]),
      'If several fields have assertions with the same value, only the last one counts.',
    ],
    'one-operator-for-all-ranges': [
      judgeBy(withOneOperator),
      'If a filter has several ranges, all of them get the operator of the first.',
    ],
    'ranges-beside-text-do-not-count': [
      judgeBy((conditions) =>
        conditions.some((one) => kindsIn(one).includes('text'))
          ? conditions.filter((one) => !kindsIn(one).includes('range'))
          : conditions,
      ),
      'If a filter also asks for a text, the tenant ignores its ranges.',
    ],
  }),
  ...breaking(
    'FLT-34',
    {
      'one-of-several-fields-is-enough': [
        (normal) => ({
          satisfiesAll: (call, record, conditions) => conditions.some((one) => normal.satisfies(call, record, one)),
        }),
        'A filter also finds records that satisfy only one of several assertions.',
        ['FLT-03'],
      ],
      'last-of-several-fields-counts': [
        judgeBy((conditions) => conditions.slice(-1)),
        'If a filter has several assertions, only the last one counts.',
      ],
      'first-two-of-several-fields-count': [
        judgeBy((conditions) => conditions.slice(0, 2)),
        'If a filter has several assertions, only the first two count.',
      ],
      'one-assertion-for-each-type-counts': [
        judgeBy((conditions) => [...new Map(conditions.map((one) => [[...one.byType.keys()].join(), one])).values()]),
        'If several assertions are on fields of the same type, only the last one counts.',
      ],
      'several-fields-are-refused': [
        (normal) => ({
          filterRecords: (call, records, terms) =>
            terms.length > 1 && terms.every((term) => normal.typesOfField(call, term).size > 0)
              ? normal.filterRecords(call, records, [{ field: '', text: '' }])
              : normal.filterRecords(call, records, terms),
        }),
        'The tenant refuses a filter with more than one assertion.',
      ],
    },
    ['FLT-37'],
  ),
  ...breaking('FLT-37', {
    'filters-count-without-page-size-only': [
      overlookFilters(namesPageSize),
      'The tenant ignores a filter if pageSize is given.',
      ['FLT-01', 'FLT-02', 'FLT-03', 'FLT-35'],
    ],
    'filter-is-dropped-after-the-first-page': [
      overlookFilters(isFollowing),
      'A following page is a page of the listing without the filter.',
    ],
    'filter-is-dropped-after-the-second-page': [
      (normal) => {
        const pages = new Map<string, number>();
        return {
          readFilter: (call, listing) => {
            const key = `${call.found.actor?.id ?? ''} ${call.request.target.replace(/&nextToken=[^&]*/, '')}`;
            const page = isFollowing(call) ? (pages.get(key) ?? 1) + 1 : 1;
            pages.set(key, page);
            return page > 2 ? [] : normal.readFilter(call, listing);
          },
        };
      },
      'From the third page on, the tenant ignores the filter.',
    ],
    'following-pages-go-by-the-first-assertion': [
      readTermsAs((terms, call) => (isFollowing(call) ? terms.slice(0, 1) : terms)),
      'From the second page on, only the first of several assertions counts.',
      ['FLT-34'],
    ],
  }),
  ...breaking('FLT-41', {
    'id-tokens-cannot-filter': [
      overlookFilters(byIdToken),
      'The tenant ignores a filter if the caller has an ID token.',
    ],
    'delegated-tokens-cannot-filter': [
      overlookFilters(byDelegate),
      'The tenant ignores a filter if the caller has a delegated token.',
    ],
    'apps-lose-the-filter-on-following-pages': [
      overlookFilters((call) => isFollowing(call) && byApp(call)),
      'On a following page, the tenant ignores the filter of an app.',
      ['FLT-35', 'FLT-37', 'FLT-39'],
    ],
    'apps-for-users-find-all-by-the-page': [
      overlookFilters((call) => namesPageSize(call) && byDelegate(call)),
      'With a page size, the tenant ignores the filter of a delegated token.',
      ['FLT-35', 'FLT-37', 'FLT-39'],
    ],
  }),
];

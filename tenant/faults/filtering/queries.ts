import { isRefusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import { TEXT_TYPES } from '../../state/fields.ts';
import type { Fault } from '../fault.ts';

/** Everything that a filter is said to leave out, and comes back where there is no filter. */
const everything = [
  ...['FLT-01', 'FLT-02', 'FLT-03', 'FLT-04', 'FLT-06', 'FLT-09', 'FLT-11', 'FLT-12', 'FLT-13', 'FLT-14', 'FLT-15'],
  ...['FLT-16', 'FLT-17', 'FLT-18', 'FLT-28', 'FLT-29', 'FLT-30', 'FLT-31', 'FLT-34', 'FLT-36', 'FLT-37', 'FLT-38'],
];

/** Wrong decisions about what a filter is of, and how its parts go together. */
export const queryFaults: readonly Fault[] = [
  {
    id: 'filtering/filter-is-ignored',
    breaks: ['FLT-01', 'FLT-02', 'FLT-03'],
    also: [...everything, 'FLT-40', 'FLT-23', 'FLT-24'],
    summary: 'The listing does not read schemaFields.',
    behaviour: () => ({ readFilter: () => [] }),
  },
  {
    id: 'filtering/filter-is-refused',
    breaks: ['FLT-01'],
    also: [
      'FLT-05',
      'FLT-08',
      'FLT-11',
      'FLT-12',
      'FLT-13',
      'FLT-14',
      'FLT-16',
      'FLT-17',
      'FLT-18',
      'FLT-34',
      'FLT-38',
    ],
    summary: 'The listing takes no filter.',
    behaviour: (normal) => ({
      readFilter: (call, listing) => {
        const terms = normal.readFilter(call, listing);
        return isRefusal(terms) || terms.length === 0 ? terms : normal.readJsonFilter(call, 'no JSON');
      },
    }),
  },
  {
    id: 'filtering/text-filters-are-ignored',
    breaks: ['FLT-01', 'FLT-06', 'FLT-09'],
    also: ['FLT-04', 'FLT-28', 'FLT-29', 'FLT-30', 'FLT-31', 'FLT-34', 'FLT-37', 'FLT-38', 'FLT-40'],
    summary: 'A filter on text lets all records through that have the field.',
    behaviour: (normal) => ({
      assertionHolds: (call, assertion, stored) =>
        assertion.kind === 'text' || normal.assertionHolds(call, assertion, stored),
    }),
  },
  {
    id: 'filtering/records-without-the-field-pass',
    breaks: ['FLT-02', 'FLT-04'],
    also: [
      'FLT-01',
      'FLT-11',
      'FLT-12',
      'FLT-13',
      'FLT-14',
      'FLT-16',
      'FLT-17',
      'FLT-18',
      'FLT-34',
      'FLT-37',
      'FLT-38',
      'FLT-15',
      'FLT-40',
    ],
    summary: 'A record that does not have the field is not left out.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) =>
        normal.fieldOf(call, record, condition.term) === undefined || normal.satisfies(call, record, condition),
    }),
  },
  {
    id: 'filtering/records-of-other-schemas-pass',
    breaks: ['FLT-02'],
    also: ['FLT-34'],
    summary: 'A record of a schema that does not have the field is not left out.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        const schema = call.tenant.state.schemas.get(record.schemaId ?? '');
        const known = schema?.fields.some(({ name }) => name === condition.term.field) ?? false;
        return !known || normal.satisfies(call, record, condition);
      },
    }),
  },
  {
    id: 'filtering/records-of-one-project-with-a-match-pass',
    breaks: ['FLT-02'],
    summary: 'A field is looked for by its place in the schema, so other schemas are filtered too.',
    behaviour: (normal) => ({
      fieldOf: (call, record, term) => {
        const found = normal.fieldOf(call, record, term);
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
      },
    }),
  },
  {
    id: 'filtering/unknown-fields-are-ignored',
    breaks: ['FLT-03'],
    summary: 'An assertion on a field that there is not is passed over.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) =>
        normal.filterRecords(
          call,
          records,
          terms.filter((term) => normal.typesOfField(call, term).size > 0),
        ),
    }),
  },
  {
    id: 'filtering/unknown-fields-beside-known-ones-are-ignored',
    breaks: ['FLT-03'],
    summary: 'An assertion on a field that there is not is passed over where there is another one.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) => {
        const known = terms.filter((term) => normal.typesOfField(call, term).size > 0);
        return normal.filterRecords(call, records, known.length > 0 ? known : terms);
      },
    }),
  },
  {
    id: 'filtering/fields-are-known-by-the-beginning-of-their-names',
    breaks: ['FLT-03'],
    summary: 'The beginning of a name is enough to name a field.',
    behaviour: (normal) => {
      const whole = (call: Parameters<typeof normal.fieldOf>[0], field: string): string => {
        const names = [...call.tenant.state.fieldTypes.keys()];
        return names.includes(field) ? field : (names.find((name) => name.startsWith(field)) ?? field);
      };
      return {
        typesOfField: (call, term) => normal.typesOfField(call, { ...term, field: whole(call, term.field) }),
        fieldOf: (call, record, term) => normal.fieldOf(call, record, { ...term, field: whole(call, term.field) }),
      };
    },
  },
  {
    id: 'filtering/unset-fields-satisfy-every-range',
    breaks: ['FLT-04'],
    also: ['FLT-16', 'FLT-17', 'FLT-18', 'FLT-34', 'FLT-37', 'FLT-01', 'FLT-38', 'FLT-40'],
    summary: 'A record of which the field is unset satisfies every range on it.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        const schema = call.tenant.state.schemas.get(record.schemaId ?? '');
        const type = schema?.fields.find(({ name }) => name === condition.term.field)?.type ?? '';
        const unset = normal.fieldOf(call, record, condition.term) === undefined;
        return (unset && ['Integer', 'Float', 'Date'].includes(type)) || normal.satisfies(call, record, condition);
      },
    }),
  },
  {
    id: 'filtering/unset-numbers-are-zero',
    breaks: ['FLT-04'],
    also: ['FLT-16', 'FLT-17', 'FLT-34', 'FLT-37', 'FLT-01', 'FLT-38', 'FLT-40'],
    summary: 'An unset number is taken for 0.',
    behaviour: (normal) => ({
      fieldOf: (call, record, term) => {
        const found = normal.fieldOf(call, record, term);
        const schema = call.tenant.state.schemas.get(record.schemaId ?? '');
        const type = schema?.fields.find(({ name }) => name === term.field)?.type ?? '';
        return found ?? (type === 'Integer' || type === 'Float' ? { type, value: 0 } : undefined);
      },
    }),
  },
  {
    id: 'filtering/unset-dates-are-before-all-others',
    breaks: ['FLT-04'],
    also: ['FLT-18', 'FLT-34', 'FLT-37', 'FLT-01', 'FLT-38', 'FLT-40'],
    summary: 'An unset date is before every bound.',
    behaviour: (normal) => ({
      fieldOf: (call, record, term) => {
        const found = normal.fieldOf(call, record, term);
        const schema = call.tenant.state.schemas.get(record.schemaId ?? '');
        const type = schema?.fields.find(({ name }) => name === term.field)?.type ?? '';
        return found ?? (type === 'Date' ? { type, value: '1800-01-01' } : undefined);
      },
    }),
  },
  {
    id: 'filtering/unset-texts-are-written-out',
    breaks: ['FLT-04'],
    summary: 'An unset text is found by null.',
    behaviour: (normal) => ({
      fieldOf: (call, record, term) => {
        const found = normal.fieldOf(call, record, term);
        const schema = call.tenant.state.schemas.get(record.schemaId ?? '');
        const type = schema?.fields.find(({ name }) => name === term.field)?.type ?? '';
        return found ?? (TEXT_TYPES.includes(type) ? { type, value: 'null' } : undefined);
      },
    }),
  },
  {
    id: 'filtering/one-of-several-fields-is-enough',
    breaks: ['FLT-34'],
    also: ['FLT-37', 'FLT-03'],
    summary: 'A record that satisfies one of several assertions is not left out.',
    behaviour: (normal) => ({
      satisfiesAll: (call, record, conditions) =>
        conditions.some((condition) => normal.satisfies(call, record, condition)),
    }),
  },
  {
    id: 'filtering/last-of-several-fields-counts',
    breaks: ['FLT-34'],
    also: ['FLT-37'],
    summary: 'Of several assertions the last one counts.',
    behaviour: (normal) => ({
      satisfiesAll: (call, record, conditions) => normal.satisfiesAll(call, record, conditions.slice(-1)),
    }),
  },
  {
    id: 'filtering/first-two-of-several-fields-count',
    breaks: ['FLT-34'],
    also: ['FLT-37'],
    summary: 'Of several assertions the first two count.',
    behaviour: (normal) => ({
      satisfiesAll: (call, record, conditions) => normal.satisfiesAll(call, record, conditions.slice(0, 2)),
    }),
  },
  {
    id: 'filtering/one-assertion-for-each-type-counts',
    breaks: ['FLT-34'],
    also: ['FLT-37'],
    summary: 'Of several assertions on fields of one type the last one counts.',
    behaviour: (normal) => ({
      satisfiesAll: (call, record, conditions) => {
        const byType = new Map(conditions.map((condition) => [[...condition.byType.keys()].join(), condition]));
        return normal.satisfiesAll(call, record, [...byType.values()]);
      },
    }),
  },
  {
    id: 'filtering/several-fields-are-refused',
    breaks: ['FLT-34'],
    also: ['FLT-37'],
    summary: 'A filter of more than one assertion is refused.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) =>
        terms.length > 1 && terms.every((term) => normal.typesOfField(call, term).size > 0)
          ? normal.filterRecords(call, records, [{ field: '', text: '' }])
          : normal.filterRecords(call, records, terms),
    }),
  },
  {
    id: 'filtering/value-is-looked-for-in-all-fields-of-the-type',
    breaks: ['FLT-40'],
    also: ['FLT-01', 'FLT-04', 'FLT-16', 'FLT-18', 'FLT-02', 'FLT-34', 'FLT-37', 'FLT-14', 'FLT-05'],
    summary: 'A value is looked for in every field of the type of the one that is named.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) =>
        normal.fieldOf(call, record, condition.term) !== undefined &&
        Object.values(record.fields).some(({ type, value }) => {
          const assertion = condition.byType.get(type);
          return assertion !== undefined && value !== null && normal.assertionHolds(call, assertion, value);
        }),
    }),
  },
  {
    id: 'filtering/dropdowns-are-looked-for-in-each-other',
    breaks: ['FLT-40'],
    also: ['FLT-01', 'FLT-14', 'FLT-34', 'FLT-37', 'FLT-04', 'FLT-02'],
    summary: 'An option is looked for in every Dropdown field.',
    behaviour: (normal) => ({
      satisfies: (call, record, condition) => {
        const assertion = condition.byType.get('Dropdown');
        if (assertion === undefined) return normal.satisfies(call, record, condition);
        return (
          normal.fieldOf(call, record, condition.term) !== undefined &&
          Object.values(record.fields).some(
            ({ type, value }) => type === 'Dropdown' && value !== null && normal.assertionHolds(call, assertion, value),
          )
        );
      },
    }),
  },
  {
    id: 'filtering/nothing-found-is-not-found',
    breaks: ['FLT-38'],
    summary: 'A filter that finds nothing is answered with 404.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const answer = normal.answerListing(call, actor, listing);
        return !isRefusal(answer) &&
          call.request.target.includes('schemaFields') &&
          answer.body?.includes('"results":[]') === true
          ? { ...answer, status: 404 }
          : answer;
      },
    }),
  },
  {
    id: 'filtering/nothing-found-has-no-list',
    breaks: ['FLT-38'],
    summary: 'Where a filter finds nothing, results is null.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const members = normal.pageMembers(call, listing, items, nextToken);
        return items.length === 0 && call.request.target.includes('schemaFields')
          ? { ...members, [listing.itemsKey]: null }
          : members;
      },
    }),
  },
  {
    id: 'filtering/nothing-found-has-no-token',
    breaks: ['FLT-38'],
    summary: 'Where a filter finds nothing, nextToken is null.',
    behaviour: (normal) => ({
      pageMembers: (call, listing, items, nextToken) => {
        const members = normal.pageMembers(call, listing, items, nextToken);
        return items.length === 0 && call.request.target.includes('schemaFields')
          ? { ...members, nextToken: null }
          : members;
      },
    }),
  },
  {
    id: 'filtering/a-filter-that-finds-nothing-is-dropped',
    breaks: ['FLT-38'],
    also: [...everything, 'FLT-40', 'FLT-27'],
    summary: 'Where nothing satisfies a filter, all records come back rather than none.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) => {
        const left: readonly LabRecord[] | ReturnType<typeof normal.filterRecords> = normal.filterRecords(
          call,
          records,
          terms,
        );
        return !isRefusal(left) && left.length === 0 ? records : left;
      },
    }),
  },
];

import type { FilterTerm } from '../../behaviour/filter-queries.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

const assayResultsPath = '/api/v2/assay-results';
const nothingSatisfies = { kind: 'identifier', type: 'none', value: '' } as const;

/** Variants of the form of filters in the query, and of the meaning of field names. */
export const queryVariants: readonly Variant[] = [
  {
    id: 'filtering/dotted-names',
    freedoms: ['FRE-158'],
    summary: 'A filter has the form schemaFields.Name=value in the query, and no other form.',
    profile: { api: { assayResultsPath, schemaFieldsEncoding: 'dotted' } },
    behaviour: () => ({
      readJsonFilter: () => refusal('invalid-query', 'A field is named behind a dot.'),
      bracketedField: () => undefined,
    }),
  },
  {
    id: 'filtering/bracketed-names',
    freedoms: ['FRE-158'],
    summary: 'A filter has the form schemaFields[Name]=value in the query, and no other form.',
    profile: { api: { assayResultsPath, schemaFieldsEncoding: 'bracket' } },
    behaviour: () => ({
      readJsonFilter: () => refusal('invalid-query', 'A field is named in brackets.'),
      dottedField: () => undefined,
    }),
  },
  {
    id: 'filtering/schema-is-named-beside-the-filter',
    freedoms: ['FRE-159', 'FRE-160'],
    summary: 'A filter needs a schema in addition, and matches records of this schema only.',
    profile: { api: { assayResultsPath, schemaFieldsEncoding: 'json', schemaParameter: 'schemaId' } },
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) => {
        const schema = call.tenant.state.schemas.get(call.request.query.get('schemaId') ?? '');
        if (schema === undefined) return refusal('invalid-query', 'schemaId must name a schema.');
        const strange = terms.find((term) => !schema.fields.some(({ name }) => name === term.field));
        if (strange !== undefined) return refusal('invalid-query', `The schema has no field ${strange.field}.`);
        return normal.filterRecords(
          call,
          records.filter(({ schemaId }) => schemaId === schema.id),
          terms,
        );
      },
    }),
  },
  {
    id: 'filtering/newest-schema-with-the-field',
    freedoms: ['FRE-159', 'FRE-160'],
    summary: 'A filter matches only records of the newest schema that has the field.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) => {
        const schemas = [...call.tenant.state.schemas.values()].toReversed();
        const relevant = schemas.find(({ fields }) =>
          terms.every((term) => fields.some(({ name }) => name === term.field)),
        );
        const left = normal.filterRecords(call, records, terms);
        return isRefusal(left) || relevant === undefined
          ? left
          : left.filter(({ schemaId }) => schemaId === relevant.id);
      },
    }),
  },
  {
    id: 'filtering/field-names-in-any-case',
    freedoms: ['FRE-161'],
    summary: 'The letter case of field names makes no difference.',
    behaviour: (normal) => {
      const known = (call: Parameters<typeof normal.typesOfField>[0], term: FilterTerm): FilterTerm => {
        const wanted = term.field.toLowerCase();
        const field = [...call.tenant.state.fieldTypes.keys()].find((name) => name.toLowerCase() === wanted);
        return field === undefined ? term : { ...term, field };
      };
      return {
        typesOfField: (call, term) => normal.typesOfField(call, known(call, term)),
        fieldOf: (call, record, term) => normal.fieldOf(call, record, known(call, term)),
      };
    },
  },
  {
    id: 'filtering/two-bounds-on-one-field',
    freedoms: ['FRE-170', 'FRE-152'],
    summary: 'One text may contain two bounds on a field, with a comma between them.',
    behaviour: (normal) => ({
      filterRecords: (call, records, terms) =>
        normal.filterRecords(
          call,
          records,
          terms.flatMap((term) =>
            /^[<>]=? [^,]+,[<>]=? /.test(term.text)
              ? term.text.split(',').map((text): FilterTerm => ({ ...term, text }))
              : [term],
          ),
        ),
    }),
  },
  {
    id: 'filtering/filters-on-every-listing',
    freedoms: ['FRE-182', 'FRE-150'],
    summary: 'Every listing accepts schemaFields.',
    behaviour: () => ({ takesFilters: () => true }),
  },
  {
    id: 'filtering/ranges-on-the-modification-time',
    freedoms: ['FRE-181'],
    summary: 'The listing of assay results accepts a range on modifiedAt.',
    behaviour: (normal) => ({
      recordsFor: (call, actor, listing) => {
        const records = normal.recordsFor(call, actor, listing);
        const range = normal.readOperator(call, call.request.query.get('modifiedAt') ?? '');
        if (range === undefined) return records;
        const bound = Date.parse(range.value);
        return records.filter(({ modifiedAt }) =>
          normal.operatorHolds(call, 'Date', range.operator, modifiedAt.getTime() - bound),
        );
      },
    }),
  },
  {
    id: 'filtering/unknown-parameters-are-refused',
    freedoms: ['FRE-151', 'FRE-149'],
    summary: 'The listing of assay results refuses parameters that it does not know.',
    behaviour: (normal) => ({
      answerListing: (call, actor, listing) => {
        const known = /^(pageSize|nextToken|sort|schemaFields.*)$/s;
        const strange = [...call.request.query.keys()].find((name) => !known.test(name));
        return listing.kind === 'assayResult' && strange !== undefined
          ? refusal('invalid-query', 'There is no such parameter.')
          : normal.answerListing(call, actor, listing);
      },
    }),
  },
  {
    id: 'filtering/bad-bounds-find-nothing',
    freedoms: ['FRE-171', 'FRE-162', 'FRE-165'],
    summary: 'A value that is not an operator and a bound of the type finds nothing, and is not refused.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) => {
        const read = normal.readRangeAssertion(call, type, text);
        const plain = normal.readOperator(call, text) === undefined;
        return isRefusal(read) || plain ? nothingSatisfies : read;
      },
    }),
  },
];

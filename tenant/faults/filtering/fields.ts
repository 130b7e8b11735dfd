import type { Call } from '../../call.ts';
import { isRefusal } from '../../http/refusal.ts';
import { RANGE_TYPES, TEXT_TYPES } from '../../state/fields.ts';
import type { Fault } from '../fault.ts';
import { doNotKnow, fillUnset, typeInSchema } from './filter-decisions.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

/** The property of a field's name that makes the field unknown. */
const UNKNOWN: Readonly<Record<string, readonly [what: string, pattern: RegExp]>> = {
  'fields-with-brackets-in-their-names-are-not-known': ['brackets, such as Mass (mg),', /[()]/],
  // eslint-disable-next-line no-control-regex -- what ASCII has
  'fields-with-names-beyond-ascii-are-not-known': ['a character beyond ASCII, such as Größe,', /[^\x00-\x7f]/],
  'fields-with-an-apostrophe-are-unknown': ['an apostrophe', /'/],
  'fields-with-dots-in-their-names-are-not-known': ['a dot', /\./],
  'fields-with-square-brackets-in-their-names-are-not-known': ['a square bracket', /[[\]]/],
  'fields-with-double-quotes-in-their-names-are-not-known': ['a double quote', /"/],
  'fields-with-angle-brackets-in-their-names-are-not-known': ['an angle bracket', /[<>]/],
  'fields-with-dividers-in-their-names-are-not-known': ['a semicolon, a bar or an at sign', /[;|@]/],
  'fields-with-names-of-a-hundred-characters-are-not-known': ['more than a hundred characters', /.{101}/s],
};

/** Returns the field with this name, otherwise the first field whose name begins with it. */
function beginningLike({ tenant }: Call, field: string): string {
  const names = [...tenant.state.fieldTypes.keys()];
  return names.find((name) => name === field) ?? names.find((name) => name.startsWith(field)) ?? field;
}

/** Faults in which a field is not known by its name or known by another, and faults about unset fields. */
export const fieldFaults: readonly Fault[] = [
  ...Object.entries(UNKNOWN).flatMap(([id, [what, pattern]]) =>
    breaking('FLT-43', {
      [id]: [doNotKnow((field) => pattern.test(field)), `A field whose name has ${what} cannot be asked for.`],
    }),
  ),
  ...breaking('FLT-43', {
    'plus-signs-in-field-names-are-blanks': [
      becomes('termsIn', (terms) =>
        isRefusal(terms) ? terms : terms.map((term) => ({ ...term, field: term.field.replaceAll('+', ' ') })),
      ),
      'The tenant takes a plus sign in the name of a field for a space.',
    ],
  }),
  ...breaking('FLT-03', {
    'unknown-fields-are-ignored': [
      (normal) => ({
        filterRecords: (call, records, terms) =>
          normal.filterRecords(
            call,
            records,
            terms.filter((term) => normal.typesOfField(call, term).size > 0),
          ),
      }),
      'The tenant ignores an assertion on an unknown field.',
    ],
    'unknown-fields-beside-known-ones-are-ignored': [
      (normal) => ({
        filterRecords: (call, records, terms) => {
          const known = terms.filter((term) => normal.typesOfField(call, term).size > 0);
          return normal.filterRecords(call, records, known.length > 0 ? known : terms);
        },
      }),
      'The tenant ignores an assertion on an unknown field if the filter also has one on a known field.',
    ],
    'fields-are-known-by-the-beginning-of-their-names': [
      (normal) => ({
        typesOfField: (call, term) => normal.typesOfField(call, { ...term, field: beginningLike(call, term.field) }),
        fieldOf: (call, record, term) =>
          normal.fieldOf(call, record, { ...term, field: beginningLike(call, term.field) }),
      }),
      'The tenant knows a field by the beginning of its name.',
    ],
    'inherited-names-are-fields': [
      (normal) => ({
        typesOfField: (call, term) => (term.field in {} ? new Set(['String']) : normal.typesOfField(call, term)),
        satisfies: (call, record, condition) => condition.term.field in {} || normal.satisfies(call, record, condition),
      }),
      'A field that is named like a member of every JavaScript object satisfies every assertion.',
    ],
  }),
  ...breaking('FLT-04', {
    'unset-fields-satisfy-every-range': [
      (normal) => ({
        satisfies: (call, record, condition) =>
          (normal.fieldOf(call, record, condition.term) === undefined &&
            RANGE_TYPES.includes(typeInSchema(call, record, condition.term.field) ?? '')) ||
          normal.satisfies(call, record, condition),
      }),
      'A record whose field is unset satisfies every range on that field.',
      ['FLT-16', 'FLT-17', 'FLT-18', 'FLT-34', 'FLT-37', 'FLT-01', 'FLT-38', 'FLT-40'],
    ],
    'unset-numbers-are-zero': [
      fillUnset(['Integer', 'Float'], 0),
      'An unset number counts as 0.',
      ['FLT-16', 'FLT-17', 'FLT-34', 'FLT-37', 'FLT-01', 'FLT-38', 'FLT-40'],
    ],
    'unset-dates-are-before-all-others': [
      fillUnset(['Date'], '1800-01-01'),
      'An unset date counts as earlier than every bound.',
      ['FLT-18', 'FLT-34', 'FLT-37', 'FLT-01', 'FLT-38', 'FLT-40'],
    ],
    'unset-texts-are-written-out': [fillUnset(TEXT_TYPES, 'null'), 'A filter for the text null finds unset texts.'],
  }),
];

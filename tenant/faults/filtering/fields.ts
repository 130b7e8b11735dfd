import type { Operator } from '../../behaviour/assertions.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** What stands for nothing in some languages. */
const NOTHING: ReadonlySet<unknown> = new Set(['0', 'false']);

const OPERATORS = new Set<string>(['>', '>=', '<', '<='] satisfies Operator[]);

/** Fields that are not known by their names, and values that count as unset. */
export const fieldFaults: readonly Fault[] = [
  {
    id: 'filtering/fields-with-brackets-in-their-names-are-not-known',
    breaks: ['FLT-43'],
    summary: 'A field whose name has brackets, such as Mass (mg), cannot be asked for.',
    behaviour: (normal) => ({
      typesOfField: (call, term) => (/[()]/.test(term.field) ? new Set() : normal.typesOfField(call, term)),
    }),
  },
  {
    id: 'filtering/fields-with-names-beyond-ascii-are-not-known',
    breaks: ['FLT-43'],
    summary: 'A field whose name has a character beyond ASCII, such as Größe, cannot be asked for.',
    behaviour: (normal) => ({
      // eslint-disable-next-line no-control-regex -- what ASCII has
      typesOfField: (call, term) => (/[^\x00-\x7f]/.test(term.field) ? new Set() : normal.typesOfField(call, term)),
    }),
  },
  {
    id: 'filtering/plus-signs-in-field-names-are-blanks',
    breaks: ['FLT-43'],
    summary: 'The name of a field is decoded twice, so that one with a plus sign in it is not known.',
    behaviour: (normal) => ({
      termsIn: (call, name, value) => {
        const terms = normal.termsIn(call, name, value);
        return isRefusal(terms) ? terms : terms.map((term) => ({ ...term, field: term.field.replaceAll('+', ' ') }));
      },
    }),
  },
  {
    id: 'filtering/inherited-names-are-fields',
    breaks: ['FLT-03'],
    summary: 'Fields that are named like members of every object are taken to be there, and satisfied.',
    behaviour: (normal) => ({
      typesOfField: (call, term) => (term.field in {} ? new Set(['String']) : normal.typesOfField(call, term)),
      satisfies: (call, record, condition) => condition.term.field in {} || normal.satisfies(call, record, condition),
    }),
  },
  {
    id: 'filtering/words-for-nothing-are-no-values',
    breaks: ['FLT-05'],
    summary: 'A String field that holds 0 or false is taken for unset.',
    behaviour: (normal) => ({
      valuesOf: (call, field) =>
        normal.valuesOf(call, field).filter((value) => field.type !== 'String' || !NOTHING.has(value)),
    }),
  },
  {
    id: 'filtering/the-text-null-finds-nothing',
    breaks: ['FLT-05'],
    summary: 'The text null stands for an unset String, and finds no record that has it.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        !(type === 'String' && asked === 'null') && normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/truth-values-are-no-texts',
    breaks: ['FLT-05'],
    summary: 'A String that says true or false is never found, being read as a truth value.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        !(type === 'String' && /^(true|false)$/i.test(asked)) && normal.sameText(call, type, asked, stored),
    }),
  },
  {
    id: 'filtering/numbers-are-no-strings',
    breaks: ['FLT-05'],
    summary: 'A String is never found by a text of digits alone, which is taken for a number.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        !(type === 'String' && /^\d+$/.test(asked)) && normal.sameText(call, type, asked, stored),
    }),
  },
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
    id: 'filtering/zeros-are-unset',
    breaks: ['FLT-16'],
    also: ['FLT-17', 'FLT-20', 'FLT-22', 'FLT-36', 'FLT-19', 'FLT-21'],
    summary: 'A number that is 0 counts as unset.',
    behaviour: (normal) => ({
      valuesOf: (call, field) => normal.valuesOf(call, field).filter((value) => value !== 0),
    }),
  },

  {
    id: 'filtering/fields-with-dots-in-their-names-are-not-known',
    breaks: ['FLT-43'],
    summary: 'A field whose name has a dot in it cannot be asked for.',
    behaviour: (normal) => ({
      typesOfField: (call, term) => (/\./.test(term.field) ? new Set() : normal.typesOfField(call, term)),
    }),
  },
  {
    id: 'filtering/fields-with-square-brackets-in-their-names-are-not-known',
    breaks: ['FLT-43'],
    summary: 'A field whose name has a square bracket in it cannot be asked for.',
    behaviour: (normal) => ({
      typesOfField: (call, term) => (/[[\]]/.test(term.field) ? new Set() : normal.typesOfField(call, term)),
    }),
  },
  {
    id: 'filtering/fields-with-double-quotes-in-their-names-are-not-known',
    breaks: ['FLT-43'],
    summary: 'A field whose name has a double quote in it cannot be asked for.',
    behaviour: (normal) => ({
      typesOfField: (call, term) => (/"/.test(term.field) ? new Set() : normal.typesOfField(call, term)),
    }),
  },
  {
    id: 'filtering/fields-with-angle-brackets-in-their-names-are-not-known',
    breaks: ['FLT-43'],
    summary: 'A field whose name has an angle bracket in it cannot be asked for.',
    behaviour: (normal) => ({
      typesOfField: (call, term) => (/[<>]/.test(term.field) ? new Set() : normal.typesOfField(call, term)),
    }),
  },
  {
    id: 'filtering/fields-with-dividers-in-their-names-are-not-known',
    breaks: ['FLT-43'],
    summary: 'A field whose name has a semicolon, a bar or an at sign in it cannot be asked for.',
    behaviour: (normal) => ({
      typesOfField: (call, term) => (/[;|@]/.test(term.field) ? new Set() : normal.typesOfField(call, term)),
    }),
  },
  {
    id: 'filtering/fields-with-names-of-a-hundred-characters-are-not-known',
    breaks: ['FLT-43'],
    summary: 'A field whose name is longer than a hundred characters cannot be asked for.',
    behaviour: (normal) => ({
      typesOfField: (call, term) => (term.field.length > 100 ? new Set() : normal.typesOfField(call, term)),
    }),
  },
];

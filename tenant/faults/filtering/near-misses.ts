import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Operator } from '../../behaviour/assertions.ts';
import { refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

/** One operator holds of a bound that is met, or does not, for one type. */
const atTheBound =
  (type: string, operator: Operator, holds: boolean): Fault['behaviour'] =>
  (normal: Behaviour) => ({
    operatorHolds: (call, asked, op, order) =>
      asked === type && op === operator && order === 0 ? holds : normal.operatorHolds(call, asked, op, order),
  });

/** What two texts of one type are compared as. */
const comparedAs =
  (change: (text: string) => string, only?: string): Fault['behaviour'] =>
  (normal: Behaviour) => ({
    sameText: (call, type, asked, stored) =>
      only === undefined || type === only
        ? normal.sameText(call, type, change(asked), change(stored))
        : normal.sameText(call, type, asked, stored),
  });

/** Wrong only for one operator and type, one value or one spelling. */
export const nearMissFaults: readonly Fault[] = [
  {
    id: 'filtering/above-a-float-includes-it',
    breaks: ['FLT-19'],
    also: ['FLT-17', 'FLT-36'],
    summary: '> on a Float field means >=.',
    behaviour: atTheBound('Float', '>', true),
  },
  {
    id: 'filtering/above-a-date-includes-it',
    breaks: ['FLT-19'],
    also: ['FLT-18', 'FLT-36'],
    summary: '> on a Date field means >=.',
    behaviour: atTheBound('Date', '>', true),
  },
  {
    id: 'filtering/from-an-integer-leaves-it-out',
    breaks: ['FLT-20'],
    also: ['FLT-16', 'FLT-36'],
    summary: '>= on an Integer field means >.',
    behaviour: atTheBound('Integer', '>=', false),
  },
  {
    id: 'filtering/below-an-integer-includes-it',
    breaks: ['FLT-21'],
    also: ['FLT-16', 'FLT-36'],
    summary: '< on an Integer field means <=.',
    behaviour: atTheBound('Integer', '<', true),
  },
  {
    id: 'filtering/up-to-a-float-leaves-it-out',
    breaks: ['FLT-22'],
    also: ['FLT-17', 'FLT-36'],
    summary: '<= on a Float field means <.',
    behaviour: atTheBound('Float', '<=', false),
  },
  {
    id: 'filtering/above-a-negative-number-includes-it',
    breaks: ['FLT-19'],
    also: ['FLT-16', 'FLT-17', 'FLT-36'],
    summary: '> a negative number means >= it.',
    behaviour: (normal) => ({
      compareNumbers: (call, one, other) => normal.compareNumbers(call, one, other),
      assertionHolds: (call, assertion, stored) =>
        normal.assertionHolds(
          call,
          assertion.kind === 'range' &&
            assertion.operator === '>' &&
            typeof assertion.bound === 'number' &&
            assertion.bound < 0
            ? { ...assertion, operator: '>=' }
            : assertion,
          stored,
        ),
    }),
  },
  {
    id: 'filtering/a-bound-of-zero-is-none',
    breaks: ['FLT-16'],
    also: ['FLT-17', 'FLT-01', 'FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-36'],
    summary: 'A bound of 0 counts as none, and every record that has the field is left.',
    behaviour: (normal) => ({
      assertionHolds: (call, assertion, stored) =>
        assertion.kind === 'range' && assertion.bound === 0 ? true : normal.assertionHolds(call, assertion, stored),
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
    id: 'filtering/integers-in-single-precision',
    breaks: ['FLT-16'],
    also: ['FLT-17', 'FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-36'],
    summary: 'Integers are compared as floating-point numbers of 32 bits.',
    behaviour: (normal) => ({
      compareNumbers: (call, one, other) => normal.compareNumbers(call, Math.fround(one), Math.fround(other)),
    }),
  },
  {
    id: 'filtering/whole-bounds-of-floats-are-refused',
    breaks: ['FLT-17'],
    summary: 'A bound without a point is refused on a Float field.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) =>
        type === 'Float' && !text.includes('.')
          ? refusal('invalid-query', 'A Float has a point.')
          : normal.readRangeAssertion(call, type, text),
    }),
  },
  {
    id: 'filtering/dates-after-2038-overflow',
    breaks: ['FLT-18'],
    also: ['FLT-26', 'FLT-36', 'FLT-19', 'FLT-20', 'FLT-21', 'FLT-22'],
    summary: 'Dates are kept as seconds in 32 bits, so that those after January 2038 come before all others.',
    behaviour: (normal) => ({
      compareDates: (call, stored, bound) => {
        const wrapped = (time: number) => (Math.floor(time / 1000) | 0) * 1000;
        return normal.compareDates(
          call,
          { ...stored, time: wrapped(stored.time) },
          { ...bound, time: wrapped(bound.time) },
        );
      },
    }),
  },
  {
    id: 'filtering/texts-that-are-numbers-are-compared-as-numbers',
    breaks: ['FLT-06'],
    summary: 'A String that is written as a number is compared by its value, so that 7 finds 007.',
    behaviour: comparedAs((text) => (/^\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text), 'String'),
  },
  {
    id: 'filtering/runs-of-blanks-count-as-one',
    breaks: ['FLT-06'],
    summary: 'Several blanks in a row in a String count as one.',
    behaviour: comparedAs((text) => text.replace(/ +/g, ' '), 'String'),
  },
  {
    id: 'filtering/full-stops-at-the-end-do-not-count',
    breaks: ['FLT-06'],
    also: ['FLT-30'],
    summary: 'A full stop at the end of a String does not count.',
    behaviour: comparedAs((text) => text.replace(/\.+$/, ''), 'String'),
  },
  {
    id: 'filtering/a-comma-means-or',
    breaks: ['FLT-06'],
    also: ['FLT-05', 'FLT-33', 'FLT-09'],
    summary: 'A comma in what is asked for stands between several values, each of which is found too.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        [asked, ...asked.split(',')].some((part) => normal.sameText(call, type, part, stored)),
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
    id: 'filtering/numbers-are-no-strings',
    breaks: ['FLT-05'],
    summary: 'A String is never found by a text of digits alone, which is taken for a number.',
    behaviour: (normal) => ({
      sameText: (call, type, asked, stored) =>
        !(type === 'String' && /^\d+$/.test(asked)) && normal.sameText(call, type, asked, stored),
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
    id: 'filtering/quotes-are-kept-on-long-text',
    breaks: ['FLT-08'],
    also: ['FLT-27'],
    summary: 'A quoted operator is unquoted for String fields, and not for Long Text.',
    behaviour: (normal) => ({
      readTextAssertion: (call, type, text) =>
        type === 'Long Text' && /^"[<>]=?"$/.test(text)
          ? { kind: 'text', type, value: text }
          : normal.readTextAssertion(call, type, text),
    }),
  },
  {
    id: 'filtering/quotes-are-kept-around-less-than',
    breaks: ['FLT-27'],
    also: ['FLT-08'],
    summary: 'The quotes around < are kept, and those around the other operators are not.',
    behaviour: (normal) => ({
      unquote: (call, text) => (text === '"<"' ? text : normal.unquote(call, text)),
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
];

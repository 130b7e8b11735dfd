import type { Operator } from '../../behaviour/assertions.ts';
import { RANGE_TYPES } from '../../state/fields.ts';
import type { Fault } from '../fault.ts';
import { isFollowing } from '../calls.ts';
import { byDelegate } from './conditions.ts';
import { letPass, orderNumbers, orderNumbersAs, refuseRanges, rereadRanges, takeFor } from './range-decisions.ts';
import { requirementsOnOperators } from './requirements.ts';
import { breaking } from './rows.ts';
import { becomes } from '../operators/rules.ts';

const OPERATORS = { '>': 'FLT-19', '>=': 'FLT-20', '<': 'FLT-21', '<=': 'FLT-22' };
const TYPES = { Integer: 'FLT-16', Float: 'FLT-17', Date: 'FLT-18' };
type RangeType = keyof typeof TYPES;
const ofTypes = Object.values(TYPES);

const asText = (one: number, other: number): number =>
  String(one) < String(other) ? -1 : Number(String(one) > String(other));

/** Operators that the tenant replaces by others, on fields of all types or of one, with the broken requirements. */
const SWAPPED: Readonly<
  Record<string, readonly [from: keyof typeof OPERATORS, to: Operator, breaks: readonly string[], type?: RangeType]>
> = {
  'above-includes-the-bound': ['>', '>=', ['FLT-19', 'FLT-36']],
  'above-includes-an-integer-bound': ['>', '>=', ['FLT-19', 'FLT-16'], 'Integer'],
  'above-a-float-includes-it': ['>', '>=', ['FLT-19'], 'Float'],
  'above-a-date-includes-it': ['>', '>=', ['FLT-19'], 'Date'],
  'from-leaves-the-bound-out': ['>=', '>', ['FLT-20']],
  'from-an-integer-leaves-it-out': ['>=', '>', ['FLT-20'], 'Integer'],
  'from-a-float-leaves-the-bound-out': ['>=', '>', ['FLT-20', 'FLT-17'], 'Float'],
  'from-a-date-leaves-the-date-out': ['>=', '>', ['FLT-20'], 'Date'],
  'below-includes-the-bound': ['<', '<=', ['FLT-21', 'FLT-36']],
  'below-an-integer-includes-it': ['<', '<=', ['FLT-21'], 'Integer'],
  'below-a-date-includes-the-date': ['<', '<=', ['FLT-21', 'FLT-18'], 'Date'],
  'up-to-leaves-the-bound-out': ['<=', '<', ['FLT-22']],
  'up-to-a-float-leaves-it-out': ['<=', '<', ['FLT-22'], 'Float'],
  'up-to-a-date-ends-at-its-midnight': ['<=', '<', ['FLT-22'], 'Date'],
};

const swappedFaults = Object.entries(SWAPPED).flatMap(([id, [from, to, breaks, type]]) => {
  const types = type === undefined ? RANGE_TYPES : [type];
  const summary = `${from} ${type === undefined ? '' : `on a field of type ${type} `}means ${to}.`;
  const byWords = [OPERATORS[from], ...(type === undefined ? ofTypes : [TYPES[type]]), 'FLT-36'];
  return breaking(breaks, {
    [id]: [takeFor(from, to, types), summary, byWords.filter((one) => !breaks.includes(one))],
  });
});

/** Faults in which an operator is replaced by another, or a bound is included or left out wrongly. */
const operatorFaults: readonly Fault[] = [
  ...swappedFaults,
  ...breaking('FLT-19', {
    'above-a-negative-number-includes-it': [
      rereadRanges(
        (bound, operator) => operator === '>' && bound < 0,
        () => ({ operator: '>=' }),
      ),
      'With a negative number, > means >=.',
      ['FLT-16', 'FLT-17', 'FLT-36'],
    ],
  }),
  ...breaking('FLT-22', {
    'up-to-zero-leaves-zero-out': [
      rereadRanges(
        (bound, operator) => operator === '<=' && bound === 0,
        () => ({ operator: '<' }),
      ),
      '<= 0 means < 0.',
      ['FLT-16', 'FLT-17', 'FLT-36'],
    ],
  }),
  ...breaking(ofTypes, {
    'from-is-equality': [
      takeFor('>=', '='),
      'The tenant reads only the equals sign of >=.',
      ['FLT-34', 'FLT-36', 'FLT-37', 'FLT-39', 'FLT-40', 'FLT-25', 'FLT-26'],
    ],
  }),
  ...breaking('FLT-37', {
    'bounds-count-on-following-pages': [
      takeFor('>', '>=', undefined, isFollowing),
      'On a following page, > means >=.',
      ['FLT-41'],
    ],
  }),
  ...breaking('FLT-41', {
    'delegates-are-not-shown-the-lower-bound': [
      takeFor('>=', '>', undefined, byDelegate),
      'For delegated tokens >= means >.',
      ['FLT-20'],
    ],
  }),
];

/** Faults in which numbers are read or compared wrongly, or too roughly. */
const numberFaults: readonly Fault[] = [
  ...breaking('FLT-16', {
    'the-least-integer-is-refused-as-a-bound': [
      refuseRanges(({ type, bound }) => type === 'Integer' && Math.abs(Number(bound)) >= 2 ** 31),
      'The tenant refuses a bound on an Integer field if its amount exceeds 31 bits.',
    ],
  }),
  ...breaking(
    'FLT-16',
    {
      'minus-sign-of-a-bound-is-dropped': [
        (normal) => ({
          readNumber: (call, value) =>
            normal.readNumber(call, typeof value === 'string' ? value.replace(/^-/, '') : value),
        }),
        'The tenant ignores the minus sign of a bound.',
        ['FLT-17', 'FLT-25', 'FLT-34', 'FLT-37', 'FLT-01', 'FLT-04', 'FLT-39'],
      ],
      'integers-are-compared-in-16-bits': [
        orderNumbersAs((value) => (Number.isInteger(value) ? (value << 16) >> 16 : value)),
        'Integers are compared by their lower 16 bits.',
        ['FLT-25'],
      ],
      'difference-of-integers-overflows': [
        orderNumbers((one, other, order) =>
          Number.isInteger(one) && Number.isInteger(other) ? (one - other) | 0 : order(one, other),
        ),
        'Integers are compared by their difference in 32 bits, which overflows.',
        ['FLT-25', 'FLT-17'],
      ],
      'integers-in-single-precision': [
        orderNumbersAs(Math.fround),
        'Integers are compared as floating-point numbers of 32 bits.',
        ['FLT-17', 'FLT-36'],
      ],
      'a-bound-of-zero-is-none': [
        letPass((assertion) => assertion.kind === 'range' && assertion.bound === 0),
        'A bound of 0 counts as no bound, so every record that has the field is found.',
        ['FLT-17', 'FLT-01', 'FLT-36'],
      ],
      'zeros-are-unset': [
        becomes('valuesOf', (right) => right.filter((value) => value !== 0)),
        'A number that is 0 counts as unset.',
        ['FLT-17', 'FLT-36'],
      ],
    },
    requirementsOnOperators,
  ),
  ...breaking(['FLT-16', 'FLT-17'], {
    'negative-bounds-are-refused': [
      refuseRanges(({ operator, text }) => operator !== '=' && text.startsWith('-')),
      'A bound with a minus sign is refused.',
      [...requirementsOnOperators, 'FLT-25', 'FLT-34', 'FLT-36', 'FLT-37', 'FLT-39', 'FLT-01'],
    ],
  }),
  ...breaking('FLT-17', {
    'float-bound-is-included-nearly': [
      orderNumbers((one, other, order) => (Math.abs(order(one, other)) < 0.01 ? 0 : order(one, other)), 'Float'),
      'A Float that differs from a bound by less than a hundredth counts as equal to it.',
      ['FLT-36', 'FLT-19', 'FLT-21'],
    ],
    'float-bounds-lose-their-fraction': [
      (normal) => ({
        readRangeAssertion: (call, type, text) =>
          normal.readRangeAssertion(call, type, type === 'Float' ? text.replace(/\.\d+$/, '') : text),
      }),
      'The tenant reads the bound of a Float as a whole number.',
      [...requirementsOnOperators, 'FLT-34', 'FLT-37', 'FLT-25', 'FLT-23', 'FLT-01', 'FLT-24'],
    ],
    'sign-is-lost-between-zero-and-minus-one': [
      rereadRanges(
        (bound) => bound < 0 && bound > -1,
        (bound) => ({ bound: -bound }),
      ),
      'A bound between -1 and 0 loses its sign.',
      [...requirementsOnOperators, 'FLT-36', 'FLT-25'],
    ],
    'floats-have-four-digits-behind-the-point': [
      orderNumbersAs((value) => Math.round(value * 10_000)),
      'The tenant keeps and compares Floats with four digits after the point.',
      [...requirementsOnOperators, 'FLT-36', 'FLT-25'],
    ],
    'whole-bounds-of-floats-are-refused': [
      refuseRanges(({ type, text }) => type === 'Float' && !text.includes('.')),
      'The tenant refuses a bound without a point on a Float field.',
    ],
  }),
  ...breaking('FLT-44', {
    'stored-floats-have-single-precision': [
      orderNumbers((stored, bound, order) => order(Math.fround(stored), bound), 'Float'),
      'The tenant stores Floats in single precision and compares them with bounds in double precision.',
    ],
  }),
  ...breaking(['FLT-25', 'FLT-16', 'FLT-17'], {
    'numbers-are-compared-as-text': [
      orderNumbers(asText),
      'Numbers are compared as text.',
      ['FLT-34', 'FLT-37', ...requirementsOnOperators, 'FLT-01', 'FLT-04', 'FLT-39', 'FLT-38', 'FLT-40'],
    ],
  }),
  ...breaking(['FLT-25', 'FLT-17'], {
    'floats-are-compared-as-text': [
      orderNumbers(asText, 'Float'),
      'Floats are compared as text.',
      ['FLT-34', 'FLT-37', ...requirementsOnOperators, 'FLT-01', 'FLT-39', 'FLT-38'],
    ],
  }),
  ...breaking(['FLT-25', 'FLT-16'], {
    'negative-numbers-are-compared-as-text': [
      orderNumbers((one, other, order) => (one < 0 && other < 0 ? asText(one, other) : order(one, other))),
      'The tenant compares two negative numbers as text.',
      ['FLT-01', 'FLT-17', ...requirementsOnOperators],
    ],
  }),
  ...breaking('FLT-36', {
    'records-that-are-nearly-at-the-bound-are-in-no-part': [
      orderNumbers((one, other, order) => (one < 0 && one === other ? Number.NaN : order(one, other))),
      'A negative number that equals the bound satisfies no operator.',
      ['FLT-16', 'FLT-22', 'FLT-20', 'FLT-17'],
    ],
  }),
];

/** Faults in which ranges on fields of one type are refused or ignored. */
const wholeTypeFaults = Object.entries(TYPES).flatMap(([type, requirement]) => [
  ...breaking(requirement, {
    [`${type.toLowerCase()}-ranges-are-refused`]: [
      refuseRanges((range) => range.type === type),
      `A range on a field of type ${type} is refused.`,
      ['FLT-34', 'FLT-37', 'FLT-38'],
    ],
  }),
  ...(type === 'Float'
    ? []
    : breaking(['FLT-01', requirement], {
        [`${type.toLowerCase()}-ranges-are-ignored`]: [
          letPass((assertion) => assertion.type === type),
          `A range on a field of type ${type} finds every record that has the field.`,
          ['FLT-34', 'FLT-36', 'FLT-37', 'FLT-38', 'FLT-40'],
        ],
      })),
]);

/** Faults about operators, bounds and the order of numbers. */
export const rangeFaults: readonly Fault[] = [...operatorFaults, ...numberFaults, ...wholeTypeFaults];

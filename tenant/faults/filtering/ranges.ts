import type { Bound, Operator } from '../../behaviour/assertions.ts';
import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';

/** One operator taken for another, everywhere or on one type. */
function operatorFault(
  fault: Omit<Fault, 'behaviour'>,
  from: Operator,
  to: Operator | '=',
  types: readonly string[] = ['Integer', 'Float', 'Date'],
): Fault {
  return {
    ...fault,
    behaviour: (normal) => ({
      operatorHolds: (call, type, operator, order) =>
        normal.operatorHolds(call, type, operator === from && types.includes(type) ? to : operator, order),
    }),
  };
}

const asText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The date of a bound or a stored value in parts. */
function partsOf(date: Bound): readonly [year: number, month: number, day: number] {
  const at = new Date(typeof date === 'number' ? date : date.time);
  return [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
}

/** Wrong decisions about operators, bounds and the order of values. */
export const rangeFaults: readonly Fault[] = [
  operatorFault(
    {
      id: 'filtering/above-includes-the-bound',
      breaks: ['FLT-19', 'FLT-36'],
      also: ['FLT-16', 'FLT-17', 'FLT-18'],
      summary: '> means >=.',
    },
    '>',
    '>=',
  ),
  operatorFault(
    {
      id: 'filtering/above-includes-an-integer-bound',
      breaks: ['FLT-19', 'FLT-16'],
      also: ['FLT-36'],
      summary: '> on an Integer field means >=.',
    },
    '>',
    '>=',
    ['Integer'],
  ),
  operatorFault(
    {
      id: 'filtering/from-leaves-the-bound-out',
      breaks: ['FLT-20'],
      also: ['FLT-16', 'FLT-17', 'FLT-18', 'FLT-36'],
      summary: '>= means >.',
    },
    '>=',
    '>',
  ),
  operatorFault(
    {
      id: 'filtering/from-a-float-leaves-the-bound-out',
      breaks: ['FLT-20', 'FLT-17'],
      also: ['FLT-36'],
      summary: '>= on a Float field means >.',
    },
    '>=',
    '>',
    ['Float'],
  ),
  operatorFault(
    {
      id: 'filtering/below-includes-the-bound',
      breaks: ['FLT-21', 'FLT-36'],
      also: ['FLT-16', 'FLT-17', 'FLT-18'],
      summary: '< means <=.',
    },
    '<',
    '<=',
  ),
  operatorFault(
    {
      id: 'filtering/below-a-date-includes-the-date',
      breaks: ['FLT-21', 'FLT-18'],
      also: ['FLT-36'],
      summary: '< on a Date field means <=.',
    },
    '<',
    '<=',
    ['Date'],
  ),
  operatorFault(
    {
      id: 'filtering/up-to-leaves-the-bound-out',
      breaks: ['FLT-22'],
      also: ['FLT-16', 'FLT-17', 'FLT-18', 'FLT-36'],
      summary: '<= means <.',
    },
    '<=',
    '<',
  ),
  operatorFault(
    {
      id: 'filtering/up-to-a-date-ends-at-its-midnight',
      breaks: ['FLT-22'],
      also: ['FLT-18', 'FLT-36'],
      summary: '<= on a Date field leaves the date itself out, as it ends after its midnight.',
    },
    '<=',
    '<',
    ['Date'],
  ),
  operatorFault(
    {
      id: 'filtering/from-is-equality',
      breaks: ['FLT-16', 'FLT-17', 'FLT-18'],
      also: ['FLT-34', 'FLT-36', 'FLT-37', 'FLT-39', 'FLT-40', 'FLT-25', 'FLT-26'],
      summary: 'Of >= only the equals sign is read.',
    },
    '>=',
    '=',
  ),
  {
    id: 'filtering/float-bound-is-included-nearly',
    breaks: ['FLT-17'],
    also: ['FLT-36', 'FLT-19', 'FLT-21'],
    summary: 'Floats are equal to a bound from which they differ by less than a hundredth.',
    behaviour: (normal) => ({
      compareWithBound: (call, type, stored, bound) => {
        const order = normal.compareWithBound(call, type, stored, bound);
        return type === 'Float' && Math.abs(order) < 0.01 ? 0 : order;
      },
    }),
  },
  {
    id: 'filtering/float-bounds-lose-their-fraction',
    breaks: ['FLT-17'],
    also: ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-34', 'FLT-37', 'FLT-25', 'FLT-23', 'FLT-01', 'FLT-24'],
    summary: 'The bound of a Float is read as a whole number.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) =>
        normal.readRangeAssertion(call, type, type === 'Float' ? text.replace(/\.\d+$/, '') : text),
    }),
  },
  {
    id: 'filtering/negative-bounds-are-refused',
    breaks: ['FLT-16', 'FLT-17'],
    also: ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-25', 'FLT-34', 'FLT-36', 'FLT-37', 'FLT-39', 'FLT-01'],
    summary: 'A bound with a minus sign is refused.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) =>
        normal.readRangeAssertion(call, type, text.includes(' -') ? `${text} ` : text),
    }),
  },
  {
    id: 'filtering/minus-sign-of-a-bound-is-dropped',
    breaks: ['FLT-16'],
    also: [
      'FLT-17',
      'FLT-19',
      'FLT-20',
      'FLT-21',
      'FLT-22',
      'FLT-25',
      'FLT-34',
      'FLT-37',
      'FLT-01',
      'FLT-04',
      'FLT-39',
    ],
    summary: 'The minus sign of a bound is taken for a separator.',
    behaviour: (normal) => ({
      readNumber: (call, value) => normal.readNumber(call, typeof value === 'string' ? value.replace(/^-/, '') : value),
    }),
  },
  {
    id: 'filtering/integers-are-compared-in-16-bits',
    breaks: ['FLT-16'],
    also: ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-25'],
    summary: 'Integers are compared by their lower 16 bits.',
    behaviour: (normal) => ({
      compareNumbers: (call, one, other) => {
        const cut = (value: number): number => (Number.isInteger(value) ? (value << 16) >> 16 : value);
        return normal.compareNumbers(call, cut(one), cut(other));
      },
    }),
  },
  {
    id: 'filtering/difference-of-integers-overflows',
    breaks: ['FLT-16'],
    also: ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-25', 'FLT-17'],
    summary: 'Numbers are compared by their difference in 32 bits, which overflows for those far apart.',
    behaviour: (normal) => ({
      compareNumbers: (call, one, other) =>
        Number.isInteger(one) && Number.isInteger(other) ? (one - other) | 0 : normal.compareNumbers(call, one, other),
    }),
  },
  {
    id: 'filtering/numbers-are-compared-as-text',
    breaks: ['FLT-25', 'FLT-16', 'FLT-17'],
    also: [
      'FLT-34',
      'FLT-37',
      'FLT-19',
      'FLT-20',
      'FLT-21',
      'FLT-22',
      'FLT-01',
      'FLT-04',
      'FLT-39',
      'FLT-38',
      'FLT-40',
    ],
    summary: 'Numbers are compared as text.',
    behaviour: () => ({ compareNumbers: (_call, one, other) => asText(String(one), String(other)) }),
  },
  {
    id: 'filtering/floats-are-compared-as-text',
    breaks: ['FLT-25', 'FLT-17'],
    also: ['FLT-34', 'FLT-37', 'FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-01', 'FLT-39', 'FLT-38'],
    summary: 'Floats are compared as text.',
    behaviour: (normal) => ({
      compareWithBound: (call, type, stored, bound) =>
        typeof stored === 'number' && typeof bound === 'number' && type === 'Float'
          ? asText(String(stored), String(bound))
          : normal.compareWithBound(call, type, stored, bound),
    }),
  },
  {
    id: 'filtering/negative-numbers-are-compared-as-text',
    breaks: ['FLT-25', 'FLT-16'],
    also: ['FLT-01', 'FLT-17', 'FLT-19', 'FLT-20', 'FLT-21', 'FLT-22'],
    summary: 'Two negative numbers are compared by their digits.',
    behaviour: (normal) => ({
      compareNumbers: (call, one, other) =>
        one < 0 && other < 0 ? asText(String(one), String(other)) : normal.compareNumbers(call, one, other),
    }),
  },
  {
    id: 'filtering/dates-are-compared-by-day-first',
    breaks: ['FLT-26', 'FLT-18'],
    also: [
      'FLT-34',
      'FLT-37',
      'FLT-01',
      'FLT-39',
      'FLT-40',
      'FLT-38',
      'FLT-19',
      'FLT-20',
      'FLT-21',
      'FLT-22',
      'FLT-23',
      'FLT-24',
    ],
    summary: 'Dates are compared as text with the day first.',
    behaviour: () => ({
      compareDates: (_call, stored, bound) => {
        const written = (date: Bound): string =>
          partsOf(date)
            .toReversed()
            .map((part) => String(part).padStart(4, '0'))
            .join('.');
        return asText(written(stored), written(bound));
      },
    }),
  },
  {
    id: 'filtering/dates-are-compared-by-month-first',
    breaks: ['FLT-26', 'FLT-18'],
    also: ['FLT-34', 'FLT-37', 'FLT-01', 'FLT-39', 'FLT-40', 'FLT-38', 'FLT-19', 'FLT-20', 'FLT-21', 'FLT-22'],
    summary: 'Dates are compared by month and day, and by the year only then.',
    behaviour: () => ({
      compareDates: (_call, stored, bound) => {
        const place = (date: Bound): number => {
          const [year, month, day] = partsOf(date);
          return (month * 32 + day) * 10_000 + year;
        };
        return place(stored) - place(bound);
      },
    }),
  },
  {
    id: 'filtering/years-of-dates-have-two-digits',
    breaks: ['FLT-26', 'FLT-18'],
    also: [
      'FLT-34',
      'FLT-37',
      'FLT-01',
      'FLT-39',
      'FLT-40',
      'FLT-38',
      'FLT-19',
      'FLT-20',
      'FLT-21',
      'FLT-22',
      'FLT-36',
    ],
    summary: 'Dates are compared by the last two digits of their years, from 1970 on.',
    behaviour: () => ({
      compareDates: (_call, stored, bound) => {
        const place = (date: Bound): number => {
          const [year, month, day] = partsOf(date);
          return Date.UTC(2000 + (year % 100), month, day);
        };
        return place(stored) - place(bound);
      },
    }),
  },
  {
    id: 'filtering/dates-are-a-day-off',
    breaks: ['FLT-18'],
    also: ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22'],
    summary: 'The bound of a date is read in a time zone west of Greenwich, and is the day before.',
    behaviour: (normal) => ({
      compareDates: (call, stored, bound) => normal.compareDates(call, stored, { ...bound, time: bound.time - DAY }),
    }),
  },
  {
    id: 'filtering/leap-days-are-the-first-of-march',
    breaks: ['FLT-18'],
    also: ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-26'],
    summary: 'A leap day that is stored is compared as the first of March.',
    behaviour: (normal) => ({
      compareDates: (call, stored, bound) => {
        const [, month, day] = partsOf(stored);
        return normal.compareDates(
          call,
          month === 1 && day === 29 ? { ...stored, time: stored.time + DAY } : stored,
          bound,
        );
      },
    }),
  },
  {
    id: 'filtering/dates-before-1970-come-last',
    breaks: ['FLT-18'],
    also: ['FLT-26', 'FLT-19', 'FLT-20', 'FLT-21', 'FLT-22'],
    summary: 'Dates before 1970 are taken for ones after all others.',
    behaviour: (normal) => ({
      compareDates: (call, stored, bound) =>
        normal.compareDates(
          call,
          stored.time < 0 ? { ...stored, time: -stored.time + 4_000_000_000_000 } : stored,
          bound,
        ),
    }),
  },
  {
    id: 'filtering/records-that-are-nearly-at-the-bound-are-in-no-part',
    breaks: ['FLT-36'],
    also: ['FLT-16', 'FLT-22', 'FLT-20', 'FLT-17'],
    summary: 'A number that equals the bound satisfies no operator where it is negative.',
    behaviour: (normal) => ({
      assertionHolds: (call, assertion, stored) =>
        !(assertion.kind === 'range' && typeof stored === 'number' && stored < 0 && stored === assertion.bound) &&
        normal.assertionHolds(call, assertion, stored),
    }),
  },
  ...(
    [
      ['Integer', 'FLT-16'],
      ['Float', 'FLT-17'],
      ['Date', 'FLT-18'],
    ] as const
  ).map(([type, requirement]): Fault => ({
    id: `filtering/${type.toLowerCase()}-ranges-are-refused`,
    breaks: [requirement],
    also: ['FLT-34', 'FLT-37', 'FLT-38'],
    summary: `A range operator on a field of type ${type} is refused.`,
    behaviour: (normal) => ({
      readRangeAssertion: (call, each, text) => normal.readRangeAssertion(call, each, each === type ? '' : text),
    }),
  })),
  ...(['Integer', 'Date'] as const).map((type): Fault => ({
    id: `filtering/${type.toLowerCase()}-ranges-are-ignored`,
    breaks: ['FLT-01', type === 'Integer' ? 'FLT-16' : 'FLT-18'],
    also: ['FLT-34', 'FLT-36', 'FLT-37', 'FLT-38', 'FLT-40'],
    summary: `A range on a field of type ${type} lets all records through that have the field.`,
    behaviour: (normal) => ({
      assertionHolds: (call, assertion, stored) =>
        assertion.type === type || normal.assertionHolds(call, assertion, stored),
    }),
  })),
];

import type { CellValue, Row } from '../../drivers/world/filter-laboratory.ts';
import type { RangeAsked, RangeType } from '../../generators/filter-ranges.ts';
import { holds, isWithin } from '../../generators/filter-ranges.ts';
import { compareValues, RANGE_TYPES } from '../../generators/laboratory/field-values.ts';
import { places } from './filter-look.ts';

/** The column of a range type in a table that has one for each, in their order. */
export function rangeColumn(type: RangeType): number {
  return RANGE_TYPES.indexOf(type);
}

/** The rows of a table with a column for each range type, as a range divides them. */
export interface Division {
  /** Those that satisfy it. */
  readonly within: readonly number[];
  /** Those whose value equals the bound. */
  readonly equal: readonly number[];
  /** Those with another value, on the side of the bound that the operator names. */
  readonly beyond: readonly number[];
  /** Those with a value on the other side. */
  readonly outside: readonly number[];
  readonly unset: readonly number[];
}

/** Divides rows by a range, by the size of numbers and by the calendar. */
export function divided(rows: readonly Row[], asked: RangeAsked): Division {
  const { type, operator, bound } = asked;
  const column = rangeColumn(type);
  const order = (row: Row): number | undefined => {
    const value = row.values[column];
    return value === undefined ? undefined : compareValues(value, bound);
  };
  const strictly = operator.startsWith('>') ? '>' : '<';
  return {
    within: places(rows, (row) => isWithin(row.values[column], asked)),
    equal: places(rows, (row) => order(row) === 0),
    beyond: places(rows, (row) => holds(strictly, order(row) ?? 0)),
    outside: places(rows, (row) => holds(strictly === '>' ? '<' : '>', order(row) ?? 0)),
    unset: places(rows, (row) => row.values[column] === undefined),
  };
}

/** What a value would be ordered by where it is taken for text. */
type Spelling = (value: string | number) => string;

/** Texts by which numbers are ordered where they are not compared as numbers. */
export const numberSpellings: readonly Spelling[] = [String];

/** Texts by which dates are ordered where they are not compared by the calendar: the day or the month first, or no century. */
export const dateSpellings: readonly Spelling[] = [
  (date) => String(date).split('-').toReversed().join('-'),
  (date) => `${String(date).slice(5)}-${String(date).slice(0, 4)}`,
  (date) => String(date).slice(2),
];

/** Whether one of the spellings puts a value on another side of the bound than its size or the calendar does. */
export function isMisleading(value: CellValue, { bound }: RangeAsked, spellings: readonly Spelling[]): boolean {
  if (value === undefined) return false;
  const order = Math.sign(compareValues(value, bound));
  return spellings.some((spelled) => {
    const [one, other] = [spelled(value), spelled(bound)];
    return (one < other ? -1 : one > other ? 1 : 0) !== order;
  });
}

import type { CellValue, Row } from '../../drivers/world/filter-laboratory.ts';
import type { RangeAsked, RangeOperator, RangeType } from '../../generators/filter-ranges.ts';
import { holds } from '../../generators/filter-ranges.ts';
import { compareValues, RANGE_TYPES } from '../../generators/laboratory/field-values.ts';

/** Returns the column of a range type in a table that has one column for each range type, in their order. */
export function rangeColumn(type: RangeType): number {
  return RANGE_TYPES.indexOf(type);
}

/** The rows of a table with a column for each range type, divided by a range. */
export interface Division {
  /** Rows that satisfy the range. */
  readonly within: readonly number[];
  /** Rows whose value equals the bound. */
  readonly equal: readonly number[];
  /** Rows with another value, on the side of the bound that the operator names. */
  readonly beyond: readonly number[];
  /** Rows with a value on the other side. */
  readonly outside: readonly number[];
  /** Rows whose value has the same digits as the bound, and is no number that every precision keeps (FLT-44). */
  readonly alike: readonly number[];
  /** Rows with a value that is nearer to the bound than the precision in which it may be kept (FRE-251). */
  readonly unclear: readonly number[];
}

/** Divides rows by a range, by the size of numbers and by the calendar. */
export function divided(rows: readonly Row[], { type, operator, bound }: RangeAsked): Division {
  const column = rangeColumn(type);
  const precision = type === 'Float' ? precisionOf(rows, column) : undefined;
  const strictly = operator.startsWith('>') ? '>' : '<';
  const opposite = strictly === '>' ? '<' : '>';
  const standing = rows.map(({ values }) => standingOf(values[column], bound, precision));
  const those = (meant: (order: Standing | undefined) => boolean): readonly number[] =>
    standing.flatMap((order, place) => (meant(order) ? [place] : []));
  const isOn = (side: RangeOperator, order: Standing | undefined): boolean =>
    typeof order === 'number' && holds(side, order);
  return {
    within: those((order) => isOn(operator, order)),
    equal: those((order) => order === 0),
    beyond: those((order) => isOn(strictly, order)),
    outside: those((order) => isOn(opposite, order)),
    alike: those((order) => order === 'alike'),
    unclear: those((order) => order === 'unclear'),
  };
}

/** The relation of a value to a bound: negative if it is smaller, 0 if they are equal. */
type Standing = number | 'alike' | 'unclear';

function standingOf(value: CellValue, bound: string | number, precision: Precision | undefined): Standing | undefined {
  if (value === undefined) return undefined;
  if (precision === undefined || typeof value === 'string' || typeof bound === 'string')
    return compareValues(value, bound);
  const distance = Math.abs(value - bound);
  if (distance === 0) return precision.keeps(value) ? 0 : 'alike';
  const isSure = precision.keeps(value) && precision.keeps(bound);
  const single = isSure ? 0 : Math.abs(bound) * singleStep;
  return distance <= Math.max(precision.grain(bound), single) ? 'unclear' : value - bound;
}

/** The known facts about the precision in which a Float field keeps numbers: the specification gives none (FRE-251). */
interface Precision {
  /** Reports whether a number is kept unchanged. */
  readonly keeps: (value: number) => boolean;
  /** Returns the distance that two numbers near this one must have to be distinguished for certain. */
  readonly grain: (value: number) => number;
}

/** The relative distance at which two numbers differ in single precision, which keeps twenty-four binary digits. */
const singleStep = 2 ** -22;

function precisionOf(rows: readonly Row[], column: number): Precision {
  const isExact = (value: number): boolean => Math.fround(value) === value;
  // if no item shows the values, hundredths are assumed to be distinguished, and nothing finer
  if (rows.some(({ unshown }) => unshown?.includes(column))) {
    return { keeps: (value) => isExact(value) && Number.isInteger(value * 4), grain: () => 0.02 };
  }
  const losses = rows.flatMap(({ values, given }) => {
    const [sent, kept] = [given?.[column], values[column]];
    return typeof sent === 'number' && typeof kept === 'number' ? [{ sent, loss: Math.abs(sent - kept) }] : [];
  });
  const most = 4 * Math.max(0, ...losses.map(({ loss }) => loss));
  const share = 4 * Math.max(0, ...losses.map(({ sent, loss }) => loss / Math.abs(sent)));
  return {
    keeps: isExact,
    // the lost part may be digits after the decimal point, or significant digits
    grain: (value) => (most === 0 ? 0 : Math.max(most, Math.min(share, singleStep) * Math.abs(value))),
  };
}

/** Returns the text by which a value is ordered if it is treated as text. */
type Spelling = (value: string | number) => string;

/** Texts by which numbers are ordered if they are not compared as numbers. */
export const numberSpellings: readonly Spelling[] = [String];

/** Texts by which dates are ordered if they are not compared by the calendar: day or month first, or no century. */
export const dateSpellings: readonly Spelling[] = [
  (date) => String(date).split('-').toReversed().join('-'),
  (date) => `${String(date).slice(5)}-${String(date).slice(0, 4)}`,
  (date) => String(date).slice(2),
];

/** Reports whether a spelling puts a value on another side of the bound than its size or the calendar does. */
export function isMisleading(value: CellValue, { bound }: RangeAsked, spellings: readonly Spelling[]): boolean {
  if (value === undefined) return false;
  const order = Math.sign(compareValues(value, bound));
  return spellings.some((spelled) => {
    const [one, other] = [spelled(value), spelled(bound)];
    return (one < other ? -1 : one > other ? 1 : 0) !== order;
  });
}

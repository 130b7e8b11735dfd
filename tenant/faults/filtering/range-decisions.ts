import type { Assertion, Operator } from '../../behaviour/assertions.ts';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { RANGE_TYPES, type FieldDate } from '../../state/fields.ts';
import { alsoWhere, becomes } from '../operators/rules.ts';

type Range = Extract<Assertion, { readonly kind: 'range' }>;
type Order = (one: number, other: number) => number;

/** One operator is taken for another: on fields of these types, in such calls. */
export const takeFor =
  (
    from: Operator,
    to: Operator | '=',
    types: readonly string[] = RANGE_TYPES,
    inCall: (call: Call) => boolean = () => true,
  ): Deviation =>
  (normal) => ({
    operatorHolds: (call, type, operator, order) =>
      normal.operatorHolds(
        call,
        type,
        operator === from && types.includes(type) && inCall(call) ? to : operator,
        order,
      ),
  });

/** What comes of a range once it is read: another one, or none where it is refused. */
const readRangesAs = (change: (range: Range, call: Call) => Range | undefined): Deviation =>
  becomes('readRangeAssertion', (read, call) => {
    if (isRefusal(read) || read.kind !== 'range') return read;
    return change(read, call) ?? refusal('invalid-query', 'There is no such bound.');
  });

/** Such ranges are refused. */
export const refuseRanges = (isRefused: (range: Range, call: Call) => boolean): Deviation =>
  readRangesAs((range, call) => (isRefused(range, call) ? undefined : range));

/** Ranges of numbers whose bound is like this are read otherwise. */
export const rereadRanges = (
  isMeant: (bound: number, operator: Range['operator']) => boolean,
  instead: (bound: number) => Partial<Pick<Range, 'bound' | 'operator'>>,
): Deviation =>
  readRangesAs((range) =>
    typeof range.bound === 'number' && isMeant(range.bound, range.operator)
      ? { ...range, ...instead(range.bound) }
      : range,
  );

/** Such an assertion holds of any value. */
export const letPass = (isLet: (assertion: Assertion) => boolean): Deviation =>
  alsoWhere('assertionHolds', (_call, assertion) => isLet(assertion));

/** Numbers, in fields of all types or of one, are ordered by another rule, which may ask the right one. */
export const orderNumbers =
  (by: (one: number, other: number, order: Order) => number, only?: string): Deviation =>
  (normal) => ({
    compareWithBound: (call, type, stored, bound) => {
      const order: Order = (one, other) => normal.compareWithBound(call, type, one, other);
      return typeof stored === 'number' && typeof bound === 'number' && type === (only ?? type)
        ? by(stored, bound, order)
        : normal.compareWithBound(call, type, stored, bound);
    },
  });

/** Numbers are ordered after this was done to them. */
export const orderNumbersAs = (change: (value: number) => number): Deviation =>
  orderNumbers((one, other, order) => order(change(one), change(other)));

/** Dates are ordered by another rule. */
export const orderDates = (by: (stored: FieldDate, bound: FieldDate, order: number) => number): Deviation =>
  becomes('compareDates', (right, _call, stored, bound) => by(stored, bound, right));

/** Dates are ordered by what they come to by this. */
export const orderDatesAs = (place: (date: Date) => number): Deviation =>
  orderDates((stored, bound) => place(new Date(stored.time)) - place(new Date(bound.time)));

/** Stored dates, and bounds, are ordered as other times. */
export const shiftDates =
  (ofStored: (time: number) => number, ofBound = (time: number): number => time): Deviation =>
  (normal) => ({
    compareDates: (call, stored, bound) =>
      normal.compareDates(call, { ...stored, time: ofStored(stored.time) }, { ...bound, time: ofBound(bound.time) }),
  });

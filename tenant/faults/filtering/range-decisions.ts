import type { Assertion, Operator } from '../../behaviour/assertions.ts';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import { RANGE_TYPES, type FieldDate } from '../../state/fields.ts';
import { alsoIf, becomes } from '../operators/rules.ts';

type Range = Extract<Assertion, { readonly kind: 'range' }>;
type Order = (one: number, other: number) => number;

/** Replaces one operator by another, on fields of these types and in some calls. */
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

/** Replaces a range after it is read, or refuses it if `change` returns undefined. */
const readRangesAs = (change: (range: Range, call: Call) => Range | undefined): Deviation =>
  becomes('readRangeAssertion', (read, call) => {
    if (isRefusal(read) || read.kind !== 'range') return read;
    return change(read, call) ?? refusal('invalid-query', 'There is no such bound.');
  });

/** Refuses some ranges. */
export const refuseRanges = (isRefused: (range: Range, call: Call) => boolean): Deviation =>
  readRangesAs((range, call) => (isRefused(range, call) ? undefined : range));

/** Changes ranges of numbers with some bounds. */
export const rereadRanges = (
  isMeant: (bound: number, operator: Range['operator']) => boolean,
  instead: (bound: number) => Partial<Pick<Range, 'bound' | 'operator'>>,
): Deviation =>
  readRangesAs((range) =>
    typeof range.bound === 'number' && isMeant(range.bound, range.operator)
      ? { ...range, ...instead(range.bound) }
      : range,
  );

/** Makes some assertions true of any value. */
export const letPass = (isLet: (assertion: Assertion) => boolean): Deviation =>
  alsoIf('assertionHolds', (_call, assertion) => isLet(assertion));

/** Orders numbers by another rule, in fields of all types or of one. The rule can call the right order. */
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

/** Orders numbers after a change to both of them. */
export const orderNumbersAs = (change: (value: number) => number): Deviation =>
  orderNumbers((one, other, order) => order(change(one), change(other)));

/** Orders dates by another rule. */
export const orderDates = (by: (stored: FieldDate, bound: FieldDate, order: number) => number): Deviation =>
  becomes('compareDates', (right, _call, stored, bound) => by(stored, bound, right));

/** Orders dates by the number that `place` returns. */
export const orderDatesAs = (place: (date: Date) => number): Deviation =>
  orderDates((stored, bound) => place(new Date(stored.time)) - place(new Date(bound.time)));

/** Orders stored dates, and bounds, as other times. */
export const shiftDates =
  (ofStored: (time: number) => number, ofBound = (time: number): number => time): Deviation =>
  (normal) => ({
    compareDates: (call, stored, bound) =>
      normal.compareDates(call, { ...stored, time: ofStored(stored.time) }, { ...bound, time: ofBound(bound.time) }),
  });

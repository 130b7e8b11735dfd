import type { Operator } from '../../behaviour/assertions.ts';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

const isDelegated = ({ found }: Call): boolean =>
  found.actor?.credential.kind === 'accessToken' && found.actor.kind === 'user';

/** One operator holds of a bound that is met, or does not, for one type. */
const atTheBound =
  (type: string, operator: Operator, holds: boolean): Fault['behaviour'] =>
  (normal: Behaviour) => ({
    operatorHolds: (call, asked, op, order) =>
      asked === type && op === operator && order === 0 ? holds : normal.operatorHolds(call, asked, op, order),
  });

/** Bounds that are met or missed, and numbers that are read or compared too roughly. */
export const boundFaults: readonly Fault[] = [
  {
    id: 'filtering/from-a-date-leaves-the-date-out',
    breaks: ['FLT-20'],
    also: ['FLT-18', 'FLT-36'],
    summary: '>= on a Date field means >.',
    behaviour: (normal) => ({
      operatorHolds: (call, type, operator, order) =>
        normal.operatorHolds(call, type, type === 'Date' && operator === '>=' ? '>' : operator, order),
    }),
  },
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
    id: 'filtering/up-to-zero-leaves-zero-out',
    breaks: ['FLT-22'],
    also: ['FLT-16', 'FLT-17', 'FLT-36'],
    summary: '<= 0 means < 0.',
    behaviour: (normal) => ({
      assertionHolds: (call, assertion, stored) =>
        normal.assertionHolds(
          call,
          assertion.kind === 'range' && assertion.operator === '<=' && assertion.bound === 0
            ? { ...assertion, operator: '<' }
            : assertion,
          stored,
        ),
    }),
  },
  {
    id: 'filtering/the-least-integer-is-refused-as-a-bound',
    breaks: ['FLT-16'],
    summary: 'A bound of an Integer that has no positive counterpart in 32 bits is answered with 400.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) => {
        const assertion = normal.readRangeAssertion(call, type, text);
        const large =
          !isRefusal(assertion) &&
          assertion.kind === 'range' &&
          type === 'Integer' &&
          typeof assertion.bound === 'number' &&
          Math.abs(assertion.bound) >= 2 ** 31;
        return large ? refusal('invalid-query', 'The bound is no integer.') : assertion;
      },
    }),
  },
  {
    id: 'filtering/sign-is-lost-between-zero-and-minus-one',
    breaks: ['FLT-17'],
    also: ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-36', 'FLT-25'],
    summary: 'A bound between -1 and 0 is read as its whole part, which is 0, and its fraction, and loses its sign.',
    behaviour: (normal) => ({
      readRangeAssertion: (call, type, text) => {
        const assertion = normal.readRangeAssertion(call, type, text);
        if (isRefusal(assertion) || assertion.kind !== 'range' || typeof assertion.bound !== 'number') return assertion;
        return assertion.bound < 0 && assertion.bound > -1 ? { ...assertion, bound: -assertion.bound } : assertion;
      },
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
    id: 'filtering/stored-floats-have-single-precision',
    breaks: ['FLT-44'],
    summary: 'Floats are stored in single precision and compared with bounds in double precision.',
    behaviour: (normal) => ({
      assertionHolds: (call, assertion, stored) =>
        normal.assertionHolds(
          call,
          assertion,
          assertion.type === 'Float' && typeof stored === 'number' ? Math.fround(stored) : stored,
        ),
    }),
  },
  {
    id: 'filtering/floats-have-four-digits-behind-the-point',
    breaks: ['FLT-17'],
    also: ['FLT-19', 'FLT-20', 'FLT-21', 'FLT-22', 'FLT-36', 'FLT-25'],
    summary: 'Floats are kept and compared with four digits behind the point.',
    behaviour: (normal) => ({
      compareNumbers: (call, one, other) =>
        normal.compareNumbers(call, Math.round(one * 10_000), Math.round(other * 10_000)),
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
    id: 'filtering/delegates-are-not-shown-the-lower-bound',
    breaks: ['FLT-41'],
    also: ['FLT-20'],
    summary: 'For delegated tokens >= means >.',
    behaviour: (normal) => ({
      operatorHolds: (call, type, operator, order) =>
        normal.operatorHolds(call, type, operator === '>=' && isDelegated(call) ? '>' : operator, order),
    }),
  },
];

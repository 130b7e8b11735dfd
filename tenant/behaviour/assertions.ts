import type { Call } from '../call.ts';
import { isRefusal, refusal, type Refusal } from '../http/refusal.ts';
import { IDENTIFIER_TYPES, RANGE_TYPES, readDate, TEXT_TYPES, type FieldDate } from '../state/fields.ts';

export type Operator = '>' | '>=' | '<' | '<=';

/** The assertion that a term makes of a field of one type. */
export type Assertion =
  | { readonly kind: 'text'; readonly type: string; readonly value: string }
  | { readonly kind: 'identifier'; readonly type: string; readonly value: string }
  | {
      readonly kind: 'range';
      readonly type: string;
      readonly operator: Operator | '=';
      readonly bound: Bound;
      /** The bound as it was written. */
      readonly text: string;
    };

export type Bound = number | FieldDate;

/** The meaning of an assertion, by the type of the field ("Filters", the table and rules 1 and 2). */
export interface AssertionBehaviour {
  /** Reads an operator that is followed by a space and a value. */
  readonly readOperator: (call: Call, text: string) => { operator: Operator; value: string } | undefined;
  readonly isOperator: (call: Call, text: string) => boolean;
  /** Removes the double quotes of an operator that is meant as a value. */
  readonly unquote: (call: Call, text: string) => string;
  readonly readTextAssertion: (call: Call, type: string, text: string) => Assertion | Refusal;
  readonly readIdentifierAssertion: (call: Call, type: string, text: string) => Assertion | Refusal;
  readonly readRangeAssertion: (call: Call, type: string, text: string) => Assertion | Refusal;
  readonly readAssertion: (call: Call, type: string, text: string) => Assertion | Refusal;
  /** Reads a bound, or a stored value, of a range type. */
  readonly readBound: (call: Call, type: string, value: unknown) => Bound | undefined;
  readonly readNumber: (call: Call, value: unknown) => number | undefined;
  readonly readDate: (call: Call, value: unknown) => FieldDate | undefined;
  /**
   * Returns a form that is the same for texts that differ only in letter case: simple case folding, one character for
   * each character.
   */
  readonly foldCase: (call: Call, text: string) => string;
  readonly sameText: (call: Call, type: string, asked: string, stored: string) => boolean;
  readonly sameIdentifier: (call: Call, type: string, asked: string, stored: string) => boolean;
  readonly compareNumbers: (call: Call, one: number, other: number) => number;
  /** Compares instants. If the bound is a whole day, compares days in UTC. */
  readonly compareDates: (call: Call, stored: FieldDate, bound: FieldDate) => number;
  /** Returns a negative number if the stored value is before the bound, 0 if it is equal. */
  readonly compareWithBound: (call: Call, type: string, stored: Bound, bound: Bound) => number;
  readonly operatorHolds: (call: Call, type: string, operator: Operator | '=', order: number) => boolean;
  /** Reports whether one stored value, which is not null, satisfies the assertion. */
  readonly assertionHolds: (call: Call, assertion: Assertion, stored: unknown) => boolean;
}

declare module './behaviour.ts' {
  interface Behaviour extends AssertionBehaviour {}
}

const OPERATOR: ReadonlySet<string> = new Set<Operator>(['>', '>=', '<', '<=']);
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const DAY = 86_400_000;

function isOneCharacter(text: string): boolean {
  return Array.from(text).length === 1;
}

/** Case folds that are known, with one exception: upper case alone would make the dotless i equal to the dotted one. */
const folded = new Map([['ı', 'ı']]);

function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const upper = character.toUpperCase();
  const single = isOneCharacter(upper) ? upper : character;
  const lower = single.toLowerCase();
  const fold = isOneCharacter(lower) ? lower : single;
  folded.set(character, fold);
  return fold;
}

export const specifiedAssertions: AssertionBehaviour = {
  readOperator: (_call, text) => {
    const [, operator, value = ''] = /^(>=|<=|>|<) ([^]*)$/.exec(text) ?? [];
    return operator === undefined ? undefined : { operator: operator as Operator, value };
  },

  isOperator: (_call, text) => OPERATOR.has(text),

  unquote: (call, text) => {
    const inner = text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : undefined;
    return inner !== undefined && call.tenant.behaviour.isOperator(call, inner) ? inner : text;
  },

  readTextAssertion: (call, type, text) => {
    const { behaviour } = call.tenant;
    if (behaviour.isOperator(call, text)) {
      return refusal('invalid-query', 'A value that equals an operator must stand in double quotes.');
    }
    return { kind: 'text', type, value: behaviour.unquote(call, text) };
  },

  readIdentifierAssertion: (_call, type, value) => ({ kind: 'identifier', type, value }),

  readRangeAssertion: (call, type, text) => {
    const { behaviour } = call.tenant;
    const { operator, value } = behaviour.readOperator(call, text) ?? { operator: '=', value: text };
    const bound = behaviour.readBound(call, type, value);
    return bound === undefined
      ? refusal('invalid-query', `A field of type ${type} is asked for by an operator, a space and a bound.`)
      : { kind: 'range', type, operator, bound, text: value };
  },

  readAssertion: (call, type, text) => {
    const { behaviour } = call.tenant;
    if (TEXT_TYPES.includes(type)) return behaviour.readTextAssertion(call, type, text);
    if (IDENTIFIER_TYPES.includes(type)) return behaviour.readIdentifierAssertion(call, type, text);
    if (RANGE_TYPES.includes(type)) return behaviour.readRangeAssertion(call, type, text);
    return refusal('invalid-query', `Nothing can be asserted of a field of type ${type}.`);
  },

  readBound: (call, type, value) =>
    type === 'Date' ? call.tenant.behaviour.readDate(call, value) : call.tenant.behaviour.readNumber(call, value),

  readNumber: (_call, value) => {
    if (typeof value === 'number') return value;
    return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined;
  },

  readDate: (_call, value) => (typeof value === 'string' ? readDate(value) : undefined),

  foldCase: (_call, text) =>
    text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replace(/[^\0-\x7f]/gu, foldCharacter),

  sameText: (call, _type, asked, stored) => {
    const { behaviour } = call.tenant;
    return behaviour.foldCase(call, stored) === behaviour.foldCase(call, asked);
  },

  sameIdentifier: (_call, _type, asked, stored) => stored === asked,

  compareNumbers: (_call, one, other) => one - other,

  compareDates: (_call, stored, bound) =>
    (bound.wholeDay ? Math.floor(stored.time / DAY) * DAY : stored.time) - bound.time,

  compareWithBound: (call, _type, stored, bound) => {
    const { behaviour } = call.tenant;
    if (typeof stored === 'number' && typeof bound === 'number') return behaviour.compareNumbers(call, stored, bound);
    return typeof stored === 'object' && typeof bound === 'object'
      ? behaviour.compareDates(call, stored, bound)
      : Number.NaN;
  },

  operatorHolds: (_call, _type, operator, order) => {
    switch (operator) {
      case '>':
        return order > 0;
      case '>=':
        return order >= 0;
      case '<':
        return order < 0;
      case '<=':
        return order <= 0;
      case '=':
        return order === 0;
    }
  },

  assertionHolds: (call, assertion, stored) => {
    const { behaviour } = call.tenant;
    const { kind, type } = assertion;
    if (kind === 'range') {
      const value = behaviour.readBound(call, type, stored);
      if (value === undefined) return false;
      const order = behaviour.compareWithBound(call, type, value, assertion.bound);
      return behaviour.operatorHolds(call, type, assertion.operator, order);
    }
    if (typeof stored !== 'string') return false;
    return kind === 'text'
      ? behaviour.sameText(call, type, assertion.value, stored)
      : behaviour.sameIdentifier(call, type, assertion.value, stored);
  },
};

/** Returns the assertion for each of these types that allows one, or a refusal if no type does. */
export function assertionsByType(
  call: Call,
  types: ReadonlySet<string>,
  text: string,
): ReadonlyMap<string, Assertion> | Refusal {
  const assertions = new Map<string, Assertion>();
  let refused: Refusal | undefined;
  for (const type of types) {
    const assertion = call.tenant.behaviour.readAssertion(call, type, text);
    if (isRefusal(assertion)) refused ??= assertion;
    else assertions.set(type, assertion);
  }
  return assertions.size === 0 && refused !== undefined ? refused : assertions;
}

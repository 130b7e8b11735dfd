import type { Call } from '../call.ts';
import { isRefusal, refusal, type Refusal } from '../http/refusal.ts';
import type { FieldValue, LabRecord } from '../state/model.ts';
import { assertionsByType, type Assertion } from './assertions.ts';
import type { FilterTerm } from './filter-queries.ts';

/** A term with its meaning for each type under which its field is known. */
export interface Condition {
  readonly term: FilterTerm;
  readonly byType: ReadonlyMap<string, Assertion>;
}

/** Selects the records that match a filter ("Filters", 3). */
export interface FilterBehaviour {
  /** Returns the types of the fields that a term may mean; empty if there is no such field. */
  readonly typesOfField: (call: Call, term: FilterTerm) => ReadonlySet<string>;
  /** Returns the result of a filter on an unknown field. */
  readonly unknownField: (call: Call, term: FilterTerm) => Refusal | 'matches-nothing';
  readonly readCondition: (call: Call, term: FilterTerm) => Condition | Refusal;
  /** Returns the custom field of a record that a term means. */
  readonly fieldOf: (call: Call, record: LabRecord, term: FilterTerm) => FieldValue | undefined;
  /** Returns the values that a field holds: empty if it is unset, several if it is a list. */
  readonly valuesOf: (call: Call, field: FieldValue) => readonly unknown[];
  readonly satisfies: (call: Call, record: LabRecord, condition: Condition) => boolean;
  /** Combines several conditions. */
  readonly satisfiesAll: (call: Call, record: LabRecord, conditions: readonly Condition[]) => boolean;
  readonly filterRecords: (
    call: Call,
    records: readonly LabRecord[],
    terms: readonly FilterTerm[],
  ) => readonly LabRecord[] | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends FilterBehaviour {}
}

const NONE: ReadonlySet<string> = new Set();

export const specifiedFilters: FilterBehaviour = {
  typesOfField: (call, { field }) => call.tenant.state.fieldTypes.get(field) ?? NONE,

  unknownField: (_call, { field }) => refusal('invalid-query', `No schema has a field ${JSON.stringify(field)}.`),

  readCondition: (call, term) => {
    const { behaviour } = call.tenant;
    const types = behaviour.typesOfField(call, term);
    if (types.size === 0) {
      const outcome = behaviour.unknownField(call, term);
      return isRefusal(outcome) ? outcome : { term, byType: new Map() };
    }
    const byType = assertionsByType(call, types, term.text);
    return isRefusal(byType) ? byType : { term, byType };
  },

  fieldOf: (_call, { fields }, { field }) => (Object.hasOwn(fields, field) ? fields[field] : undefined),

  valuesOf: (_call, { value }) => {
    if (value === null) return [];
    return Array.isArray(value) ? (value as readonly unknown[]) : [value];
  },

  satisfies: (call, record, { term, byType }) => {
    const { behaviour } = call.tenant;
    const field = behaviour.fieldOf(call, record, term);
    const assertion = field === undefined ? undefined : byType.get(field.type);
    if (field === undefined || assertion === undefined) return false;
    return behaviour.valuesOf(call, field).some((value) => behaviour.assertionHolds(call, assertion, value));
  },

  satisfiesAll: (call, record, conditions) =>
    conditions.every((condition) => call.tenant.behaviour.satisfies(call, record, condition)),

  filterRecords: (call, records, terms) => {
    const { behaviour } = call.tenant;
    const conditions: Condition[] = [];
    for (const term of terms) {
      const condition = behaviour.readCondition(call, term);
      if (isRefusal(condition)) return condition;
      conditions.push(condition);
    }
    return records.filter((record) => behaviour.satisfiesAll(call, record, conditions));
  },
};

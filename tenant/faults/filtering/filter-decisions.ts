import type { Deviation } from '../../behaviour/behaviour.ts';
import type { FilterTerm } from '../../behaviour/filter-queries.ts';
import type { Condition } from '../../behaviour/filters.ts';
import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import { filters } from '../calls.ts';
import { alsoWhere, becomes, insteadWhere } from '../operators/rules.ts';

type InCall = (call: Call) => boolean;
type Records = readonly LabRecord[];

/** Filters are not read in such calls. */
export const overlookFilters = (inCall: InCall): Deviation => insteadWhere('readFilter', inCall, () => []);

/** Of the terms of a filter those count that this leaves. */
export const readTermsAs = (change: (terms: readonly FilterTerm[], call: Call) => readonly FilterTerm[]): Deviation =>
  becomes('readFilter', (terms, call) => (isRefusal(terms) ? terms : change(terms, call)));

/** Records are judged by the conditions that this leaves. */
export const judgeBy =
  (change: (conditions: readonly Condition[]) => readonly Condition[]): Deviation =>
  (normal) => ({
    satisfiesAll: (call, record, conditions) => normal.satisfiesAll(call, record, change(conditions)),
  });

/** A filter looks at these of the records that the caller may see. */
export const searchAmong =
  (some: (records: Records, call: Call) => Records): Deviation =>
  (normal) => ({ filterRecords: (call, records, terms) => normal.filterRecords(call, some(records, call), terms) });

/** A filter leaves something else than it should. */
export const alterMatches = (
  change: (matches: Records, call: Call, all: Records, terms: readonly FilterTerm[]) => Records,
): Deviation =>
  becomes('filterRecords', (matches, call, records, terms) =>
    isRefusal(matches) ? matches : change(matches, call, records, terms),
  );

/** A call with a filter is answered with something else than it should be. */
export const alterFound = (change: (found: Records, call: Call) => Records): Deviation =>
  becomes('recordsAskedFor', (found, call) => (isRefusal(found) || !filters(call) ? found : change(found, call)));

/** Calls with a filter are shown such records as well, regardless of the caller. */
export const showToo = (isShown: (call: Call, record: LabRecord) => boolean): Deviation =>
  alsoWhere('mayRead', (call, _actor, record) => filters(call) && isShown(call, record));

/** Page tokens are refused in such calls. */
export const refusePageTokens = (inCall: InCall): Deviation =>
  insteadWhere('readPageToken', inCall, () => refusal('invalid-page-token', 'nextToken is not for this call.'));

/** Fields of such names are not known. */
export const doNotKnow = (isUnknown: (field: string) => boolean): Deviation =>
  insteadWhere(
    'typesOfField',
    (_call, term) => isUnknown(term.field),
    () => new Set<string>(),
  );

/** The type that the schema of a record gives to a field, set or not. */
export const typeInSchema = (call: Call, { schemaId }: LabRecord, field: string): string | undefined =>
  call.tenant.state.schemas.get(schemaId ?? '')?.fields.find(({ name }) => name === field)?.type;

/** Fields of these types hold a value where they are unset. */
export const fillUnset =
  (types: readonly string[], value: unknown): Deviation =>
  (normal) => ({
    fieldOf: (call, record, term) => {
      const type = typeInSchema(call, record, term.field) ?? '';
      return normal.fieldOf(call, record, term) ?? (types.includes(type) ? { type, value } : undefined);
    },
  });

/** Links and options are compared by this rule, in fields of all types or of one. */
export const compareIdentifiers = (isMatch: (asked: string, stored: string) => boolean, only?: string): Deviation =>
  insteadWhere(
    'sameIdentifier',
    (_call, type) => type === (only ?? type),
    (_call, _type, asked, stored) => isMatch(asked, stored),
  );

import type { Deviation } from '../../behaviour/behaviour.ts';
import type { FilterTerm } from '../../behaviour/filter-queries.ts';
import type { Condition } from '../../behaviour/filters.ts';
import type { Call } from '../../call.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { LabRecord } from '../../state/model.ts';
import { filters } from '../calls.ts';
import { alsoIf, becomes, replaceIf } from '../operators/rules.ts';

type InCall = (call: Call) => boolean;
type Records = readonly LabRecord[];

/** Ignores the filters of some calls. */
export const overlookFilters = (inCall: InCall): Deviation => replaceIf('readFilter', inCall, () => []);

/** Replaces the terms of a filter. */
export const readTermsAs = (change: (terms: readonly FilterTerm[], call: Call) => readonly FilterTerm[]): Deviation =>
  becomes('readFilter', (terms, call) => (isRefusal(terms) ? terms : change(terms, call)));

/** Replaces the conditions by which records are judged. */
export const judgeBy =
  (change: (conditions: readonly Condition[]) => readonly Condition[]): Deviation =>
  (normal) => ({
    satisfiesAll: (call, record, conditions) => normal.satisfiesAll(call, record, change(conditions)),
  });

/** Applies a filter to only some of the records that the caller may see. */
export const searchAmong =
  (some: (records: Records, call: Call) => Records): Deviation =>
  (normal) => ({ filterRecords: (call, records, terms) => normal.filterRecords(call, some(records, call), terms) });

/** Replaces the records that a filter leaves. */
export const alterMatches = (
  change: (matches: Records, call: Call, all: Records, terms: readonly FilterTerm[]) => Records,
): Deviation =>
  becomes('filterRecords', (matches, call, records, terms) =>
    isRefusal(matches) ? matches : change(matches, call, records, terms),
  );

/** Replaces the records that a call with a filter is answered with. */
export const alterFound = (change: (found: Records, call: Call) => Records): Deviation =>
  becomes('recordsAskedFor', (found, call) => (isRefusal(found) || !filters(call) ? found : change(found, call)));

/** Shows calls with a filter some further records, for any caller. */
export const showToo = (isShown: (call: Call, record: LabRecord) => boolean): Deviation =>
  alsoIf('mayRead', (call, _actor, record) => filters(call) && isShown(call, record));

/** Refuses page tokens in some calls. */
export const refusePageTokens = (inCall: InCall): Deviation =>
  replaceIf('readPageToken', inCall, () => refusal('invalid-page-token', 'nextToken is not for this call.'));

/** Makes fields with some names unknown. */
export const doNotKnow = (isUnknown: (field: string) => boolean): Deviation =>
  replaceIf(
    'typesOfField',
    (_call, term) => isUnknown(term.field),
    () => new Set<string>(),
  );

/** Returns the type that the schema of a record gives to a field, set or not. */
export const typeInSchema = (call: Call, { schemaId }: LabRecord, field: string): string | undefined =>
  call.tenant.state.schemas.get(schemaId ?? '')?.fields.find(({ name }) => name === field)?.type;

/** Gives unset fields of these types a value. */
export const fillUnset =
  (types: readonly string[], value: unknown): Deviation =>
  (normal) => ({
    fieldOf: (call, record, term) => {
      const type = typeInSchema(call, record, term.field) ?? '';
      return normal.fieldOf(call, record, term) ?? (types.includes(type) ? { type, value } : undefined);
    },
  });

/** Compares links and options by another rule, in fields of all types or of one. */
export const compareIdentifiers = (isMatch: (asked: string, stored: string) => boolean, only?: string): Deviation =>
  replaceIf(
    'sameIdentifier',
    (_call, type) => type === (only ?? type),
    (_call, _type, asked, stored) => isMatch(asked, stored),
  );

import type { State } from './state.ts';

/** The field types of the filter table ("Filters", 3), grouped by the assertions that they allow. */
export const TEXT_TYPES: readonly string[] = ['String', 'Long Text'];
export const IDENTIFIER_TYPES: readonly string[] = ['Entity Link', 'Part Link', 'Translation Link', 'Dropdown'];
export const RANGE_TYPES: readonly string[] = ['Integer', 'Float', 'Date'];
export const FIELD_TYPES: readonly string[] = [...TEXT_TYPES, ...IDENTIFIER_TYPES, ...RANGE_TYPES];

/** Records that there is a custom field of this name and type. */
export function learnField(state: Pick<State, 'fieldTypes'>, name: string, type: string): void {
  const types = state.fieldTypes.get(name);
  if (types === undefined) state.fieldTypes.set(name, new Set([type]));
  else types.add(type);
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/** Returns the beginning of a day, written YYYY-MM-DD, in UTC, or `undefined` for a day that does not exist. */
function dayOf(text: string): number | undefined {
  const [, year, month, day] = DAY.exec(text) ?? [];
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // Date.UTC takes 30 February for a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? time : undefined;
}

/** A date, or a date with a time of day. */
export interface FieldDate {
  /** In milliseconds since 1970. A date alone stands for its beginning in UTC. */
  readonly time: number;
  readonly wholeDay: boolean;
}

/** Reads an ISO 8601 date, or a date and time with a zone. */
export function readDate(text: string): FieldDate | undefined {
  const day = dayOf(text);
  if (day !== undefined) return { time: day, wholeDay: true };
  const date = TIME.exec(text)?.[1];
  const time = Date.parse(text);
  return date === undefined || dayOf(date) === undefined || Number.isNaN(time) ? undefined : { time, wholeDay: false };
}

function isScalarOf(type: string, value: unknown): boolean {
  if (type === 'Integer') return Number.isSafeInteger(value);
  if (type === 'Float') return Number.isFinite(value);
  if (type === 'Date') return typeof value === 'string' && readDate(value) !== undefined;
  return typeof value === 'string';
}

/** Reports whether a field of this type can hold the value: one value, a list of them, or null for none. */
export function fitsType(type: string, value: unknown): boolean {
  if (value === null) return true;
  return Array.isArray(value) ? value.every((each) => isScalarOf(type, each)) : isScalarOf(type, value);
}

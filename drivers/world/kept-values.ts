import type { FieldType } from '../../schemas/types/control-operations.ts';
import type { FilteredView } from './filter.ts';
import type { CellValue, Row, Table } from './filter-rows.ts';
import { rowOf } from './filter-rows.ts';

type Kept = string | number;

/** Reports whether every store keeps a number as it is: a multiple of a quarter that is not large. */
function isPlainNumber(value: number): boolean {
  return Number.isInteger(value * 4) && Math.abs(value) < 1000;
}

/**
 * The parts of a text that a tenant may change when it stores the text: it may normalise texts, cut them or remove
 * characters from them.
 */
const changeable = /\p{Cf}|[\ufe00-\ufe0f’–]|\s\s|[^\S ]|^\s|\s$|<[^>]*>|&\w+;|\*\*/u;

/** Reports whether every store keeps a text as it is. */
function isPlainText(text: string): boolean {
  return text.length <= 100 && text.normalize('NFC') === text && !changeable.test(text);
}

function isPlain(value: Kept): boolean {
  return typeof value === 'string' ? isPlainText(value) : isPlainNumber(value);
}

function mayChange(type: FieldType): boolean {
  return type === 'String' || type === 'Long Text' || type === 'Float';
}

/**
 * Returns the table with the values of its texts and Float numbers as the tenant keeps them, which the items of the
 * listing show. A tenant may normalise texts when it stores them, and keep numbers in any precision (FRE-250, FRE-251).
 * If no item shows a text that a store may change, its kept value is unknown.
 *
 * @param unfiltered the listing without a filter, with all rows of the table
 */
export function asStored(table: Table, unfiltered: FilteredView): Table {
  const items = new Map<number, unknown>();
  for (const page of unfiltered.pages) {
    for (const found of page.items) {
      const place = rowOf(found, table.rows);
      if (place !== undefined) items.set(place, found.item);
    }
  }
  let rows = table.rows;
  for (const [column, { name, type }] of table.columns.entries()) {
    if (!mayChange(type)) continue;
    const shown = rows.map((_, place) => shownAs(items.get(place), name, type));
    rows = rows.map((row, place) => withKept(row, column, shown[place], areTelling(rows, column, shown)));
  }
  return { ...table, rows };
}

/**
 * Reports whether the items show the kept values of a column: then plain values appear in the items as they were given.
 */
function areTelling(rows: readonly Row[], column: number, shown: readonly (Kept | undefined)[]): boolean {
  return rows.every(({ values }, place) => {
    const [given, seen] = [values[column], shown[place]];
    return given === undefined || seen === given || !isPlain(given);
  });
}

function withKept(row: Row, column: number, shown: Kept | undefined, telling: boolean): Row {
  const given = row.values[column];
  if (given === undefined || (telling && shown === given)) return row;
  const seen = telling ? shown : undefined;
  if (typeof given === 'number' && seen === undefined) return { ...row, unshown: [...(row.unshown ?? []), column] };
  if (seen === undefined && isPlain(given)) return row;
  return { ...row, values: row.values.with(column, seen), given: { ...row.given, [column]: given } };
}

/** Returns the value of a field by its unique name, at any place in an item. */
function shownAs(item: unknown, field: string, type: FieldType): Kept | undefined {
  const value = valueOf(item, field);
  if (type !== 'Float') return typeof value === 'string' ? value : undefined;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function valueOf(item: unknown, field: string): CellValue {
  if (typeof item !== 'object' || item === null) return undefined;
  const named = Object.entries(item).find(([name]) => name === field);
  if (named !== undefined) return scalarIn(named[1]);
  const members: readonly unknown[] = Object.values(item);
  // a list of fields, each with its name next to its value
  if (!Array.isArray(item) && members.includes(field)) return scalarIn(item);
  for (const member of members) {
    const found = valueOf(member, field);
    if (found !== undefined) return found;
  }
  return undefined;
}

function scalarIn(value: unknown): CellValue {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || !('value' in value)) return undefined;
  const inner = value.value;
  return typeof inner === 'string' || typeof inner === 'number' ? inner : undefined;
}

import type { FieldType } from '../../schemas/types/control-operations.ts';
import type { FilteredView, FoundItem } from './filter.ts';
import { textsIn } from './page.ts';

/** A value of a custom field; undefined if the field is not set. */
export type CellValue = string | number | undefined;

export interface Column {
  readonly name: string;
  readonly type: FieldType;
}

/** An assay result that the suite has made. */
export interface Row {
  readonly id: string;
  readonly name: string;
  /** The values as the tenant keeps them, as far as that is known; undefined also if a value is not known. */
  readonly values: readonly CellValue[];
  /**
   * The values that were sent, by column, if the tenant keeps them differently, or if it is not known how the tenant
   * keeps them.
   */
  readonly given?: Readonly<Record<number, CellValue>>;
  /** The columns of numbers that no item shows. */
  readonly unshown?: readonly number[];
}

/** A schema and its results. Plain data. */
export interface Table {
  readonly schemaId: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** A text field in addition to the columns. It contains the name of each row, so that a result can be recognised. */
  readonly label: string;
}

/** Returns the indexes, among the rows, of those that are on the pages of a view. */
export function rowsIn(view: FilteredView, rows: readonly Row[]): ReadonlySet<number> {
  return new Set(view.pages.flatMap(({ items }) => items.flatMap((item) => rowOf(item, rows) ?? [])));
}

/**
 * Returns the index of the row that an item shows, by its identifier or by the name in it; undefined if the item shows
 * no row.
 */
export function rowOf({ identifier, item }: FoundItem, rows: readonly Row[]): number | undefined {
  const { byId, byText } = placesOf(rows);
  const place = identifier === undefined ? undefined : byId.get(identifier);
  if (place !== undefined) return place;
  for (const text of textsIn(item)) {
    const named = byText.get(text);
    if (named !== undefined) return named;
  }
  return undefined;
}

interface Places {
  readonly byId: ReadonlyMap<string, number>;
  /**
   * By texts that cannot be in an item by chance: the row's unique name, and an identifier that is not a small number.
   */
  readonly byText: ReadonlyMap<string, number>;
}

const known = new WeakMap<readonly Row[], Places>();

function placesOf(rows: readonly Row[]): Places {
  const before = known.get(rows);
  if (before !== undefined) return before;
  const isTelling = (id: string): boolean => id.length >= (/^\d*$/.test(id) ? 11 : 5);
  const places: Places = {
    byId: new Map(rows.map(({ id }, place) => [id, place])),
    byText: new Map(
      rows.flatMap(({ id, name }, place) =>
        (isTelling(id) ? [id, name] : [name]).map((text) => [text, place] as const),
      ),
    ),
  };
  known.set(rows, places);
  return places;
}

import type { Need } from '../../../drivers/session/need.ts';
import type { FilteredView } from '../../../drivers/world/filter.ts';
import { filteredView } from '../../../drivers/world/filter.ts';
import type { AssayLaboratory } from '../../../drivers/world/filter-laboratory.ts';
import { ask, assertionsOn } from '../../../drivers/world/filter-laboratory.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { filterSubject, served, shownRows, type FilterLook } from '../../expectations/filter-look.ts';

/** What every check of a filter needs: results with known values, and the form in which a filter is sent. */
export const needsFilters: readonly Need[] = ['filters', 'access', 'schema.create'];

/** One assertion on a column of a table. */
export interface Asked {
  readonly column: number;
  readonly text: string;
}

/** Asks for one assertion, and tells it in words. */
export async function lookFor(
  scene: Scene,
  laboratory: AssayLaboratory,
  asked: Asked,
  note?: string,
): Promise<FilterLook> {
  const view = await ask(scene, laboratory, [asked], note === undefined ? {} : { note });
  return lookAt(laboratory, view, asked);
}

export function lookAt(
  { table }: Pick<AssayLaboratory, 'table'>,
  view: FilteredView,
  { column, text }: Asked,
): FilterLook {
  return { view, rows: table.rows, subject: filterSubject(text, table.columns[column]?.type ?? '') };
}

/** Two assertions in one filter, and whether two plain ones find a record: what several mean is inference (FLT-34). */
export interface Pair {
  readonly look: FilterLook;
  /** Asked only where something may be wrong. */
  readonly plain?: FilterLook;
}

/**
 * Asks as {@link lookForRow} does, and where that does not find the row, for a plain value of another row beside the name
 * of that one.
 */
export async function pairFor(
  scene: Scene,
  laboratory: AssayLaboratory,
  asked: Asked,
  row: number,
  plain: Asked & { readonly row: number },
): Promise<Pair> {
  const look = await lookForRow(scene, laboratory, asked, row);
  if (served(look) && shownRows(look).has(row)) return { look };
  return { look, plain: await lookForRow(scene, laboratory, plain, plain.row) };
}

/** Whether two assertions go together at all: a plain pair, whose row is this one, finds it. */
export function goTogether({ plain }: Pair, row: number): boolean {
  return plain === undefined || (served(plain) && shownRows(plain).has(row));
}

/** Asks for one assertion and, beside it, for the row whose name stands in the text field that the table has for names. */
export async function lookForRow(
  scene: Scene,
  laboratory: AssayLaboratory,
  asked: Asked,
  row: number,
): Promise<FilterLook> {
  const { listing, reader, table, blank } = laboratory;
  const name = { field: table.label, text: table.rows[row]?.name ?? '' };
  const assertions = [...assertionsOn(table, [asked]), name];
  const options = { blank, schemaId: table.schemaId, note: 'beside the name of a record' };
  const look = lookAt(laboratory, await filteredView(scene, listing, reader.authorization, assertions, options), asked);
  return { ...look, subject: `${look.subject}, beside one on the name of a record that satisfies it,` };
}

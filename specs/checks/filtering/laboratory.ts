import type { Need } from '../../../drivers/session/need.ts';
import type { FilteredView } from '../../../drivers/world/filter.ts';
import { filteredView } from '../../../drivers/world/filter.ts';
import type { AssayLaboratory } from '../../../drivers/world/filter-laboratory.ts';
import { ask, assertionsOn } from '../../../drivers/world/filter-laboratory.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { filterSubject, served, shownRows, type FilterLook } from '../../expectations/filter-look.ts';

/** The needs of every check of a filter: results with known values, and the form in which a filter is sent. */
export const needsFilters: readonly Need[] = ['filters', 'access', 'schema.create'];

/** One assertion on a column of a table. */
export interface Asked {
  readonly column: number;
  readonly text: string;
}

/** Asks for a filter of one assertion, and returns the result with a description. */
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

/**
 * Two assertions in one filter, and two plain ones. The plain pair shows whether several assertions work at all,
 * because their meaning is inferred (FLT-34).
 */
export interface Pair {
  readonly look: FilterLook;
  /** Present only if something may be wrong. */
  readonly plain?: FilterLook;
}

/**
 * Asks as {@link lookForWithRowName} does. If that does not find the row, also asks for a plain value together with the name
 * of a row that has it.
 */
export async function lookForPair(
  scene: Scene,
  laboratory: AssayLaboratory,
  asked: Asked,
  row: number,
  plain: Asked & { readonly row: number },
): Promise<Pair> {
  const look = await lookForWithRowName(scene, laboratory, asked, row);
  if (served(look) && shownRows(look).has(row)) return { look };
  return { look, plain: await lookForWithRowName(scene, laboratory, plain, plain.row) };
}

/** Reports whether two assertions work together at all: a plain pair finds its row, which is `row`. */
export function workTogether({ plain }: Pair, row: number): boolean {
  return plain === undefined || (served(plain) && shownRows(plain).has(row));
}

/**
 * Asks for one assertion and, in the same filter, for the name of the row in the text field that the table has for
 * names.
 */
export async function lookForWithRowName(
  scene: Scene,
  laboratory: AssayLaboratory,
  asked: Asked,
  row: number,
): Promise<FilterLook> {
  const { listing, reader, table, blank } = laboratory;
  const name = { field: table.label, text: table.rows[row]?.name ?? '' };
  const assertions = [...assertionsOn(table, [asked]), name];
  const options = { blank, schemaId: table.schemaId, note: 'together with the name of a record' };
  const look = lookAt(laboratory, await filteredView(scene, listing, reader.authorization, assertions, options), asked);
  return { ...look, subject: `${look.subject}, together with one on the name of a record that satisfies it,` };
}

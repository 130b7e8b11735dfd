import type { Need } from '../../../drivers/target/need.ts';
import type { FilteredView } from '../../../drivers/world/filter.ts';
import type { AssayLaboratory } from '../../../drivers/world/filter-laboratory.ts';
import { ask } from '../../../drivers/world/filter-laboratory.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { filterSubject, type FilterLook } from '../../expectations/filter-look.ts';

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

import type { AssayLaboratory, Row, Table } from '../../../drivers/world/filter-laboratory.ts';
import { aLaboratoryOf, ask } from '../../../drivers/world/filter-laboratory.ts';
import type { FilterOptions } from '../../../drivers/world/filter.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { AssayAsked } from '../../../generators/filter-assays.ts';
import {
  assayColumns,
  assayProbes,
  assayRows,
  satisfiesAsked,
  describeAsked,
} from '../../../generators/filter-assays.ts';
import type { FilterLook } from '../../expectations/filter-look.ts';
import { places } from '../../expectations/filter-look.ts';

/** Number of results. */
export const rowCount = 24;

/** Creates results with a field of each type. Every filter of these checks finds some of them. */
export function assayLaboratory(scene: Scene): Promise<AssayLaboratory> {
  return aLaboratoryOf(scene, { columns: assayColumns, rows: assayRows(rowCount) }, { probes: assayProbes });
}

/** Returns the rows that satisfy all assertions of a filter. */
export function satisfying(rows: readonly Row[], asked: readonly AssayAsked[]): readonly number[] {
  return places(rows, ({ values }) => asked.every((one) => satisfiesAsked(values, one)));
}

/** Returns the rows that do not satisfy all assertions of a filter. */
export function unsatisfying(rows: readonly Row[], asked: readonly AssayAsked[]): readonly number[] {
  return places(rows, ({ values }) => !asked.every((one) => satisfiesAsked(values, one)));
}

/** Asks for a filter of several assertions, and returns the records that it leaves. */
export async function assayLook(
  scene: Scene,
  laboratory: Pick<AssayLaboratory, 'listing' | 'reader' | 'table' | 'blank'>,
  asked: readonly AssayAsked[],
  options: FilterOptions & { readonly among?: Table; readonly who?: string } = {},
): Promise<FilterLook> {
  const { among = laboratory.table, who, ...rest } = options;
  const view = await ask(scene, laboratory, asked, rest);
  const subject = `a filter ${describeAsked(asked)}${who === undefined ? '' : ` by ${who}`}`;
  return { view, rows: among.rows, subject };
}

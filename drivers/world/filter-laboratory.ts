import { NothingToJudge, PremiseUnmet, SuiteMistake } from '../../core/trouble.ts';
import type { FieldType } from '../../schemas/types/control-operations.ts';
import type { App, Project, User } from './actors.ts';
import { aKeyOwner, anAccessToken, anApp, aProject, grant } from './actors.ts';
import { basic, bearer } from './authorization.ts';
import { createRecords } from './create-records.ts';
import type { BlankForm, FieldAssertion, FilteredView, FilterOptions } from './filter.ts';
import { filteredView } from './filter.ts';
import type { CellValue, Column, Table } from './filter-rows.ts';
import { rowsIn } from './filter-rows.ts';
import { asStored } from './kept-values.ts';
import type { Listing } from './listing.ts';
import type { Scene } from './scene.ts';

export type { CellValue, Column, Row, Table } from './filter-rows.ts';
export { rowOf, rowsIn } from './filter-rows.ts';

/** A custom field before its schema exists; the suite makes its name unique. */
export interface ColumnDraft {
  readonly title: string;
  readonly type: FieldType;
}

/** A schema and results of it, before they exist. Each row has a value for each column, in their order. */
export interface TableDraft {
  readonly columns: readonly ColumnDraft[];
  readonly rows: readonly (readonly CellValue[])[];
}

/** The actor that lists, and the authorization that it sends. */
export interface Reader {
  readonly actor: App | User;
  readonly authorization: string;
}

/** A reader, a table that it may see, and the way to ask for the table. Cases can share it, because they only read. */
export interface AssayLaboratory {
  readonly listing: Listing;
  readonly project: Project;
  readonly reader: Reader;
  readonly table: Table;
  /** The reader's view without a filter: every row of the table, and of the other tables that were made with it. */
  readonly unfiltered: FilteredView;
  /**
   * The form of a space that this tenant understands. Other requirements say which form it must understand (FLT-23,
   * FLT-24).
   */
  readonly blank: BlankForm;
}

/** A filter that finds a row if its spaces are understood. */
export interface BlankProbe {
  readonly column: number;
  readonly text: string;
  readonly row: number;
}

/** Returns a user with a key if the control can make one, and an app otherwise. */
export async function aReader(scene: Scene): Promise<Reader> {
  if (scene.supports('user.create') && scene.supports('apiKey.create')) return aKeyReader(scene);
  return canHaveApp(scene) ? anAppReader(scene) : aKeyReader(scene);
}

export async function aKeyReader(scene: Scene): Promise<Reader> {
  const owner = await aKeyOwner(scene);
  return { actor: owner, authorization: basic(owner.apiKey) };
}

function canHaveApp(scene: Scene): boolean {
  return scene.supports('app.create') || scene.target.settings.fixtures.app !== undefined;
}

export async function anAppReader(scene: Scene): Promise<Reader> {
  const app = await anApp(scene);
  return { actor: app, authorization: bearer(await anAccessToken(scene, app)) };
}

/** Makes a schema with the columns, and the rows as assay results of a project. */
export async function aTable(scene: Scene, project: Project, { columns, rows }: TableDraft): Promise<Table> {
  const named = columns.map(({ title, type }) => ({ name: uniqueName(scene, title), type }));
  const label = uniqueName(scene, 'label');
  const { schemaId } = await scene.operate('schema.create', {
    kind: 'assayResult',
    name: scene.target.name('schema'),
    fields: [...named, { name: label, type: 'String' }],
  });
  return addRows(scene, project, { schemaId, columns: named, label, rows: [] }, rows);
}

/**
 * Makes further results of a table's schema, and returns the table with only these rows.
 *
 * @param modifiedAt RFC 3339 in UTC, if the results need another place in an order by time
 */
export async function addRows(
  scene: Scene,
  project: Project,
  table: Table,
  rows: readonly (readonly CellValue[])[],
  modifiedAt?: string,
): Promise<Table> {
  const named = rows.map((values) => ({ name: scene.target.name('assayResult'), values }));
  const where = { kind: 'assayResult', projectId: project.projectId } as const;
  const made = await createRecords(scene, where, named, ({ name, values }) => ({
    name,
    schemaId: table.schemaId,
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
    fields: { ...fieldsOf(table.columns, values), [table.label]: { type: 'String', value: name } },
  }));
  return { ...table, rows: made };
}

/** Makes a reader and a table in a project of its own, and waits until the reader sees the table. */
export async function aLaboratoryOf(
  scene: Scene,
  draft: TableDraft,
  options: {
    readonly probes?: readonly BlankProbe[];
    /** Further tables that the reader may see. */
    readonly beside?: readonly TableDraft[];
  } = {},
): Promise<AssayLaboratory & { readonly beside: readonly Table[] }> {
  const { probes = [], beside = [] } = options;
  const reader = await aReader(scene);
  const project = await aProject(scene);
  const made = await aTable(scene, project, draft);
  const others: Table[] = [];
  for (const other of beside) others.push(await aTable(scene, project, other));
  await grant(scene, project, reader.actor);
  const listing = await assayListing(scene);
  const unfiltered = await seenBy(scene, listing, reader, [made, ...others]);
  const table = asStored(made, unfiltered);
  // a filter need not find a listed result yet, nor find it by each type of field at the same time (FRE-13)
  await scene.settleWhole();
  const laboratory = await withReaderOfFilters(scene, { listing, project, reader, table, unfiltered, blank: '+' }, [
    made,
    ...others,
  ]);
  return { ...laboratory, blank: await blankFor(scene, laboratory, probes), beside: others };
}

export async function assayListing(scene: Scene): Promise<Listing> {
  const listing = (await scene.listings()).find(({ kind }) => kind === 'assayResult');
  if (listing === undefined) throw new NothingToJudge('the assay results are not served: see LST-05');
  return listing;
}

/**
 * Returns the reader's view without a filter, once every row of the tables is in it.
 *
 * @throws PremiseUnmet if some rows never appear: before a filter can be judged, the listing must work and be
 *   recognised
 */
export async function seenBy(
  scene: Scene,
  listing: Listing,
  reader: Reader,
  tables: readonly Table[],
): Promise<FilteredView> {
  const rows = tables.flatMap((table) => table.rows);
  const view = await scene.settle(
    () => filteredView(scene, listing, reader.authorization, []),
    (seen) => seen.end === 'whole' && rowsIn(seen, rows).size === rows.length,
  );
  const count = rowsIn(view, rows).size;
  if (view.end !== 'whole' || count < rows.length) {
    throw new PremiseUnmet(
      `without a filter GET ${listing.path} showed ${count} of the ${rows.length} results that were made`,
    );
  }
  return view;
}

/**
 * Makes an app the reader if filters are forbidden to the present reader: that each credential may filter is inferred
 * (FLT-41).
 */
async function withReaderOfFilters(
  scene: Scene,
  laboratory: AssayLaboratory,
  tables: readonly Table[],
): Promise<AssayLaboratory> {
  const { listing, project, reader, table } = laboratory;
  const isForbidden = async ({ authorization }: Reader): Promise<boolean> => {
    const note = 'may such a credential filter?';
    const assertions = [{ field: table.label, text: 'nothing' }];
    const { pages } = await filteredView(scene, listing, authorization, assertions, { schemaId: table.schemaId, note });
    return pages[0]?.exchange.response?.status === 403;
  };
  if (!canHaveApp(scene) || !(await isForbidden(reader))) return laboratory;
  const app = await anAppReader(scene);
  await grant(scene, project, app.actor);
  if (await isForbidden(app)) return laboratory;
  return { ...laboratory, reader: app, unfiltered: await seenBy(scene, listing, app, tables) };
}

/** Returns the results that a filter leaves for the reader of a laboratory. */
export function ask(
  scene: Scene,
  laboratory: Pick<AssayLaboratory, 'listing' | 'reader' | 'table' | 'blank'>,
  asked: readonly { readonly column: number; readonly text: string }[],
  options: FilterOptions = {},
): Promise<FilteredView> {
  const { listing, reader, table, blank } = laboratory;
  return filteredView(scene, listing, reader.authorization, assertionsOn(table, asked), {
    blank,
    schemaId: table.schemaId,
    ...options,
  });
}

/** Returns the assertions of a filter on columns of a table. */
export function assertionsOn(
  { columns }: Table,
  asked: readonly { readonly column: number; readonly text: string }[],
): readonly FieldAssertion[] {
  return asked.map(({ column, text }) => {
    const field = columns[column]?.name;
    if (field === undefined) throw new SuiteMistake(`a table of ${columns.length} columns has no column ${column}`);
    return { field, text };
  });
}

/**
 * Returns the form of a space in which one of the probes finds its row: if possible, the form that the specification
 * names.
 */
async function blankFor(scene: Scene, laboratory: AssayLaboratory, probes: readonly BlankProbe[]): Promise<BlankForm> {
  const { rows } = laboratory.table;
  for (const blank of ['+', '%20'] as const) {
    for (const { column, text, row } of probes) {
      const note = `is a space understood as ${blank}?`;
      const view = await ask(scene, laboratory, [{ column, text }], { blank, note });
      if (view.end !== 'refused' && rowsIn(view, rows).has(row)) return blank;
    }
  }
  return '+';
}

function fieldsOf(
  columns: readonly Column[],
  values: readonly CellValue[],
): Record<string, { type: FieldType; value: string | number }> {
  return Object.fromEntries(
    columns.flatMap(({ name, type }, index) => {
      const value = values[index];
      return value === undefined ? [] : [[name, { type, value }]];
    }),
  );
}

/**
 * Returns a unique name. If the title has no spaces, the name has none, so that only values show how a space is read.
 */
function uniqueName(scene: Scene, title: string): string {
  return title.includes(' ') ? scene.target.name(title) : scene.target.name(title).replaceAll(/\s+/g, '-');
}

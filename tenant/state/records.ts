import type { LabRecord, Project, RecordKind } from './model.ts';

/** Records by their id, also found quickly by their kind and by their project. */
export class Records extends Map<string, LabRecord> {
  /** In the order in which they were added. */
  readonly byKind: Readonly<Record<RecordKind, LabRecord[]>> = { entry: [], plate: [], assayResult: [] };
  readonly #byProject = new Map<string, LabRecord[]>();

  override set(id: string, record: LabRecord): this {
    this.byKind[record.kind].push(record);
    const beside = this.#byProject.get(record.projectId);
    if (beside === undefined) this.#byProject.set(record.projectId, [record]);
    else beside.push(record);
    return super.set(id, record);
  }

  /** Returns the records of a kind in some projects, in the order in which they were added. */
  within(projects: Iterable<Project>, kind: RecordKind): readonly LabRecord[] {
    const found = [...projects].flatMap(({ id }) => this.#byProject.get(id) ?? []).filter((one) => one.kind === kind);
    return found.sort((one, other) => one.number - other.number);
  }
}

import type { Tenant } from '../tenant.ts';
import { learnField } from './fields.ts';
import type { LabRecord, Project, RecordKind } from './model.ts';

/** Records by their id, and found as quickly by their kind and by their project. */
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

  /** Those of a kind in some projects, in the order in which they were added. */
  within(projects: Iterable<Project>, kind: RecordKind): readonly LabRecord[] {
    const found = [...projects].flatMap(({ id }) => this.#byProject.get(id) ?? []).filter((one) => one.kind === kind);
    return found.sort((one, other) => one.number - other.number);
  }
}

/** Adds a record to the tenant: the one place where records come to be, whoever creates them. */
export function addRecord(
  tenant: Tenant,
  draft: Omit<LabRecord, 'id' | 'number' | 'label' | 'createdAt' | 'addedAt'>,
): LabRecord {
  const { names } = tenant;
  const { records } = tenant.state;
  const addedAt = tenant.clock.now();
  const label = { entry: names.notebookNumber, plate: names.barcode, assayResult: names.runNumber }[draft.kind]();
  const record: LabRecord = {
    ...draft,
    id: tenant.behaviour.makeId(tenant, draft.kind),
    number: records.size,
    label,
    // Nothing is modified before it is created.
    createdAt: draft.modifiedAt < addedAt ? draft.modifiedAt : addedAt,
    addedAt,
  };
  records.set(record.id, record);
  for (const [name, { type }] of Object.entries(record.fields)) learnField(tenant.state, name, type);
  tenant.behaviour.recordWasAdded(tenant, record);
  return record;
}

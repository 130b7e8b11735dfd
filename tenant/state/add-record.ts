import type { Tenant } from '../tenant.ts';
import { learnField } from './fields.ts';
import type { LabRecord } from './model.ts';

/** Adds a record to the tenant. All records are created here, regardless of their creator. */
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

import { instantOf, timestamp } from './clock.ts';
import type { LabRecord, Registry } from './registry.ts';

/** Keeps a new record, modified at the tenant's present time, and returns it. */
export function keepRecord(
  registry: Registry,
  record: Pick<LabRecord, 'kind' | 'projectId' | 'name'> & { readonly schemaId?: string | null },
): LabRecord {
  const modifiedAt = timestamp(registry.clock.now());
  const kept = {
    schemaId: null,
    fields: {},
    ...record,
    id: registry.newId(),
    modifiedAt,
    modifiedInstant: instantOf(modifiedAt),
  };
  registry.records.push(kept);
  return kept;
}

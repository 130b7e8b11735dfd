import type { Listing } from '../endpoints/listings.ts';
import type { Call } from '../call.ts';
import type { ActorReference, LabRecord } from '../state/model.ts';

/** The JSON form of records. The specification shows only identifiers and times; the rest is free. */
export interface ItemBehaviour {
  readonly shapeTime: (time: Date) => unknown;
  readonly shapeCreator: (call: Call, creator: ActorReference) => unknown;
  readonly shapeItemV2: (call: Call, record: LabRecord) => Record<string, unknown>;
  readonly shapeItemV3: (call: Call, record: LabRecord) => Record<string, unknown>;
  readonly shapeItem: (call: Call, listing: Listing, record: LabRecord) => Record<string, unknown>;
}

declare module './behaviour.ts' {
  interface Behaviour extends ItemBehaviour {}
}

export const specifiedItems: ItemBehaviour = {
  shapeTime: (time) => time.toISOString(),

  shapeCreator: (call, { kind, id }) => {
    const { users, apps } = call.tenant.state;
    const creator = kind === 'user' ? users.get(id) : apps.get(id);
    return { id, type: kind, name: creator?.name ?? '' };
  },

  shapeItemV2: (call, record) => {
    const { behaviour } = call.tenant;
    const creator = behaviour.shapeCreator(call, record.createdBy);
    return {
      id: record.id,
      name: record.name,
      ...(record.kind === 'plate' ? { barcode: record.label } : { displayId: record.label }),
      projectId: record.projectId,
      schema: record.schemaId === undefined ? null : { id: record.schemaId },
      fields: record.fields,
      createdAt: behaviour.shapeTime(record.createdAt),
      modifiedAt: behaviour.shapeTime(record.modifiedAt),
      creator,
      createdBy: creator,
    };
  },

  shapeItemV3: (call, record) => {
    const { behaviour } = call.tenant;
    return {
      id: record.id,
      type: record.kind,
      name: record.name,
      label: record.label,
      project: { id: record.projectId },
      schemaId: record.schemaId ?? null,
      fields: Object.entries(record.fields).map(([name, field]) => ({ name, ...field })),
      createdAt: behaviour.shapeTime(record.createdAt),
      createdBy: behaviour.shapeCreator(call, record.createdBy),
      modifiedAt: behaviour.shapeTime(record.modifiedAt),
    };
  },

  shapeItem: (call, listing, record) =>
    listing.version === 'v3'
      ? call.tenant.behaviour.shapeItemV3(call, record)
      : call.tenant.behaviour.shapeItemV2(call, record),
};

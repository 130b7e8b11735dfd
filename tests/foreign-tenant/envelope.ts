import type { EventType, LabEvent } from './events.ts';
import type { App, Registry } from './registry.ts';

const CHANNELS: Readonly<Record<EventType, 'events' | 'app_signals'>> = {
  'v2.workflowOutput.updated.fields': 'app_signals',
  'v2.workflowTask.updated.fields': 'app_signals',
  'v2.workflowTaskGroup.mappingCompleted': 'events',
  'v2.entry.created': 'app_signals',
  'v2.canvas.initialized': 'events',
  'v2.app.installed': 'events',
};

const DEPRECATED: readonly EventType[] = ['v2.workflowOutput.updated.fields', 'v2.canvas.initialized'];

/**
 * Returns the bodies of the deliveries of one event to one app ("Events / Envelope", "Events / Message fields"). The
 * update of a workflow output has one body for each updated property. Every other event has one body.
 */
export function bodiesOf(registry: Registry, origin: string, event: LabEvent, app: App): readonly string[] {
  const { updates = [] } = event;
  const parts: readonly LabEvent[] =
    event.type === 'v2.workflowOutput.updated.fields'
      ? updates.map((name) => ({ ...event, updates: [name] }))
      : [event];
  return parts.map((part, index) => {
    const envelope = {
      message: messageOf(registry, part, `${app.id} ${index}`),
      $schema: 'urn:lab:envelope',
      version: 0,
      tenantId: registry.tenantId,
      channel: CHANNELS[part.type],
      baseURL: `${origin}/`,
      appDefinition: { versionNumber: app.versionNumber, id: app.definitionId, name: app.name },
      app: { installed: app.installed, id: app.id },
      app_id: null,
    };
    return escaped(JSON.stringify(envelope, undefined, 1));
  });
}

function messageOf(registry: Registry, event: LabEvent, recipient: string): object {
  const { type, resourceId, userId } = event;
  const deprecated = DEPRECATED.includes(type);
  if (type === 'v2.app.installed') return { deprecated };
  const id = registry.chance.sign(`event ${event.serial} ${recipient}`);
  const createdAt = written(event.createdAt, event.serial);
  if (type === 'v2.canvas.initialized') {
    return { userId, resourceId, featureId: event.featureId, deprecated, createdAt, type: 'canvas', canvas: {} };
  }
  const { schemaId = null } = event;
  const schema = schemaId === null ? null : { registryId: registry.tenantId, id: schemaId };
  const standard = { schema, resourceId, id, deprecated, createdAt, resource: { id: resourceId }, userId };
  switch (type) {
    case 'v2.entry.created':
      return standard;
    case 'v2.workflowTaskGroup.mappingCompleted':
      return { ...standard, type, featureId: null };
    case 'v2.workflowOutput.updated.fields':
    case 'v2.workflowTask.updated.fields': {
      const updates = event.updates ?? [];
      return { ...standard, type, updates: [...updates.toReversed(), ...updates.slice(0, 1)] };
    }
  }
}

/** Writes a moment in one of four forms of ISO 8601, which take turns by serial number. */
function written(moment: number, serial: number): string {
  const utc = new Date(moment).toISOString();
  switch (serial % 4) {
    case 0:
      return `${new Date(moment - 12_600_000).toISOString().slice(0, 19)}-03:30`;
    case 1:
      return `${utc.slice(0, -1)}456+00:00`;
    case 2:
      return utc.replace('.', ',');
    default:
      return `${utc.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  }
}

/** Writes the same JSON in ASCII only. */
function escaped(text: string): string {
  return text.replaceAll(/[^\0-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

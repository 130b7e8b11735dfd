import type { EventType, LabEvent } from '../../state/events.ts';
import type { Fault } from '../fault.ts';

const OUTPUT: EventType = 'v2.workflowOutput.updated.fields';
const MAPPING: EventType = 'v2.workflowTaskGroup.mappingCompleted';
const ENTRY: EventType = 'v2.entry.created';

/** Mistakes about deliveries that show for one kind of event, one app or one cause only. */
export const evaluatedFaults: readonly Fault[] = [
  {
    id: 'webhooks/base-url-is-missing-from-installations',
    breaks: ['WHK-09'],
    also: ['WHK-10', 'WHK-55'],
    summary: 'The envelope of an installation has no baseURL.',
    behaviour: (normal) => ({
      envelopeBaseUrl: (tenant, event, app) =>
        event.type === 'v2.app.installed' ? undefined : normal.envelopeBaseUrl(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/resource-id-is-an-object-for-entries-of-the-api',
    breaks: ['WHK-35'],
    also: ['WHK-36', 'WHK-55'],
    summary: 'For an entry that was created by a call resourceId is an object with an id.',
    behaviour: (normal) => {
      const byCall = new Set<string>();
      let isCall = false;
      return {
        answerCreation: (call, actor) => {
          isCall = true;
          const created = normal.answerCreation(call, actor);
          isCall = false;
          return created;
        },
        recordWasAdded: (tenant, record) => {
          if (isCall) byCall.add(record.id);
          normal.recordWasAdded(tenant, record);
        },
        messageResourceId: (tenant, event, app) =>
          event.resourceId !== undefined && byCall.has(event.resourceId)
            ? { id: event.resourceId }
            : normal.messageResourceId(tenant, event, app),
      };
    },
  },
  {
    id: 'webhooks/updates-of-the-same-properties-are-empty',
    breaks: ['WHK-46'],
    also: ['WHK-45', 'WHK-55'],
    summary: 'updates of an output is empty where it would name just what the message before named.',
    behaviour: (normal) => {
      const told = new Map<string, string>();
      const shaped = new WeakMap<LabEvent, boolean>();
      return {
        messageUpdates: (tenant, event, app) => {
          if (event.type !== OUTPUT) return normal.messageUpdates(tenant, event, app);
          const names = JSON.stringify(event.updates?.toSorted());
          const same = shaped.get(event) ?? told.get(app.id) === names;
          shaped.set(event, same);
          told.set(app.id, names);
          return same ? [] : event.updates;
        },
      };
    },
  },
  {
    id: 'webhooks/entries-with-a-schema-have-updates',
    breaks: ['WHK-48'],
    also: ['WHK-55'],
    summary: 'The message of an entry that has a schema carries empty updates.',
    behaviour: (normal) => ({
      messageUpdates: (tenant, event, app) =>
        event.type === ENTRY && event.schemaId !== null && event.schemaId !== undefined
          ? []
          : normal.messageUpdates(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/canvas-resource-is-null-the-second-time-for-a-user',
    breaks: ['WHK-50'],
    also: ['WHK-53', 'WHK-55'],
    summary: 'resourceId is null in the second canvas message of the same user and in those after it.',
    behaviour: (normal) => {
      const known = new Map<string, LabEvent>();
      return {
        messageResourceId: (tenant, event, app) => {
          if (event.type !== 'v2.canvas.initialized') return normal.messageResourceId(tenant, event, app);
          const first = known.get(event.userId ?? '') ?? event;
          known.set(event.userId ?? '', first);
          return first.id === event.id ? event.resourceId : null;
        },
      };
    },
  },
  {
    id: 'webhooks/mappings-without-a-schema-are-not-told-of',
    breaks: ['WHK-18'],
    also: ['WHK-39', 'WHK-29'],
    summary: 'The completed mapping of a task group that has no schema sends nothing.',
    behaviour: (normal) => ({
      maySeeEvent: (tenant, app, event) =>
        normal.maySeeEvent(tenant, app, event) && !(event.type === MAPPING && event.schemaId === null),
    }),
  },
  {
    id: 'webhooks/apps-of-one-address-have-the-id-of-the-first',
    breaks: ['WHK-05'],
    also: ['WHK-29', 'WHK-56'],
    summary: 'Where several apps have the same webhook address, app.id is that of the first of them.',
    behaviour: (normal) => ({
      envelopeApp: (tenant, event, app) => {
        const first = tenant.state.apps.values().find((each) => each.webhook?.url === app.webhook?.url);
        return normal.envelopeApp(tenant, event, first ?? app);
      },
    }),
  },
];

import { addressOf, namedBy, textOf, textsOf } from './control-input.ts';
import { type ControlInput, type ControlOperations, ControlRefusal } from './control-service.ts';
import { type Happening, SUBSCRIBABLE } from './events.ts';
import type { App, Project, Registry } from './registry.ts';
import { keepRecord } from './records.ts';
import type { Webhooks } from './webhooks.ts';

const PROPERTIES = ['Volume (µl)', 'status', 'Zellzahl', 'assignee.name', 'due'];

/**
 * Returns the operations that set apps' webhooks, and that cause the events of people's work in the web application.
 */
export function eventOperations(registry: Registry, webhooks: Webhooks): ControlOperations {
  let triggered = 0;

  /** Returns the newest project that the app was added to, or makes a project for it. */
  const projectOf = (app: App): Project => {
    const own = [...registry.projects.values()].findLast((project) => project.members.has(app.id));
    if (own !== undefined) return own;
    const made = { id: registry.newId(), name: `of ${app.name}`, members: new Set([app.id]) };
    registry.projects.set(made.id, made);
    return made;
  };

  const schemaFor = (input: ControlInput): string | null => {
    const wanted = input['withSchema'] ?? triggered % 2 === 0;
    return wanted === true ? registry.newId() : null;
  };

  const happeningOf = (input: ControlInput, app: App, userId: string): Happening => {
    const type = textOf(input, 'eventType');
    const place = { projectId: projectOf(app).id, resourceId: registry.newId(), userId };
    switch (type) {
      case 'v2.workflowOutput.updated.fields':
      case 'v2.workflowTask.updated.fields': {
        const first = triggered % PROPERTIES.length;
        const updates = PROPERTIES.toSpliced(first, 1 + (triggered % 3));
        return { ...place, type, schemaId: schemaFor(input), updates };
      }
      case 'v2.workflowTaskGroup.mappingCompleted':
        return { ...place, type, schemaId: schemaFor(input) };
      case 'v2.canvas.initialized': {
        const { resourceId } = place;
        return { type, appId: app.id, resourceId, featureId: `lab://canvas/${triggered}?v=ß`, userId };
      }
      default:
        throw new ControlRefusal(400, 'invalid_input', `${type} is not an event that can be caused.`);
    }
  };

  return {
    'app.setWebhook': (input) => {
      const app = namedBy(input, 'appId', registry.apps);
      const eventTypes = SUBSCRIBABLE.filter((type) => textsOf(input, 'eventTypes').includes(type));
      if (input['url'] === null) {
        webhooks.set(app, undefined);
        return { subscribed: [] };
      }
      const url = addressOf(input, 'url');
      if (!['https:', 'http:'].includes(url.protocol)) {
        throw new ControlRefusal(400, 'invalid_input', 'url has to be one of HTTP.');
      }
      const caPem = input['caPem'] === undefined ? undefined : textOf(input, 'caPem');
      webhooks.set(app, { url, caPem, eventTypes });
      return { subscribed: eventTypes };
    },
    'event.trigger': (input) => {
      const app = namedBy(input, 'appId', registry.apps);
      const user =
        input['userId'] === undefined
          ? ([...registry.users.keys()].at(-1) ?? registry.newId())
          : namedBy(input, 'userId', registry.users).id;
      triggered += 1;
      if (input['eventType'] === 'v2.entry.created') {
        const schemaId = schemaFor(input);
        const entry = keepRecord(registry, { kind: 'entry', projectId: projectOf(app).id, name: 'by hand', schemaId });
        webhooks.entryCreated(entry, user);
        return { resourceId: entry.id, schemaId };
      }
      const happening = happeningOf(input, app, user);
      webhooks.publish(happening);
      const { type: _type, projectId: _projectId, appId: _appId, ...output } = happening;
      return output;
    },
  };
}

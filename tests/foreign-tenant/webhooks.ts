import { bodiesOf } from './envelope.ts';
import type { Happening, LabEvent } from './events.ts';
import type { Address, Messenger } from './messenger.ts';
import type { App, LabRecord, Registry } from './registry.ts';

export interface Webhook extends Address {
  readonly eventTypes: readonly string[];
}

/** The apps' webhooks, which decide the events that each app gets ("Events"). */
export interface Webhooks {
  /** Replaces the app's webhook; undefined removes it. */
  set(app: App, webhook: Webhook | undefined): void;
  /** Publishes something that happened to every app that wants it. */
  publish(happening: Happening): void;
  /** Publishes that an entry was created, by hand or by a call. */
  entryCreated(record: LabRecord, userId?: string): void;
  /** Delivers the events that were held back while the app was archived. */
  released(app: App): void;
}

/**
 * Creates the tenant's webhooks. An app that is not installed gets events like others while it has an address. An
 * archived app gets its events when it is unarchived. An app gets the event of its installation when it is installed,
 * and when its first address is set.
 */
export function webhooksOf(registry: Registry, origin: string, messenger: Messenger): Webhooks {
  const webhooks = new Map<string, Webhook>();
  const heldBack = new Map<string, LabEvent[]>();
  let serial = 0;

  const wants = (app: App, event: Happening): boolean => {
    const webhook = webhooks.get(app.id);
    if (webhook === undefined) return false;
    if (event.appId !== undefined) return event.appId === app.id;
    const project = registry.projects.get(event.projectId ?? '');
    return project?.members.has(app.id) === true && webhook.eventTypes.includes(event.type);
  };

  const deliver = (app: App, event: LabEvent): void => {
    const currentAddress = (): Address | undefined => (wants(app, event) ? webhooks.get(app.id) : undefined);
    for (const body of bodiesOf(registry, origin, event, app)) messenger.send(body, currentAddress);
  };

  const publish = (happening: Happening): void => {
    serial += 1;
    const event = { ...happening, serial, createdAt: registry.clock.now() };
    for (const app of [...registry.apps.values()].toReversed()) {
      if (!wants(app, event)) continue;
      if (app.archived) heldBack.set(app.id, [...(heldBack.get(app.id) ?? []), event]);
      else deliver(app, event);
    }
  };

  return {
    publish,
    set(app, webhook) {
      const before = webhooks.get(app.id);
      if (webhook === undefined) webhooks.delete(app.id);
      else webhooks.set(app.id, webhook);
      if (before === undefined && app.installed) publish({ type: 'v2.app.installed', appId: app.id });
    },
    entryCreated: ({ id, projectId, schemaId }, userId) =>
      publish({
        type: 'v2.entry.created',
        projectId,
        resourceId: id,
        schemaId,
        ...(userId === undefined ? {} : { userId }),
      }),
    released(app) {
      for (const event of heldBack.get(app.id) ?? []) deliver(app, event);
      heldBack.delete(app.id);
    },
  };
}

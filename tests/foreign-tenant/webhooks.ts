import { bodiesOf } from './envelope.ts';
import type { Happening, LabEvent } from './events.ts';
import type { Address, Messenger } from './messenger.ts';
import type { App, LabRecord, Registry } from './registry.ts';

export interface Webhook extends Address {
  readonly eventTypes: readonly string[];
}

/** Who is told of what ("Events"). */
export interface Webhooks {
  /** Puts a webhook in the place of the one that the app has; undefined removes it. */
  set(app: App, webhook: Webhook | undefined): void;
  /** Something happened, regardless of which apps are told of it. */
  publish(happening: Happening): void;
  /** An entry was made, by hand or by a call. */
  entryCreated(record: LabRecord, userId?: string): void;
  /** An app that was archived is back: what happened meanwhile is told now. */
  released(app: App): void;
}

/**
 * Apps that are not installed are told like others, unless their address went with them; archived ones once they are
 * back. An app is told that it is installed when it is, and when it is given its first address.
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

  const tell = (app: App, event: LabEvent): void => {
    const where = (): Address | undefined => (wants(app, event) ? webhooks.get(app.id) : undefined);
    for (const body of bodiesOf(registry, origin, event, app)) messenger.send(body, where);
  };

  const publish = (happening: Happening): void => {
    serial += 1;
    const event = { ...happening, serial, createdAt: registry.clock.now() };
    for (const app of [...registry.apps.values()].toReversed()) {
      if (!wants(app, event)) continue;
      if (app.archived) heldBack.set(app.id, [...(heldBack.get(app.id) ?? []), event]);
      else tell(app, event);
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
      for (const event of heldBack.get(app.id) ?? []) tell(app, event);
      heldBack.delete(app.id);
    },
  };
}

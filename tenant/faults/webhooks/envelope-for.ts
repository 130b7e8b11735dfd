import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { EventType, LabEvent } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Fault } from '../fault.ts';

export type Members = Record<string, unknown>;

/** The envelope of some apps is another. */
export const envelopeFor =
  (
    isOne: (tenant: Tenant, app: App, event: LabEvent) => boolean,
    change: (envelope: Members, app: App) => Members,
  ): Fault['behaviour'] =>
  (normal) => ({
    shapeEnvelope: (tenant, event, app) => {
      const envelope = normal.shapeEnvelope(tenant, event, app);
      return isOne(tenant, app, event) ? change(envelope, app) : envelope;
    },
  });

/** The message of one kind of event is another. */
export const messageOf =
  (type: EventType, change: (message: Members, event: LabEvent) => Members) =>
  (normal: Behaviour): Partial<Behaviour> => ({
    shapeMessage: (tenant, event, app) => {
      const message = normal.shapeMessage(tenant, event, app);
      return event.type === type ? change(message, event) : message;
    },
  });

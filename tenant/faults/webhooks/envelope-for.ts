import type { LabEvent } from '../../state/events.ts';
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

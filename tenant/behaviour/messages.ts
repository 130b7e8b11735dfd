import type { LabEvent } from '../state/events.ts';
import type { App } from '../state/model.ts';
import type { Tenant } from '../tenant.ts';

type Member = (tenant: Tenant, event: LabEvent, app: App) => unknown;
type Members = (tenant: Tenant, event: LabEvent, app: App) => Record<string, unknown>;

/**
 * The members of the message for an event ("Events / Envelope", "Events / Message fields"). A member that is
 * `undefined` is left out.
 */
export interface MessageBehaviour {
  readonly envelopeApp: Member;
  readonly envelopeAppDefinitionId: Member;
  readonly envelopeVersionNumber: Member;
  readonly envelopeAppDefinition: Member;
  readonly envelopeBaseUrl: Member;
  readonly envelopeChannel: Member;
  readonly envelopeTenantId: Member;
  readonly envelopeVersion: Member;
  readonly shapeEnvelope: Members;
  readonly messageCreatedAt: Member;
  readonly messageDeprecated: Member;
  readonly messageId: Member;
  readonly messageResourceId: Member;
  readonly messageSchema: Member;
  readonly messageType: Member;
  readonly messageUpdates: Member;
  readonly messageFeatureId: Member;
  readonly messageUserId: Member;
  /** Returns the message for workflow outputs, tasks and task groups, and for entries. */
  readonly shapeStandardMessage: Members;
  readonly shapeCanvasMessage: Members;
  readonly shapeInstalledMessage: Members;
  readonly shapeMessage: Members;
}

declare module './behaviour.ts' {
  interface Behaviour extends MessageBehaviour {}
}

export const specifiedMessages: MessageBehaviour = {
  envelopeApp: (_tenant, _event, app) => ({ id: app.id }),

  envelopeAppDefinitionId: (_tenant, _event, app) => app.definitionId,

  envelopeVersionNumber: (_tenant, _event, app) => app.versionNumber,

  envelopeAppDefinition: (tenant, event, app) => ({
    id: tenant.behaviour.envelopeAppDefinitionId(tenant, event, app),
    versionNumber: tenant.behaviour.envelopeVersionNumber(tenant, event, app),
  }),

  envelopeBaseUrl: (tenant) => tenant.baseUrl(),

  // Subscribed events use one channel, events addressed to an app the other.
  envelopeChannel: (_tenant, event) => (event.addressee === undefined ? 'events' : 'app_signals'),

  envelopeTenantId: (tenant) => tenant.tenantId,

  envelopeVersion: () => '0',

  shapeEnvelope: (tenant, event, app) => {
    const { behaviour } = tenant;
    return {
      app: behaviour.envelopeApp(tenant, event, app),
      appDefinition: behaviour.envelopeAppDefinition(tenant, event, app),
      baseURL: behaviour.envelopeBaseUrl(tenant, event, app),
      channel: behaviour.envelopeChannel(tenant, event, app),
      tenantId: behaviour.envelopeTenantId(tenant, event, app),
      version: behaviour.envelopeVersion(tenant, event, app),
      message: behaviour.shapeMessage(tenant, event, app),
    };
  },

  messageCreatedAt: (_tenant, event) => event.createdAt.toISOString(),

  messageDeprecated: () => false,

  messageId: (_tenant, event) => event.id,

  messageResourceId: (_tenant, event) => event.resourceId,

  messageSchema: (_tenant, { schemaId }) => (schemaId === undefined || schemaId === null ? null : { id: schemaId }),

  messageType: (_tenant, { type }) => (type === 'v2.entry.created' ? undefined : type),

  messageUpdates: (_tenant, { updates }) => updates,

  messageFeatureId: (_tenant, event) => event.featureId,

  messageUserId: (_tenant, event) => event.userId,

  shapeStandardMessage: (tenant, event, app) => {
    const { behaviour } = tenant;
    return {
      createdAt: behaviour.messageCreatedAt(tenant, event, app),
      deprecated: behaviour.messageDeprecated(tenant, event, app),
      id: behaviour.messageId(tenant, event, app),
      resourceId: behaviour.messageResourceId(tenant, event, app),
      schema: behaviour.messageSchema(tenant, event, app),
      type: behaviour.messageType(tenant, event, app),
      updates: behaviour.messageUpdates(tenant, event, app),
    };
  },

  shapeCanvasMessage: (tenant, event, app) => {
    const { behaviour } = tenant;
    return {
      deprecated: behaviour.messageDeprecated(tenant, event, app),
      featureId: behaviour.messageFeatureId(tenant, event, app),
      resourceId: behaviour.messageResourceId(tenant, event, app),
      userId: behaviour.messageUserId(tenant, event, app),
    };
  },

  shapeInstalledMessage: (tenant, event, app) => ({
    deprecated: tenant.behaviour.messageDeprecated(tenant, event, app),
  }),

  shapeMessage: (tenant, event, app) => {
    const { behaviour } = tenant;
    if (event.type === 'v2.app.installed') return behaviour.shapeInstalledMessage(tenant, event, app);
    return event.type === 'v2.canvas.initialized'
      ? behaviour.shapeCanvasMessage(tenant, event, app)
      : behaviour.shapeStandardMessage(tenant, event, app);
  },
};

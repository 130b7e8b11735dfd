import type { Variant } from '../variant.ts';

const canvas = 'v2.canvas.initialized';

/** Variants of the content of envelopes and messages. */
export const messageVariants: readonly Variant[] = [
  {
    id: 'webhooks/envelope-version-is-a-number',
    freedoms: ['FRE-183'],
    summary: 'The version of the envelope is the number 0.',
    behaviour: () => ({ envelopeVersion: () => 0 }),
  },
  {
    id: 'webhooks/members-beyond-those-described',
    freedoms: ['FRE-184'],
    summary: 'Envelopes and messages have further members wherever nothing forbids them.',
    behaviour: (normal) => ({
      envelopeApp: (_tenant, _event, app) => ({ id: app.id, name: app.name }),
      shapeEnvelope: (tenant, event, app) => ({
        sentAt: tenant.clock.now().toISOString(),
        ...normal.shapeEnvelope(tenant, event, app),
        baseUrl: tenant.baseUrl(),
      }),
      messageSchema: (tenant, event, app) => {
        const schema = normal.messageSchema(tenant, event, app);
        return schema === null ? null : { ...(schema as object), name: 'Some schema' };
      },
      shapeStandardMessage: (tenant, event, app) => ({
        ...normal.shapeStandardMessage(tenant, event, app),
        projectId: event.projectId,
        user: null,
      }),
    }),
  },
  {
    id: 'webhooks/canvas-messages-like-the-others',
    freedoms: ['FRE-184', 'FRE-187'],
    summary: 'The canvas message has the id, the time and the type that standard messages have.',
    behaviour: (normal) => ({
      shapeCanvasMessage: (tenant, event, app) => ({
        id: event.id,
        createdAt: event.createdAt.toISOString(),
        type: event.type,
        ...normal.shapeCanvasMessage(tenant, event, app),
      }),
    }),
  },
  {
    id: 'webhooks/canvases-of-a-type-of-their-own',
    freedoms: ['FRE-187'],
    summary: 'The canvas message has a type, which is the type of the canvas.',
    behaviour: (normal) => ({
      shapeCanvasMessage: (tenant, event, app) => ({ ...normal.shapeCanvasMessage(tenant, event, app), type: 'form' }),
    }),
  },
  {
    id: 'webhooks/standard-messages-name-who-caused-them',
    freedoms: ['FRE-184'],
    summary: 'Standard messages have the userId of the user who caused the event.',
    behaviour: (normal) => ({
      shapeStandardMessage: (tenant, event, app) => ({
        userId: event.userId ?? 'ent_somebody',
        ...normal.shapeStandardMessage(tenant, event, app),
      }),
    }),
  },
  {
    id: 'webhooks/every-member-in-every-message',
    freedoms: ['FRE-184', 'FRE-186', 'FRE-187'],
    summary: 'Each message has the members of all messages, with null for those without a value.',
    behaviour: (normal) => ({
      shapeStandardMessage: (tenant, event, app) => ({
        featureId: null,
        userId: null,
        ...normal.shapeStandardMessage(tenant, event, app),
      }),
      shapeCanvasMessage: (tenant, event, app) => ({
        type: null,
        schema: null,
        updates: null,
        ...normal.shapeCanvasMessage(tenant, event, app),
      }),
    }),
  },
  {
    id: 'webhooks/channels-the-other-way-round',
    freedoms: ['FRE-185'],
    summary: 'Subscribed events come as app_signals, the others as events.',
    behaviour: () => ({
      envelopeChannel: (_tenant, { addressee }) => (addressee === undefined ? 'app_signals' : 'events'),
    }),
  },
  {
    id: 'webhooks/every-kind-is-deprecated-but-canvases',
    freedoms: ['FRE-188'],
    summary: 'deprecated is true for all kinds except canvases.',
    behaviour: () => ({ messageDeprecated: (_tenant, { type }) => type !== canvas }),
  },
  {
    id: 'webhooks/an-id-for-each-app',
    freedoms: ['FRE-197', 'FRE-202'],
    summary: 'Each app receives an event under another id, a long text with spaces and slashes.',
    behaviour: () => ({ messageId: (_tenant, event, app) => `event of ${app.id} / ${event.id} / ü` }),
  },
  {
    id: 'webhooks/ids-of-digits',
    freedoms: ['FRE-202', 'FRE-197'],
    summary: 'The ids of events, resources and features are short numbers in text.',
    behaviour: () => {
      let last = 0;
      return { makeEventId: () => String(++last) };
    },
  },
  {
    id: 'webhooks/created-at-with-an-offset',
    freedoms: ['FRE-198'],
    summary: 'createdAt is in whole seconds of another zone, with its offset.',
    behaviour: () => ({
      messageCreatedAt: (_tenant, { createdAt }) =>
        `${new Date(createdAt.getTime() + 19_800_000).toISOString().slice(0, 19)}+05:30`,
    }),
  },
  {
    id: 'webhooks/created-at-without-a-zone',
    freedoms: ['FRE-198'],
    summary: 'createdAt has microseconds, and no zone.',
    behaviour: () => ({
      messageCreatedAt: (_tenant, { createdAt }) => `${createdAt.toISOString().slice(0, -1)}125`,
    }),
  },
  {
    id: 'webhooks/created-at-in-the-basic-form',
    freedoms: ['FRE-198'],
    summary: 'createdAt is in the basic form of the standard, to the minute.',
    behaviour: () => ({
      messageCreatedAt: (_tenant, { createdAt }) => `${createdAt.toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}Z`,
    }),
  },
  {
    id: 'webhooks/updates-in-another-order-and-repeated',
    freedoms: ['FRE-199'],
    summary: 'updates names the properties in reverse order, and the first one twice.',
    behaviour: () => ({
      messageUpdates: (_tenant, { updates }) => updates && [...updates.toReversed(), ...updates.slice(0, 1)],
    }),
  },
  {
    id: 'webhooks/updates-name-what-was-changed-along',
    freedoms: ['FRE-199'],
    warnings: ['WHK-61'],
    summary: 'updates also names the modification time, which was updated together with the changed properties.',
    behaviour: () => ({ messageUpdates: (_tenant, { updates }) => updates?.concat('modifiedAt') }),
  },
  {
    id: 'webhooks/mappings-tell-of-no-schema',
    freedoms: ['FRE-202'],
    warnings: ['WHK-60'],
    summary: 'schema is null in the message of a completed mapping, regardless of the schema of the group.',
    behaviour: (normal) => ({
      messageSchema: (tenant, event, app) =>
        event.type === 'v2.workflowTaskGroup.mappingCompleted' ? null : normal.messageSchema(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/a-message-for-each-update',
    freedoms: ['FRE-201'],
    summary: 'Each updated property has a separate message.',
    behaviour: (normal) => ({
      eventsOf: (tenant, cause) =>
        (cause.updates ?? [undefined]).flatMap((name) =>
          normal.eventsOf(tenant, name === undefined ? cause : { ...cause, updates: [name] }),
        ),
    }),
  },
  {
    id: 'webhooks/saving-the-same-values-again-is-an-update',
    freedoms: ['FRE-200'],
    summary: 'The updated fields are saved again with the same values, which causes another event.',
    behaviour: (normal) => ({
      trigger: (tenant, trigger) => {
        const cause = normal.trigger(tenant, trigger);
        if (cause.updates !== undefined) tenant.behaviour.emit(tenant, cause);
        return cause;
      },
    }),
  },
  {
    id: 'webhooks/version-numbers-that-are-no-numbers',
    freedoms: ['FRE-203'],
    summary: 'The version number of a definition is any text.',
    behaviour: () => ({ makeVersionNumber: () => '2026 spring (β)' }),
  },
  {
    id: 'webhooks/base-url-with-a-slash',
    freedoms: ['FRE-204'],
    summary: 'baseURL ends in a slash.',
    behaviour: () => ({ envelopeBaseUrl: (tenant) => `${tenant.baseUrl()}/` }),
  },
];

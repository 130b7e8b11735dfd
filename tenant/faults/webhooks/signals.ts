import type { Fault } from '../fault.ts';

/** Wrong decisions about the messages of canvases and installations. */
export const signalFaults: readonly Fault[] = [
  {
    id: 'webhooks/feature-id-spelled-otherwise',
    breaks: ['WHK-49'],
    also: ['WHK-55'],
    summary: 'The canvas message has featureID in place of featureId.',
    behaviour: (normal) => ({
      shapeCanvasMessage: (tenant, event, app) => {
        const { featureId: featureID, ...rest } = normal.shapeCanvasMessage(tenant, event, app);
        return { ...rest, featureID };
      },
    }),
  },
  {
    id: 'webhooks/canvas-as-an-object',
    breaks: ['WHK-50'],
    also: ['WHK-55'],
    summary: 'resourceId of the canvas message is an object with an id.',
    behaviour: (normal) => ({
      messageResourceId: (tenant, event, app) => {
        const id = normal.messageResourceId(tenant, event, app);
        return event.type === 'v2.canvas.initialized' ? { id } : id;
      },
    }),
  },
  {
    id: 'webhooks/canvas-message-without-its-user',
    breaks: ['WHK-51'],
    also: ['WHK-55'],
    summary: 'The canvas message does not say who initialized it.',
    behaviour: () => ({ messageUserId: () => undefined }),
  },
  {
    id: 'webhooks/canvas-user-is-null-for-the-administrator',
    breaks: ['WHK-51'],
    also: ['WHK-52', 'WHK-55'],
    summary: 'userId is null where the administrator initialized the canvas.',
    behaviour: (normal) => ({
      messageUserId: (tenant, event, app) =>
        event.userId === tenant.administrator().id ? null : normal.messageUserId(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/canvas-user-is-an-email-address',
    breaks: ['WHK-52'],
    summary: 'userId is the e-mail address of the user.',
    behaviour: () => ({
      messageUserId: (tenant, { userId = '' }) => tenant.state.users.get(userId)?.email ?? userId,
    }),
  },
  {
    id: 'webhooks/canvas-user-is-the-first-one',
    breaks: ['WHK-52'],
    summary: "userId is the user who initialized the app's first canvas.",
    behaviour: (normal) => {
      const first = new Map<string, unknown>();
      return {
        messageUserId: (tenant, event, app) => {
          if (!first.has(app.id)) first.set(app.id, normal.messageUserId(tenant, event, app));
          return first.get(app.id);
        },
      };
    },
  },
  {
    id: 'webhooks/feature-id-is-that-of-the-app',
    breaks: ['WHK-53'],
    summary: 'featureId is the id of the app definition.',
    behaviour: () => ({ messageFeatureId: (_tenant, _event, app) => app.definitionId }),
  },
  {
    id: 'webhooks/canvas-is-the-project',
    breaks: ['WHK-53'],
    summary: 'resourceId of the canvas message is the project of the canvas.',
    behaviour: (normal) => ({
      messageResourceId: (tenant, event, app) =>
        event.type === 'v2.canvas.initialized' ? event.projectId : normal.messageResourceId(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/installed-message-names-the-app',
    breaks: ['WHK-54'],
    also: ['WHK-55'],
    summary: 'The message of an installation has the id of the app.',
    behaviour: (normal) => ({
      shapeInstalledMessage: (tenant, event, app) => ({
        ...normal.shapeInstalledMessage(tenant, event, app),
        appId: app.id,
      }),
    }),
  },
  {
    id: 'webhooks/installed-message-is-dated',
    breaks: ['WHK-54'],
    also: ['WHK-55'],
    summary: 'The message of an installation has an id and a time like the others.',
    behaviour: (normal) => ({
      shapeInstalledMessage: (tenant, event, app) => ({
        ...normal.shapeInstalledMessage(tenant, event, app),
        id: event.id,
        createdAt: event.createdAt,
      }),
    }),
  },
  {
    id: 'webhooks/installed-message-tells-of-a-reinstallation',
    breaks: ['WHK-54'],
    also: ['WHK-55'],
    summary: 'From the second time on the message of an installation says which it is.',
    behaviour: (normal) => {
      const counts = new Map<string, number>();
      return {
        shapeInstalledMessage: (tenant, event, app) => {
          const count = (counts.get(app.id) ?? 0) + 1;
          counts.set(app.id, count);
          const plain = normal.shapeInstalledMessage(tenant, event, app);
          return count === 1 ? plain : { ...plain, installation: count };
        },
      };
    },
  },
];

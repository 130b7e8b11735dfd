import type { LabEvent } from '../../state/events.ts';
import type { Fault } from '../fault.ts';
import { CANVAS, INSTALLED } from './event-types.ts';

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
  {
    id: 'webhooks/canvas-user-is-who-authorized-the-app',
    breaks: ['WHK-52'],
    summary: 'userId of a canvas is the user who authorized the app last, where there is one.',
    behaviour: (normal) => ({
      messageUserId: (tenant, event, app) =>
        tenant.state.delegations.findLast(({ appId }) => appId === app.id)?.userId ??
        normal.messageUserId(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/canvases-of-one-moment-name-the-last-user',
    breaks: ['WHK-52'],
    summary: 'Of canvases that users initialize within five milliseconds for one app, all name the last one’s user.',
    behaviour: (normal) => {
      const latest = new Map<string, string | undefined>();
      return {
        deliveryDelay: () => 5,
        sendEvent: (tenant, event, app) => {
          if (event.type === CANVAS) latest.set(app.id, event.userId);
          normal.sendEvent(tenant, event, app);
        },
        deliveryBody: (tenant, delivery) => {
          const { app, event } = delivery;
          const userId = latest.get(app.id);
          if (event.type !== CANVAS || userId === undefined) return normal.deliveryBody(tenant, delivery);
          return JSON.stringify(tenant.behaviour.shapeEnvelope(tenant, { ...event, userId }, app));
        },
      };
    },
  },
  {
    id: 'webhooks/canvases-name-the-user-of-another-apps-canvas',
    breaks: ['WHK-52'],
    summary: 'userId of a canvas is the user who initialized the canvas before, if another app was told of that one.',
    behaviour: (normal) => {
      let before: { app: string; userId: string | undefined } | undefined;
      return {
        messageUserId: (tenant, event, app) => {
          const known = before;
          before = { app: app.id, userId: event.userId };
          return known !== undefined && known.app !== app.id ? known.userId : normal.messageUserId(tenant, event, app);
        },
      };
    },
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
    id: 'webhooks/feature-id-is-one-canvas-behind',
    breaks: ['WHK-53'],
    also: ['WHK-55'],
    summary: 'featureId is that of the canvas before, if the same user initialized it for the same app.',
    behaviour: (normal) => {
      const before = new Map<string, LabEvent>();
      return {
        messageFeatureId: (tenant, event, app) => {
          if (event.type !== CANVAS) return normal.messageFeatureId(tenant, event, app);
          const key = `${app.id} ${event.userId ?? ''}`;
          const last = before.get(key);
          before.set(key, event);
          return last?.featureId ?? event.featureId;
        },
      };
    },
  },
  {
    id: 'webhooks/feature-id-is-null-from-the-second-canvas-on',
    breaks: ['WHK-49'],
    also: ['WHK-53', 'WHK-20', 'WHK-58'],
    summary: 'From the second canvas of an app on featureId is null.',
    behaviour: (normal) => {
      const counts = new Map<string, number>();
      return {
        messageFeatureId: (tenant, event, app) => {
          const count = (counts.get(app.id) ?? 0) + 1;
          counts.set(app.id, count);
          return count > 1 ? null : normal.messageFeatureId(tenant, event, app);
        },
      };
    },
  },
  {
    id: 'webhooks/installed-message-lists-redirect-uris',
    breaks: ['WHK-54'],
    summary: 'The message of an installation lists the redirect URIs of an app that has any.',
    behaviour: (normal) => ({
      shapeInstalledMessage: (tenant, event, app) => ({
        ...normal.shapeInstalledMessage(tenant, event, app),
        ...(app.redirectUris.length === 0 ? {} : { redirectUris: app.redirectUris }),
      }),
    }),
  },
  {
    id: 'webhooks/installed-message-lists-subscriptions',
    breaks: ['WHK-54'],
    summary: 'The message of an installation lists the subscriptions of the app, where it has any.',
    behaviour: (normal) => ({
      shapeInstalledMessage: (tenant, event, app) => ({
        ...normal.shapeInstalledMessage(tenant, event, app),
        ...((app.webhook?.eventTypes.length ?? 0) > 0 ? { subscriptions: app.webhook?.eventTypes } : {}),
      }),
    }),
  },
  {
    id: 'webhooks/installed-message-has-a-type-after-a-rotation',
    breaks: ['WHK-54'],
    summary: 'The message of an installation has a type if the app was installed again after a rotation of its secret.',
    behaviour: (normal) => ({
      shapeInstalledMessage: (tenant, event, app) => ({
        ...normal.shapeInstalledMessage(tenant, event, app),
        ...(app.formerSecrets.length > 0 ? { type: INSTALLED } : {}),
      }),
    }),
  },
];

import type { Delivery, LabEvent } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { CANVAS, ENTRY, INSTALLED, MAPPING, OUTPUT } from './event-types.ts';
import { wasUnarchived } from './past-of-apps.ts';

/** Some events are not told of. */
const silent =
  (isSilent: (app: App, event: LabEvent) => boolean): Fault['behaviour'] =>
  (normal) => ({
    sendEvent: (tenant, event, app) => {
      if (!isSilent(app, event)) normal.sendEvent(tenant, event, app);
    },
  });

/** Events that subscribers are not told of, for who they are, who caused them or what came just before. */
export const untoldEventFaults: readonly Fault[] = [
  {
    id: 'webhooks/outputs-are-not-told-of-after-a-rotation',
    breaks: ['WHK-16'],
    summary: 'An app whose secret was rotated is not told of updates of outputs.',
    behaviour: silent((app, { type }) => type === 'v2.workflowOutput.updated.fields' && app.formerSecrets.length > 0),
  },
  {
    id: 'webhooks/updates-of-one-moment-are-one',
    breaks: ['WHK-16'],
    summary: 'Of updates of outputs within ten milliseconds the first is told of.',
    behaviour: (normal) => {
      let last = Number.NEGATIVE_INFINITY;
      return {
        emit: (tenant, cause) => {
          if (cause.type === OUTPUT) {
            const now = tenant.elapsed();
            if (now - last < 10) return;
            last = now;
          }
          normal.emit(tenant, cause);
        },
      };
    },
  },
  {
    id: 'webhooks/tasks-are-not-told-of-where-users-authorized-the-app',
    breaks: ['WHK-17'],
    summary: 'An app that a user has authorized is not told of updates of tasks.',
    behaviour: (normal) => ({
      sendEvent: (tenant, event, app) => {
        const acts = tenant.state.delegations.some(({ appId }) => appId === app.id);
        if (!(acts && event.type === 'v2.workflowTask.updated.fields')) normal.sendEvent(tenant, event, app);
      },
    }),
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
    id: 'webhooks/entries-of-the-api-are-not-told-of',
    breaks: ['WHK-19'],
    summary: 'An entry that is created by a call of the API causes no event.',
    behaviour: (normal) => {
      let writing = false;
      return {
        attributedTo: (call, actor) => {
          writing = true;
          return normal.attributedTo(call, actor);
        },
        recordWasAdded: (tenant, record) => {
          if (!writing) normal.recordWasAdded(tenant, record);
          writing = false;
        },
      };
    },
  },
  {
    id: 'webhooks/entries-of-keys-are-not-told-of',
    breaks: ['WHK-19'],
    summary: 'An entry that is created with an API key causes no event.',
    behaviour: (normal) => {
      let isKey = false;
      return {
        answerCreation: (call, actor) => {
          isKey = actor.credential.kind === 'apiKey';
          try {
            return normal.answerCreation(call, actor);
          } finally {
            isKey = false;
          }
        },
        recordWasAdded: (tenant, record) => {
          if (!isKey) normal.recordWasAdded(tenant, record);
        },
      };
    },
  },
  {
    id: 'webhooks/entries-of-delegates-are-not-told-of',
    breaks: ['WHK-19'],
    summary: 'An entry that an app creates for a user causes no event.',
    behaviour: (normal) => {
      let isDelegate = false;
      return {
        answerCreation: (call, actor) => {
          const { credential } = actor;
          isDelegate = credential.kind === 'accessToken' && credential.token.delegation !== undefined;
          try {
            return normal.answerCreation(call, actor);
          } finally {
            isDelegate = false;
          }
        },
        recordWasAdded: (tenant, record) => {
          if (!isDelegate) normal.recordWasAdded(tenant, record);
        },
      };
    },
  },
  {
    id: 'webhooks/apps-are-not-told-of-their-own-entries',
    breaks: ['WHK-19'],
    summary: 'An app is not told of an entry that it created itself through the API.',
    behaviour: (normal) => ({
      recordWasAdded: (tenant, record) => {
        const { id, kind, schemaId = null, projectId, createdBy } = record;
        if (kind !== 'entry' || createdBy.kind !== 'app') return normal.recordWasAdded(tenant, record);
        const cause = { type: ENTRY, resourceId: id, schemaId, projectId };
        for (const event of tenant.behaviour.eventsOf(tenant, cause)) {
          for (const app of tenant.behaviour.recipients(tenant, cause)) {
            if (app.id !== createdBy.id) tenant.behaviour.sendEvent(tenant, event, app);
          }
        }
      },
    }),
  },
  {
    id: 'webhooks/of-entries-of-one-moment-the-first-is-told',
    breaks: ['WHK-19'],
    summary: 'Where several entries are created at once the first one alone is told of.',
    behaviour: (normal) => {
      let last = Number.NEGATIVE_INFINITY;
      return {
        recordWasAdded: (tenant, record) => {
          const now = tenant.elapsed();
          const again = record.kind === 'entry' && now - last < 10;
          if (record.kind === 'entry') last = now;
          if (!again) normal.recordWasAdded(tenant, record);
        },
      };
    },
  },
  {
    id: 'webhooks/of-many-entries-ten-are-told-of',
    breaks: ['WHK-19'],
    summary: 'Of entries that are created within a hundred milliseconds ten are told of.',
    behaviour: (normal) => {
      const told: number[] = [];
      return {
        recordWasAdded: (tenant, record) => {
          const now = tenant.clock.now().getTime();
          if (record.kind === 'entry') {
            if (told.filter((time) => now - time < 100).length >= 10) return;
            told.push(now);
          }
          normal.recordWasAdded(tenant, record);
        },
      };
    },
  },
  {
    id: 'webhooks/two-subscribers-at-most-are-told',
    breaks: ['WHK-29'],
    also: ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19'],
    summary: 'Of several apps that subscribed to an event two are told of it.',
    behaviour: (normal) => ({ recipients: (tenant, event) => normal.recipients(tenant, event).slice(0, 2) }),
  },
  {
    id: 'webhooks/the-two-newest-subscribers-are-told',
    breaks: ['WHK-29'],
    also: ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19'],
    summary: 'Of all apps that are to hear of an event, only the two newest do.',
    behaviour: (normal) => ({
      recipients: (tenant, event) => normal.recipients(tenant, event).slice(-2),
    }),
  },
  {
    id: 'webhooks/five-subscribers-at-most-are-told',
    breaks: ['WHK-29'],
    summary: 'Of more than five apps that subscribed to an event five are told of it.',
    behaviour: (normal) => ({
      recipients: (tenant, event) => normal.recipients(tenant, event).slice(0, 5),
    }),
  },
  {
    id: 'webhooks/an-archived-subscriber-stops-the-others',
    breaks: ['WHK-29'],
    summary: 'Apps are told of an event one after the other, and after one that is archived none is.',
    behaviour: () => ({
      recipients: (tenant, event) => {
        const told: App[] = [];
        for (const app of tenant.state.apps.values()) {
          if (app.archived && tenant.behaviour.isSubscribed(tenant, app, event.type)) break;
          if (tenant.behaviour.receives(tenant, app, event)) told.push(app);
        }
        return told;
      },
    }),
  },
  {
    id: 'webhooks/a-dead-address-stops-the-others',
    breaks: ['WHK-29'],
    summary: 'Apps are told of an event one after the other, and after one that cannot be reached none is.',
    behaviour: (normal) => {
      const reached = new WeakSet<Delivery>();
      const before = new WeakMap<LabEvent, Promise<boolean>>();
      return {
        deliver: async (tenant, delivery, signal) => {
          const status = await normal.deliver(tenant, delivery, signal);
          reached.add(delivery);
          return status;
        },
        deliverPersistently: async (tenant, delivery, signal) => {
          const { promise, resolve } = Promise.withResolvers<boolean>();
          const earlier = before.get(delivery.event);
          before.set(delivery.event, promise);
          try {
            if ((await earlier) !== false) await normal.deliverPersistently(tenant, delivery, signal);
          } finally {
            resolve(reached.has(delivery));
          }
        },
      };
    },
  },
  {
    id: 'webhooks/canvases-are-not-told-of-after-a-reinstallation',
    breaks: ['WHK-20'],
    summary: 'An app that was reinstalled is not told of canvases.',
    behaviour: silent((app, { type }) => type === 'v2.canvas.initialized' && app.installation > 1),
  },
  {
    id: 'webhooks/canvases-are-not-told-after-an-unarchiving',
    breaks: ['WHK-20'],
    also: ['WHK-58'],
    summary: 'An app that was archived and unarchived is told of no canvas.',
    behaviour: (normal) => ({
      isAddressedTo: (tenant, app, event) =>
        !(wasUnarchived(app) && event.type !== INSTALLED) && normal.isAddressedTo(tenant, app, event),
    }),
  },
  {
    id: 'webhooks/canvases-of-users-who-consented-are-not-told-of',
    breaks: ['WHK-20'],
    summary: 'An app for which a user has consented that it acts is not told of the canvases of that user.',
    behaviour: (normal) => ({
      isAddressedTo: (tenant, app, event) =>
        normal.isAddressedTo(tenant, app, event) &&
        !(
          event.type === CANVAS &&
          tenant.state.consents.some(({ appId, userId }) => appId === app.id && userId === event.userId)
        ),
    }),
  },
  {
    id: 'webhooks/two-canvases-an-app-are-told-of',
    breaks: ['WHK-20'],
    also: ['WHK-55', 'WHK-56', 'WHK-58'],
    summary: 'An app is told of the first two canvases that are initialized, and of none after them.',
    behaviour: (normal) => {
      const told = new Map<string, number>();
      return {
        sendEvent: (tenant, event, app) => {
          if (event.type === 'v2.canvas.initialized') {
            const count = 1 + (told.get(app.id) ?? 0);
            told.set(app.id, count);
            if (count > 2) return;
          }
          normal.sendEvent(tenant, event, app);
        },
      };
    },
  },
  {
    id: 'webhooks/installations-of-rotated-apps-are-not-told-of',
    breaks: ['WHK-24'],
    also: ['WHK-21'],
    summary: 'An app whose secret was rotated is not told that it was installed.',
    behaviour: silent((app, { type }) => type === 'v2.app.installed' && app.formerSecrets.length > 0),
  },
  {
    id: 'webhooks/installations-of-one-second-are-one',
    breaks: ['WHK-21'],
    also: ['WHK-24', 'WHK-55', 'WHK-29'],
    summary: 'Of several apps that are installed within a second the first is told of it.',
    behaviour: (normal) => {
      let last: { readonly app: App; readonly at: number } | undefined;
      return {
        appWasInstalled: (tenant, app) => {
          const at = tenant.elapsed();
          const isLate = last !== undefined && last.app !== app && at - last.at < 1000;
          last = { app, at };
          if (!isLate) normal.appWasInstalled(tenant, app);
        },
      };
    },
  },
  {
    id: 'webhooks/installations-are-not-told-to-subscribers',
    breaks: ['WHK-21'],
    also: ['WHK-24'],
    summary: 'An app that subscribed to something is not told of its installation.',
    behaviour: (normal) => ({
      receives: (tenant, app, event) =>
        !(event.type === INSTALLED && (app.webhook?.eventTypes.length ?? 0) > 0) && normal.receives(tenant, app, event),
    }),
  },
];

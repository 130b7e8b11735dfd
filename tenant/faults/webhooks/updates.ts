import type { LabEvent } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { messageOf } from './envelope-for.ts';
import { ENTRY, MAPPING, OUTPUT, TASK } from './event-types.ts';

/** The properties that updates names, and messages that have updates where they should not. */
export const updateFaults: readonly Fault[] = [
  {
    id: 'webhooks/three-updates-are-an-object',
    breaks: ['WHK-44'],
    also: ['WHK-45', 'WHK-55', 'WHK-46'],
    summary: 'Where three properties or more were updated, updates is an object with the numbers from 0 as names.',
    behaviour: (normal) => ({
      messageUpdates: (tenant, event, app) =>
        event.updates !== undefined && event.updates.length > 2
          ? Object.fromEntries(event.updates.entries())
          : normal.messageUpdates(tenant, event, app),
    }),
  },
  {
    id: 'webhooks/updates-names-two-at-most',
    breaks: ['WHK-45'],
    summary: 'updates names the first two of the properties that were updated.',
    behaviour: (normal) => ({ messageUpdates: (_tenant, event) => normal && event.updates?.slice(0, 2) }),
  },
  {
    id: 'webhooks/updates-in-lower-case-for-tasks',
    breaks: ['WHK-45'],
    also: ['WHK-61'],
    summary: 'updates of a task names properties in lower case.',
    behaviour: (normal) => ({
      messageUpdates: (_tenant, event) =>
        normal && event.type === TASK ? event.updates?.map((name) => name.toLowerCase()) : event.updates,
    }),
  },
  {
    id: 'webhooks/updates-pile-up',
    breaks: ['WHK-61'],
    summary: 'updates names the properties of the updates before as well.',
    behaviour: (normal) => {
      const known = new Map<string, Set<string>>();
      return {
        messageUpdates: (tenant, event, app) => {
          const names = known.get(app.id) ?? new Set<string>();
          for (const name of event.updates ?? []) names.add(name);
          known.set(app.id, names);
          return event.updates === undefined ? normal.messageUpdates(tenant, event, app) : [...names];
        },
      };
    },
  },
  {
    id: 'webhooks/updates-already-told-are-left-out',
    breaks: ['WHK-45'],
    also: ['WHK-46'],
    summary: 'updates leaves out the properties that the message before named, unless it named all of them.',
    behaviour: (normal) => {
      const told = new Map<string, readonly string[]>();
      return {
        messageUpdates: (tenant, event, app) => {
          const before = told.get(app.id) ?? [];
          if (event.updates === undefined) return normal.messageUpdates(tenant, event, app);
          told.set(app.id, event.updates);
          const fresh = event.updates.filter((name) => !before.includes(name));
          return fresh.length > 0 ? fresh : event.updates;
        },
      };
    },
  },
  {
    id: 'webhooks/updates-of-the-same-properties-are-empty',
    breaks: ['WHK-46'],
    also: ['WHK-45', 'WHK-55'],
    summary: 'updates of an output is empty where it would name just what the message before named.',
    behaviour: (normal) => {
      const told = new Map<string, string>();
      const shaped = new WeakMap<LabEvent, boolean>();
      return {
        messageUpdates: (tenant, event, app) => {
          if (event.type !== OUTPUT) return normal.messageUpdates(tenant, event, app);
          const names = JSON.stringify(event.updates?.toSorted());
          const same = shaped.get(event) ?? told.get(app.id) === names;
          shaped.set(event, same);
          told.set(app.id, names);
          return same ? [] : event.updates;
        },
      };
    },
  },
  {
    id: 'webhooks/updates-are-used-up-by-the-first-subscriber',
    breaks: ['WHK-46'],
    also: ['WHK-45', 'WHK-55', 'WHK-29'],
    summary: 'updates of an output is read from a list that the message to the first subscriber has used up.',
    behaviour: (normal) => {
      const used = new WeakMap<LabEvent, App>();
      return {
        messageUpdates: (tenant, event, app) => {
          if (event.type !== OUTPUT) return normal.messageUpdates(tenant, event, app);
          const first = used.get(event) ?? app;
          used.set(event, first);
          return first === app ? event.updates : [];
        },
      };
    },
  },
  {
    id: 'webhooks/mappings-after-an-update-have-its-updates',
    breaks: ['WHK-47'],
    also: ['WHK-55'],
    summary: 'The message of a completed mapping carries the updates of the task that the app was told of before.',
    behaviour: (normal) => {
      const left = new Map<string, readonly string[]>();
      return {
        messageUpdates: (tenant, event, app) => {
          if (event.type === TASK && event.updates !== undefined) left.set(app.id, event.updates);
          return event.type === MAPPING ? left.get(app.id) : normal.messageUpdates(tenant, event, app);
        },
      };
    },
  },
  {
    id: 'webhooks/mappings-with-a-schema-have-updates',
    breaks: ['WHK-47'],
    summary: 'The message of a completed mapping has updates where the group has a schema.',
    behaviour: messageOf(MAPPING, (message, event) =>
      typeof event.schemaId === 'string' ? { ...message, updates: ['mapping'] } : message,
    ),
  },
  {
    id: 'webhooks/entries-with-a-schema-have-updates',
    breaks: ['WHK-48'],
    also: ['WHK-55'],
    summary: 'The message of an entry that has a schema carries empty updates.',
    behaviour: (normal) => ({
      messageUpdates: (tenant, event, app) =>
        event.type === ENTRY && event.schemaId !== null && event.schemaId !== undefined
          ? []
          : normal.messageUpdates(tenant, event, app),
    }),
  },
];

import { DAY } from '../durations.ts';
import type { Fault } from '../fault.ts';
import { messageOf } from './envelope-for.ts';
import { ENTRY, INSTALLED, MAPPING, TASK } from './event-types.ts';

/** The year to which the week of a day belongs, which is what YYYY stands for in some patterns. */
function yearOfWeek(time: Date): number {
  const thursday = new Date(time.getTime() + (4 - (time.getUTCDay() || 7)) * DAY);
  return thursday.getUTCFullYear();
}

/** createdAt, deprecated and id of messages. */
export const dateAndIdFaults: readonly Fault[] = [
  {
    id: 'webhooks/created-at-has-the-year-of-its-week',
    breaks: ['WHK-31'],
    summary: 'createdAt has the year to which the week belongs, so some days around New Year are a year off.',
    behaviour: (normal) => ({
      messageCreatedAt: (tenant, event, app) => {
        const text = normal.messageCreatedAt(tenant, event, app);
        return typeof text === 'string' ? `${yearOfWeek(event.createdAt)}${text.slice(4)}` : text;
      },
    }),
  },
  {
    id: 'webhooks/days-of-one-digit-are-not-padded',
    breaks: ['WHK-30'],
    summary: 'In the first nine days of a month createdAt has one digit for the day.',
    behaviour: (normal) => ({
      messageCreatedAt: (tenant, event, app) => {
        const text = normal.messageCreatedAt(tenant, event, app);
        return typeof text === 'string' ? text.replace(/-0(\d)T/, '-$1T') : text;
      },
    }),
  },
  {
    id: 'webhooks/the-hour-of-midnight-is-24',
    breaks: ['WHK-30'],
    summary: 'In the first hour of a day createdAt has the hour 24.',
    behaviour: (normal) => ({
      messageCreatedAt: (tenant, event, app) => {
        const text = normal.messageCreatedAt(tenant, event, app);
        return typeof text === 'string' ? text.replace('T00:', 'T24:') : text;
      },
    }),
  },
  {
    id: 'webhooks/created-at-as-in-mail-for-tasks',
    breaks: ['WHK-30'],
    also: ['WHK-31'],
    summary: 'createdAt of an updated task is written as dates are in mail.',
    behaviour: messageOf(TASK, (message, event) => ({ ...message, createdAt: event.createdAt.toUTCString() })),
  },
  {
    id: 'webhooks/created-at-is-that-of-the-minute',
    breaks: ['WHK-31'],
    also: ['WHK-55'],
    summary: 'createdAt is the time of the first event that the tenant took note of within the last minute.',
    behaviour: (normal) => {
      let first: Date | undefined;
      return {
        eventTime: (tenant, cause) => {
          const now = normal.eventTime(tenant, cause);
          if (first === undefined || now.getTime() - first.getTime() >= 60_000) first = now;
          return first;
        },
      };
    },
  },
  {
    id: 'webhooks/created-at-is-a-minute-off-for-entries',
    breaks: ['WHK-31'],
    summary: 'createdAt of a created entry is a minute early.',
    behaviour: messageOf(ENTRY, (message, event) => ({
      ...message,
      createdAt: new Date(event.createdAt.getTime() - 60_000).toISOString(),
    })),
  },
  {
    id: 'webhooks/created-at-has-the-day-of-the-first-event',
    breaks: ['WHK-31'],
    summary: 'createdAt has the time of day of the event and the day on which the tenant sent its first one.',
    behaviour: (normal) => {
      let day: string | undefined;
      return {
        messageCreatedAt: (_tenant, event) => {
          const text = event.createdAt.toISOString();
          day ??= text.slice(0, 10);
          return normal && `${day}${text.slice(10)}`;
        },
      };
    },
  },
  {
    id: 'webhooks/deprecated-is-a-number-for-installations',
    breaks: ['WHK-32'],
    summary: 'deprecated of an installation is 0.',
    behaviour: messageOf(INSTALLED, () => ({ deprecated: 0 })),
  },
  {
    id: 'webhooks/id-is-null-for-mappings',
    breaks: ['WHK-33'],
    also: ['WHK-34'],
    summary: 'The message of a completed mapping has the id null.',
    behaviour: messageOf(MAPPING, (message) => ({ ...message, id: null })),
  },
  {
    id: 'webhooks/entries-of-one-step-have-one-id',
    breaks: ['WHK-34'],
    summary: 'The events of entries that are created together have one id.',
    behaviour: (normal) => {
      let shared: string | undefined;
      return {
        makeEventId: (tenant, cause) => {
          if (cause.type !== ENTRY) return normal.makeEventId(tenant, cause);
          if (shared === undefined) queueMicrotask(() => (shared = undefined));
          return (shared ??= normal.makeEventId(tenant, cause));
        },
      };
    },
  },
  {
    id: 'webhooks/ids-begin-anew-with-a-new-address',
    breaks: ['WHK-34'],
    summary: 'The events of an app are numbered from one after each change of its webhook.',
    behaviour: (normal) => {
      const counts = new Map<string, number>();
      return {
        setWebhook: (tenant, app, webhook) => {
          counts.delete(app.id);
          normal.setWebhook(tenant, app, webhook);
        },
        messageId: (_tenant, event, app) => {
          const count = (counts.get(app.id) ?? 0) + 1;
          counts.set(app.id, count);
          return event.addressee === undefined ? `${app.id}-${count}` : event.id;
        },
      };
    },
  },
  {
    id: 'webhooks/ids-begin-anew-with-a-reinstallation',
    breaks: ['WHK-34'],
    summary: 'The events of an app are numbered from one after each installation.',
    behaviour: (normal) => {
      const counts = new Map<string, number>();
      return {
        appWasInstalled: (tenant, app) => {
          counts.delete(app.id);
          normal.appWasInstalled(tenant, app);
        },
        messageId: (_tenant, event, app) => {
          const count = (counts.get(app.id) ?? 0) + 1;
          counts.set(app.id, count);
          return event.addressee === undefined ? `${app.id}-${count}` : event.id;
        },
      };
    },
  },
];

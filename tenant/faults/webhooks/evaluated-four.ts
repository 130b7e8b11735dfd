import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const DAY = 86_400_000;

/** The year to which the week of a day belongs, which is what YYYY stands for in some patterns. */
function yearOfWeek(time: Date): number {
  const thursday = new Date(time.getTime() + (4 - (time.getUTCDay() || 7)) * DAY);
  return thursday.getUTCFullYear();
}

/** Mistakes about other apps and creators, and about days of the calendar. */
export const evaluatedFaultsFour: readonly Fault[] = [
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
    id: 'webhooks/a-third-list-is-not-kept',
    breaks: ['WHK-26'],
    also: ['WHK-25', 'WHK-55', 'WHK-16', 'WHK-17', 'WHK-18', 'WHK-19'],
    summary: 'The subscriptions of an app can be changed once; a third list leaves the second one as it is.',
    behaviour: (normal) => {
      const times = new Map<string, number>();
      return {
        setWebhook: (tenant, app, webhook) => {
          const before = times.get(app.id) ?? 0;
          times.set(app.id, before + 1);
          const kept = before >= 2 ? app.webhook?.eventTypes : undefined;
          normal.setWebhook(tenant, app, kept === undefined ? webhook : { ...webhook, eventTypes: kept });
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
    id: 'webhooks/an-address-is-removed-for-all-apps',
    breaks: ['WHK-16'],
    also: ['WHK-17', 'WHK-18', 'WHK-19', 'WHK-20', 'WHK-29'],
    summary: 'Who removes an address removes it from the other apps that have the same one.',
    behaviour: (normal) => ({
      setWebhook: (tenant, app, webhook) => {
        const gone = webhook.url === undefined ? app.webhook?.url : undefined;
        for (const other of gone === undefined ? [] : tenant.state.apps.values()) {
          if (other !== app && other.webhook?.url === gone) other.webhook = webhook;
        }
        normal.setWebhook(tenant, app, webhook);
      },
    }),
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
    id: 'webhooks/five-subscribers-at-most-are-told',
    breaks: ['WHK-29'],
    summary: 'Of more than five apps that subscribed to an event five are told of it.',
    behaviour: (normal) => ({
      recipients: (tenant, event) => normal.recipients(tenant, event).slice(0, 5),
    }),
  },
];

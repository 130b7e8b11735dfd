import type { Delivery, LabEvent, Webhook } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import type { Members } from './envelope-for.ts';

/** What is sent when a delivery is tried again. */
const whenTriedAgain =
  (change: (envelope: Members, now: Date) => Members): Fault['behaviour'] =>
  (normal) => {
    const tried = new WeakSet<Delivery>();
    return {
      deliveryBody: (tenant, delivery) => {
        const again = tried.has(delivery);
        tried.add(delivery);
        return again
          ? JSON.stringify(change(delivery.envelope as Members, tenant.clock.now()))
          : normal.deliveryBody(tenant, delivery);
      },
    };
  };

const messageOf = (envelope: Members): Members => envelope['message'] as Members;

/** An address that is set is the one before where the two are alike. */
const takenForTheOldOne =
  (isSame: (one: URL, other: URL) => boolean): Fault['behaviour'] =>
  (normal) => ({
    setWebhook: (tenant, app, webhook) => {
      const old = app.webhook?.url;
      const same =
        old !== undefined && webhook.url !== undefined && isSame(new URL(old), new URL(webhook.url))
          ? old
          : webhook.url;
      const kept: Webhook = { ...webhook, url: same };
      normal.setWebhook(tenant, app, kept);
    },
  });

/** Some events are not told of. */
const silent =
  (isSilent: (app: App, event: LabEvent) => boolean): Fault['behaviour'] =>
  (normal) => ({
    sendEvent: (tenant, event, app) => {
      if (!isSilent(app, event)) normal.sendEvent(tenant, event, app);
    },
  });

/** Mistakes about what is sent again, about addresses that resemble one another, and about what came before. */
export const evaluatedFaultsEight: readonly Fault[] = [
  {
    id: 'webhooks/repeated-deliveries-are-dated-anew',
    breaks: ['WHK-31'],
    summary: 'A delivery that is tried again says that the event was created just now.',
    behaviour: whenTriedAgain((envelope, now) =>
      'createdAt' in messageOf(envelope)
        ? { ...envelope, message: { ...messageOf(envelope), createdAt: now.toISOString() } }
        : envelope,
    ),
  },
  {
    id: 'webhooks/repeated-deliveries-name-no-updates',
    breaks: ['WHK-44'],
    also: ['WHK-45', 'WHK-46', 'WHK-55'],
    summary: 'A delivery that is tried again does not name the properties that were updated.',
    behaviour: whenTriedAgain((envelope) => {
      const { updates: _updates, ...message } = messageOf(envelope);
      return { ...envelope, message };
    }),
  },
  {
    id: 'webhooks/repeated-deliveries-are-deprecated',
    breaks: ['WHK-32'],
    also: ['WHK-55'],
    summary: 'A delivery that is tried again counts its tries as its deprecation.',
    behaviour: whenTriedAgain((envelope) => ({ ...envelope, message: { ...messageOf(envelope), deprecated: 1 } })),
  },
  {
    id: 'webhooks/repeated-deliveries-are-put',
    breaks: ['WHK-01'],
    also: ['WHK-55'],
    summary: 'A delivery that is tried again is a PUT.',
    behaviour: (normal) => {
      const tried = new WeakSet<Delivery>();
      return {
        deliveryMethod: (tenant, delivery) => {
          const again = tried.has(delivery);
          tried.add(delivery);
          return again ? 'PUT' : normal.deliveryMethod(tenant, delivery);
        },
      };
    },
  },
  {
    id: 'webhooks/a-new-path-is-no-new-address',
    breaks: ['WHK-27'],
    summary: 'An address of the same host and port is taken for the one before.',
    behaviour: takenForTheOldOne((one, other) => one.origin === other.origin),
  },
  {
    id: 'webhooks/letter-case-makes-no-new-address',
    breaks: ['WHK-27'],
    summary: 'An address that differs from the one before in letter case only is taken for it.',
    behaviour: takenForTheOldOne((one, other) => one.href.toLowerCase() === other.href.toLowerCase()),
  },
  {
    id: 'webhooks/a-slash-makes-no-new-address',
    breaks: ['WHK-27'],
    summary: 'An address that differs from the one before in a slash at the end only is taken for it.',
    behaviour: takenForTheOldOne((one, other) => one.href.replace(/\/$/, '') === other.href.replace(/\/$/, '')),
  },
  {
    id: 'webhooks/canvases-are-not-told-of-after-a-reinstallation',
    breaks: ['WHK-20'],
    summary: 'An app that was reinstalled is not told of canvases.',
    behaviour: silent((app, { type }) => type === 'v2.canvas.initialized' && app.installation > 1),
  },
  {
    id: 'webhooks/outputs-are-not-told-of-after-a-rotation',
    breaks: ['WHK-16'],
    summary: 'An app whose secret was rotated is not told of updates of outputs.',
    behaviour: silent((app, { type }) => type === 'v2.workflowOutput.updated.fields' && app.formerSecrets.length > 0),
  },
  {
    id: 'webhooks/installations-of-rotated-apps-are-not-told-of',
    breaks: ['WHK-24'],
    also: ['WHK-21'],
    summary: 'An app whose secret was rotated is not told that it was installed.',
    behaviour: silent((app, { type }) => type === 'v2.app.installed' && app.formerSecrets.length > 0),
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
];

import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { DeliveryBehaviour } from '../../behaviour/deliveries.ts';
import type { MessageBehaviour } from '../../behaviour/messages.ts';
import type { Delivery, EventCause, LabEvent } from '../../state/events.ts';
import type { App, LabRecord, Webhook } from '../../state/model.ts';
import type { Tenant } from '../../tenant.ts';
import type { Wrong } from './rows.ts';

/** What a decision is about. */
export interface Happening {
  readonly tenant: Tenant;
  readonly event: EventCause;
}
export interface Told extends Happening {
  readonly app: App;
}
export interface Message extends Told {
  readonly event: LabEvent;
}
export interface Delivered extends Message {
  readonly delivery: Delivery;
}
export interface Standing {
  readonly tenant: Tenant;
  readonly app: App;
}
export interface Asking extends Standing {
  /** The requested event types. */
  readonly wanted: readonly string[];
}
export interface Setting extends Standing {
  readonly had: Webhook | undefined;
  readonly wanted: Webhook;
}
export interface Adding {
  readonly tenant: Tenant;
  readonly record: LabRecord;
}

/** The requirements that subscribers get a message about each kind of event. */
export const requirementsOnEachKind = ['WHK-16', 'WHK-17', 'WHK-18', 'WHK-19'];

type Rule = keyof Behaviour;
type Outcome<K extends Rule> = ReturnType<Behaviour[K]>;
type Arguments<K extends Rule> = Parameters<Behaviour[K]>;

/** Changes the right outcome of a rule. */
type Change<Right, About> = (right: Right, about: About) => Right;
/** A change that remembers earlier outcomes of the same tenant. */
interface Memory<Right, About> {
  readonly begin: () => Change<Right, About>;
}
type Changing<Right, About> = Change<Right, About> | Memory<Right, About>;

/** Keeps the first outcome, separately for each value of `whose`. */
export const theFirst = <Right, About>(whose: (about: About) => unknown = () => undefined): Memory<Right, About> => ({
  begin: () => {
    const first = new Map<unknown, Right>();
    return (right, about) => {
      const known = first.get(whose(about)) ?? right;
      first.set(whose(about), known);
      return known;
    };
  },
});

/** Changes the outcome of a rule. */
const altered = <K extends Rule, About>(
  requirement: string,
  rule: K,
  aboutOf: (...args: Arguments<K>) => About,
  changing: Changing<Outcome<K>, About>,
): Wrong<About> => ({
  breaks: [requirement],
  wrong: (when) => (normal) => {
    const change = typeof changing === 'function' ? changing : changing.begin();
    const normally = normal[rule] as (...args: Arguments<K>) => Outcome<K>;
    const wrongly = (...args: Arguments<K>): Outcome<K> => {
      const about = aboutOf(...args);
      return when(about) ? change(normally(...args), about) : normally(...args);
    };
    return { [rule]: wrongly };
  },
});

/** Skips a rule. */
const skipped = <K extends Rule, About>(
  requirement: string,
  rule: K,
  aboutOf: (...args: Arguments<K>) => About,
): Wrong<About> => ({
  breaks: [requirement],
  wrong: (when) => (normal) => {
    const normally = normal[rule] as (...args: Arguments<K>) => unknown;
    return { [rule]: (...args: Arguments<K>) => (when(aboutOf(...args)) ? undefined : normally(...args)) };
  },
});

const happening = (tenant: Tenant, event: EventCause): Happening => ({ tenant, event });
const told = (tenant: Tenant, app: App, event: EventCause): Told => ({ tenant, app, event });
const standing = (tenant: Tenant, app: App): Standing => ({ tenant, app });
const adding = (tenant: Tenant, record: LabRecord): Adding => ({ tenant, record });
const message = (tenant: Tenant, event: LabEvent, app: App): Message => ({ tenant, event, app });

/** Changes a member of the envelope or message, or one of the two as a whole, to a wrong value. */
export const untrue = <K extends keyof MessageBehaviour>(
  requirement: string,
  member: K,
  changing: Changing<Outcome<K>, Message>,
): Wrong<Message> => altered(requirement, member, (...[tenant, event, app]) => message(tenant, event, app), changing);
/** Changes a member to a wrong form, so that the delivery has a wrong form too. */
export const malformed: typeof untrue = (requirement, member, changing) => ({
  ...untrue(requirement, member, changing),
  also: ['WHK-55'],
});
/** Leaves a member out. */
export const missing = (requirement: string, member: keyof MessageBehaviour): Wrong<Message> =>
  malformed(requirement, member as 'messageId', () => undefined);

/** Changes the id, the time or the resource with which the tenant notes an event. */
export const noted = <K extends 'makeEventId' | 'eventTime' | 'eventsOf'>(
  requirement: string,
  rule: K,
  changing: Changing<Outcome<K>, Happening>,
): Wrong<Happening> => altered(requirement, rule, (...[tenant, cause]) => happening(tenant, cause), changing);

/** Changes a part of the delivery. */
export const delivered = <K extends keyof DeliveryBehaviour & `delivery${'Method' | 'Url' | 'Headers' | 'Body'}`>(
  requirement: string,
  rule: K,
  changing: Changing<Outcome<K>, Delivered>,
): Wrong<Delivered> =>
  altered(
    requirement,
    rule,
    (...[tenant, delivery]) => ({ tenant, delivery, event: delivery.event, app: delivery.app }),
    changing,
  );
/** Sends the delivery to an address that is derived from the configured one. */
export const goesTo = (change: Change<string, Delivered>): Wrong<Delivered> =>
  delivered('WHK-01', 'deliveryUrl', change);

/** Gives all messages to an app about events of one type within five milliseconds some values of the last event. */
export const mergedWithLatest = (
  requirement: string,
  what: (latest: LabEvent) => Partial<LabEvent>,
): Wrong<Message> => ({
  breaks: [requirement],
  wrong: (when) => (normal) => {
    const latest = new Map<string, LabEvent>();
    return {
      deliveryDelay: () => 5,
      sendEvent: (tenant, event, app) => {
        latest.set(`${app.id} ${event.type}`, event);
        normal.sendEvent(tenant, event, app);
      },
      deliveryBody: (tenant, delivery) => {
        const { app, event } = delivery;
        if (!when({ tenant, event, app })) return normal.deliveryBody(tenant, delivery);
        const told = { ...event, ...what(latest.get(`${app.id} ${event.type}`) ?? event) };
        return JSON.stringify(tenant.behaviour.shapeEnvelope(tenant, told, app));
      },
    };
  },
});

/** Sends an app no message. */
export const notSent = (requirement: string): Wrong<Message> => skipped(requirement, 'sendEvent', message);
/** Makes an app count as not subscribed, or as subscribed although it is not. */
const subscribed = (requirement: string, is: boolean): Wrong<Told> =>
  altered(
    requirement,
    'isSubscribed',
    (tenant, app, type) => told(tenant, app, { type }),
    () => is,
  );
export const unsubscribed = (requirement: string): Wrong<Told> => subscribed(requirement, false);
export const alsoSubscribed = subscribed('WHK-25', true);
/** Withholds from an app a message that needs no subscription. */
export const notAddressed = (requirement: string): Wrong<Told> =>
  altered(requirement, 'isAddressedTo', told, () => false);
/** Withholds from an app a message that it subscribed to or that is addressed to it. */
export const notReceived = (requirement: string): Wrong<Told> => altered(requirement, 'receives', told, () => false);
/** Changes the apps that get a message about an event. */
export const recipients = (change: Change<readonly App[], Happening>): Wrong<Happening> =>
  altered('WHK-29', 'recipients', happening, change);

/** The wrong decisions that a reinstallation or a created entry causes no event. */
export const notInstalled = skipped('WHK-24', 'appWasInstalled', standing);
export const notAdded = skipped('WHK-19', 'recordWasAdded', adding);

/** Grants other event types than the requested ones that an app may have. */
export const granted = (change: Change<readonly string[], Asking>): Wrong<Asking> =>
  altered('WHK-22', 'subscribedTypes', (tenant, app, wanted) => ({ tenant, app, wanted }), change);

/** Sets another webhook than the requested one. */
export const set = (requirement: string, change: Change<Webhook, Setting>): Wrong<Setting> => ({
  breaks: [requirement],
  wrong: (when) => (normal) => ({
    setWebhook: (tenant, app, wanted) => {
      const about = { tenant, app, wanted, had: app.webhook };
      normal.setWebhook(tenant, app, when(about) ? change(wanted, about) : wanted);
    },
  }),
});
/** Keeps the event types, or the address, of the webhook that the app had. */
const staying = (requirement: string, what: (had: Webhook) => Partial<Webhook>): Wrong<Setting> =>
  set(requirement, (wanted, { had }) => ({ ...wanted, ...(had === undefined ? {} : what(had)) }));
export const typesStay = staying('WHK-26', ({ eventTypes }) => ({ eventTypes }));
export const addressStays = (requirement: string): Wrong<Setting> =>
  staying(requirement, ({ url, caPem }) => ({ url, caPem }));

/** Sends a message again, to another webhook than that of its app. */
export function copyTo({ url, ...webhook }: Webhook, { tenant, event, app }: Message): void {
  if (url === undefined) return;
  const envelope = tenant.behaviour.shapeEnvelope(tenant, event, app);
  const copy: Delivery = { event, app, webhook: { ...webhook, url }, envelope };
  tenant.outbox.add(async (signal) => void (await tenant.behaviour.deliver(tenant, copy, signal)));
}

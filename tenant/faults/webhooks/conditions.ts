import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Actor } from '../../call.ts';
import type { EventCause, EventType } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import { archiving } from '../operators/memories.ts';
import { before } from '../operators/rules.ts';
import type { Delivered, Standing, Told } from './decisions.ts';
import type { Holds, RememberingCondition } from './rows.ts';

interface OfApp {
  readonly app: App;
}
interface OfEvent {
  readonly event: EventCause;
}

export const always: Holds<unknown> = () => true;

/** Returns the condition that the event has one of these types. */
export const of =
  (...types: readonly EventType[]): Holds<OfEvent> =>
  ({ event }) =>
    types.includes(event.type);
/** Conditions that the event is sent without a subscription, and that it needs one. */
export const isSignal: Holds<OfEvent> = ({ event }) => event.addressee !== undefined;
export const isStandard: Holds<OfEvent> = ({ event }) => event.addressee === undefined;
/** Conditions that the resource has a schema, that it has none, and that properties of it were updated. */
export const hasSchema: Holds<OfEvent> = ({ event }) => typeof event.schemaId === 'string';
export const hasNoSchema: Holds<OfEvent> = ({ event }) => event.schemaId === null;
export const hasUpdates: Holds<OfEvent> = ({ event }) => event.updates !== undefined;

/** Conditions on the subscriptions of the app and on earlier events. */
export const hasSubscriptions: Holds<OfApp> = ({ app }) => (app.webhook?.eventTypes.length ?? 0) > 0;
export const wasRotated: Holds<OfApp> = ({ app }) => app.formerSecrets.length > 0;
export const hasNoSubscriptions: Holds<OfApp> = (about) => !hasSubscriptions(about);
export const hasSubscribed =
  (type: EventType): Holds<OfApp> =>
  ({ app }) =>
    app.webhook?.eventTypes.includes(type) === true;
/** Returns the condition that the app was installed at least `least` times. Its creation counts as the first. */
export const isInstallation =
  (least: number): Holds<OfApp> =>
  ({ app }) =>
    app.installation >= least;
/** The condition that the app was archived or unarchived since its creation. */
export const wasUnarchived: Holds<OfApp> = ({ app }) => app.archivedChangedAt.getTime() !== app.createdAt.getTime();
/** Returns the condition that something has happened to the app, noted by the app's id. */
const happened = (noting: (note: (id: unknown) => void) => Deviation): RememberingCondition<OfApp> => ({
  watch: (normal) => {
    const apps = new Set<unknown>();
    return { holds: ({ app }) => apps.has(app.id), remembering: noting((id) => apps.add(id))(normal) };
  },
});
export const wasArchived = happened(archiving);
/** Returns the condition that the app has ever asked for a subscription to this type. */
export const asked = (type: EventType): RememberingCondition<OfApp> =>
  happened((note) => before('subscribedTypes', (_tenant, { id }, wanted) => wanted.includes(type) && note(id)));

/** Returns the condition on how often `form` has been true, for one app by default. The present time counts. */
export const counted = <About>(
  form: Holds<About>,
  isMeant: (times: number) => boolean,
  whose: (about: About & OfApp) => unknown = ({ app }) => app,
): RememberingCondition<About & OfApp> => ({
  watch: () => {
    const times = new Map<unknown, number>();
    return {
      holds: (about) => {
        if (!form(about)) return false;
        const count = (times.get(whose(about)) ?? 0) + 1;
        times.set(whose(about), count);
        return isMeant(count);
      },
    };
  },
});
export const moreThan =
  (least: number) =>
  (times: number): boolean =>
    times > least;
/** The condition that a delivery is tried again. */
export const again = counted<Delivered>(always, moreThan(1), ({ delivery }) => delivery);

/** Returns the condition that the tenant is answering a call that creates an entry, from such an actor. */
export const whileCreating = (isMeant: (actor: Actor) => boolean = () => true): RememberingCondition<unknown> => ({
  watch: (normal) => {
    let creating = false;
    return {
      holds: () => creating,
      remembering: {
        answerCreation: (call, actor) => {
          creating = isMeant(actor);
          try {
            return normal.answerCreation(call, actor);
          } finally {
            creating = false;
          }
        },
      },
    };
  },
});

/** Returns the condition on what `note` recorded when the app's webhook was last set. */
export const atSetting = <Note>(
  note: (standing: Standing, before: Note | undefined) => Note,
  isMeant: (note: Note, told: Told) => boolean,
): RememberingCondition<Told> => ({
  watch: (normal) => {
    const notes = new Map<App, Note>();
    return {
      holds: (told) => {
        const noted = notes.get(told.app);
        return noted !== undefined && isMeant(noted, told);
      },
      remembering: before('setWebhook', (tenant, app) => notes.set(app, note({ tenant, app }, notes.get(app))))(normal),
    };
  },
});

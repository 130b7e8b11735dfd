import type { Deviation } from '../../behaviour/behaviour.ts';
import type { Actor } from '../../call.ts';
import type { EventCause, EventType } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import { archiving } from '../operators/memories.ts';
import { before } from '../operators/rules.ts';
import type { Delivered, Standing, Told } from './decisions.ts';
import type { Holds, Watching } from './rows.ts';

interface OfApp {
  readonly app: App;
}
interface OfEvent {
  readonly event: EventCause;
}

export const always: Holds<unknown> = () => true;

/** What kind of event it is. */
export const of =
  (...types: readonly EventType[]): Holds<OfEvent> =>
  ({ event }) =>
    types.includes(event.type);
/** What is sent without a subscription, and what is not. */
export const isSignal: Holds<OfEvent> = ({ event }) => event.addressee !== undefined;
export const isStandard: Holds<OfEvent> = ({ event }) => event.addressee === undefined;
/** Whether the resource has a schema, whether it is said to have none, and whether properties of it were updated. */
export const hasSchema: Holds<OfEvent> = ({ event }) => typeof event.schemaId === 'string';
export const hasNoSchema: Holds<OfEvent> = ({ event }) => event.schemaId === null;
export const hasUpdates: Holds<OfEvent> = ({ event }) => event.updates !== undefined;

/** What the app has subscribed to, and what has happened to it. */
export const hasSubscriptions: Holds<OfApp> = ({ app }) => (app.webhook?.eventTypes.length ?? 0) > 0;
export const wasRotated: Holds<OfApp> = ({ app }) => app.formerSecrets.length > 0;
export const hasNoSubscriptions: Holds<OfApp> = (about) => !hasSubscriptions(about);
export const hasSubscribed =
  (type: EventType): Holds<OfApp> =>
  ({ app }) =>
    app.webhook?.eventTypes.includes(type) === true;
/** Whether it was installed at least so often. That it was made counts as once. */
export const isInstallation =
  (least: number): Holds<OfApp> =>
  ({ app }) =>
    app.installation >= least;
/** Whether it was archived or unarchived since it was made. */
export const wasUnarchived: Holds<OfApp> = ({ app }) => app.archivedChangedAt.getTime() !== app.createdAt.getTime();
/** Whether something has happened that is noted by the id of the app. */
const happened = (noting: (note: (id: unknown) => void) => Deviation): Watching<OfApp> => ({
  watch: (normal) => {
    const apps = new Set<unknown>();
    return { holds: ({ app }) => apps.has(app.id), remembering: noting((id) => apps.add(id))(normal) };
  },
});
export const wasArchived = happened(archiving);
/** Whether the app has ever asked for a subscription to this. */
export const asked = (type: EventType): Watching<OfApp> =>
  happened((note) => before('subscribedTypes', (_tenant, { id }, wanted) => wanted.includes(type) && note(id)));

/** By how often this has held before, for one app if nothing else is said; this time counted. */
export const counted = <About>(
  form: Holds<About>,
  isMeant: (times: number) => boolean,
  whose: (about: About & OfApp) => unknown = ({ app }) => app,
): Watching<About & OfApp> => ({
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
/** A delivery that is tried again. */
export const again = counted<Delivered>(always, moreThan(1), ({ delivery }) => delivery);

/** While a call of the API that creates an entry is answered, made by an actor that is like this. */
export const whileCreating = (isMeant: (actor: Actor) => boolean = () => true): Watching<unknown> => ({
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

/** By what was noted of the app when its webhook was set last, and of what had been noted before. */
export const atSetting = <Note>(
  note: (standing: Standing, before: Note | undefined) => Note,
  isMeant: (note: Note, told: Told) => boolean,
): Watching<Told> => ({
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

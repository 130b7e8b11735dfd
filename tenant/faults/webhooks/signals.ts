import type { LabEvent } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { always, counted, hasSubscriptions, moreThan, of, wasRotated } from './conditions.ts';
import { malformed, missing, theFirst, mergedWithLatest, untrue, type Message } from './decisions.ts';
import { CANVAS, INSTALLED } from './event-types.ts';
import { faultsOf, type Wrong } from './rows.ts';

/** Adds members to the message about an installation. */
const adds = (members: (message: Message) => Record<string, unknown>): Wrong<Message> =>
  malformed('WHK-54', 'shapeInstalledMessage', (plain, message) => ({ ...plain, ...members(message) }));

/** Faults in the messages about canvases and installations. */
export const signalFaults: readonly Fault[] = faultsOf<Message>({
  'feature-id-spelled-otherwise': [
    malformed('WHK-49', 'shapeCanvasMessage', ({ featureId: featureID, ...rest }) => ({ ...rest, featureID })),
    always,
    'The message about a canvas has featureID instead of featureId.',
  ],
  'feature-id-is-null-from-the-second-canvas-on': [
    malformed('WHK-49', 'messageFeatureId', () => null),
    counted(always, moreThan(1)),
    'From the second canvas of an app on, featureId is null.',
    { also: ['WHK-53', 'WHK-20', 'WHK-58'] },
  ],
  'feature-id-is-that-of-the-app': [
    untrue('WHK-53', 'messageFeatureId', (_said, { app }) => app.definitionId),
    always,
    'featureId is the id of the app definition.',
  ],
  'feature-id-is-one-canvas-behind': [
    untrue('WHK-53', 'messageFeatureId', {
      begin: () => {
        const before = new Map<string, unknown>();
        return (said, { event, app }) => {
          const key = `${app.id} ${event.userId ?? ''}`;
          const last = before.get(key) ?? said;
          before.set(key, said);
          return last;
        };
      },
    }),
    always,
    "featureId is that of the same user's previous canvas for the same app.",
    { also: ['WHK-55'] },
  ],
  'canvas-as-an-object': [
    malformed('WHK-50', 'messageResourceId', (id) => ({ id })),
    of(CANVAS),
    'resourceId of a canvas is an object with an id.',
  ],
  'canvas-resource-is-null-the-second-time-for-a-user': [
    malformed('WHK-50', 'messageResourceId', {
      begin: () => {
        const known = new Map<string | undefined, LabEvent>();
        return (said, { event }) => {
          const first = known.get(event.userId) ?? event;
          known.set(event.userId, first);
          return first.id === event.id ? said : null;
        };
      },
    }),
    of(CANVAS),
    "From a user's second canvas on, resourceId is null.",
    { also: ['WHK-53'] },
  ],
  'canvas-is-the-project': [
    untrue('WHK-53', 'messageResourceId', (_id, { event }) => event.projectId),
    of(CANVAS),
    "resourceId of a canvas is the canvas's project.",
  ],
  'canvas-message-without-its-user': [
    missing('WHK-51', 'messageUserId'),
    always,
    'The message about a canvas does not name the user who initialized it.',
  ],
  'canvas-user-is-null-for-the-administrator': [
    malformed('WHK-51', 'messageUserId', () => null),
    ({ tenant, event }) => event.userId === tenant.administrator().id,
    'userId is null if the administrator initialized the canvas.',
    { also: ['WHK-52'] },
  ],
  'canvas-user-is-an-email-address': [
    untrue(
      'WHK-52',
      'messageUserId',
      (_id, { tenant, event: { userId = '' } }) => tenant.state.users.get(userId)?.email ?? userId,
    ),
    always,
    'userId is the e-mail address of the user.',
  ],
  'canvas-user-is-the-first-one': [
    untrue(
      'WHK-52',
      'messageUserId',
      theFirst(({ app }) => app),
    ),
    always,
    "userId is the user who initialized the app's first canvas.",
  ],
  'canvas-user-is-who-authorized-the-app': [
    untrue(
      'WHK-52',
      'messageUserId',
      (said, { tenant, app }) => tenant.state.delegations.findLast(({ appId }) => appId === app.id)?.userId ?? said,
    ),
    always,
    'userId of a canvas is the user who authorized the app last, if there is one.',
  ],
  'canvases-name-the-user-of-another-apps-canvas': [
    untrue('WHK-52', 'messageUserId', {
      begin: () => {
        let before: { readonly app: App; readonly said: unknown } | undefined;
        return (said, { app }) => {
          const known = before;
          before = { app, said };
          return known !== undefined && known.app !== app ? known.said : said;
        };
      },
    }),
    always,
    "userId of a canvas is the user of the previous canvas if that was another app's.",
  ],
  'canvases-of-one-moment-name-the-last-user': [
    mergedWithLatest('WHK-52', ({ userId = '' }) => ({ userId })),
    of(CANVAS),
    "If canvases are initialized for an app within five milliseconds, all messages name the last one's user.",
  ],
  'installed-message-names-the-app': [
    adds(({ app }) => ({ appId: app.id })),
    always,
    'The message about an installation has the id of the app.',
  ],
  'installed-message-is-dated': [
    adds(({ event: { id, createdAt } }) => ({ id, createdAt })),
    always,
    'The message about an installation has an id and a time like other messages.',
  ],
  'installed-message-tells-of-a-reinstallation': [
    adds(({ app }) => ({ installation: app.installation })),
    counted(always, moreThan(1)),
    "From an app's second installation on, the message about it has the number of the installation.",
  ],
  'installed-message-lists-redirect-uris': [
    adds(({ app: { redirectUris } }) => ({ redirectUris })),
    ({ app }) => app.redirectUris.length > 0,
    'The message about an installation lists the redirect URIs of the app, if it has any.',
  ],
  'installed-message-lists-subscriptions': [
    adds(({ app }) => ({ subscriptions: app.webhook?.eventTypes })),
    hasSubscriptions,
    'The message about an installation lists the subscriptions of the app, if it has any.',
  ],
  'installed-message-has-a-type-after-a-rotation': [
    adds(() => ({ type: INSTALLED })),
    wasRotated,
    "The message about an installation has a type if the app's secret was rotated before.",
  ],
});

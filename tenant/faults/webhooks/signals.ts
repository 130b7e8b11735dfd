import type { LabEvent } from '../../state/events.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { always, counted, hasSubscriptions, moreThan, of, wasRotated } from './conditions.ts';
import { malformed, missing, theFirst, toldAsTheLast, untrue, type Message } from './decisions.ts';
import { CANVAS, INSTALLED } from './event-types.ts';
import { faultsOf, type Wrong } from './rows.ts';

/** The message of an installation has more members. */
const says = (members: (message: Message) => Record<string, unknown>): Wrong<Message> =>
  malformed('WHK-54', 'shapeInstalledMessage', (plain, message) => ({ ...plain, ...members(message) }));

/** Wrong decisions about the messages of canvases and installations. */
export const signalFaults: readonly Fault[] = faultsOf<Message>({
  'feature-id-spelled-otherwise': [
    malformed('WHK-49', 'shapeCanvasMessage', ({ featureId: featureID, ...rest }) => ({ ...rest, featureID })),
    always,
    'The canvas message has featureID in place of featureId.',
  ],
  'feature-id-is-null-from-the-second-canvas-on': [
    malformed('WHK-49', 'messageFeatureId', () => null),
    counted(always, moreThan(1)),
    'From the second canvas of an app on featureId is null.',
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
    'featureId is that of the canvas before, if the same user initialized it for the same app.',
    { also: ['WHK-55'] },
  ],
  'canvas-as-an-object': [
    malformed('WHK-50', 'messageResourceId', (id) => ({ id })),
    of(CANVAS),
    'resourceId of the canvas message is an object with an id.',
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
    'resourceId is null in the second canvas message of the same user and in those after it.',
    { also: ['WHK-53'] },
  ],
  'canvas-is-the-project': [
    untrue('WHK-53', 'messageResourceId', (_id, { event }) => event.projectId),
    of(CANVAS),
    'resourceId of the canvas message is the project of the canvas.',
  ],
  'canvas-message-without-its-user': [
    missing('WHK-51', 'messageUserId'),
    always,
    'The canvas message does not say who initialized it.',
  ],
  'canvas-user-is-null-for-the-administrator': [
    malformed('WHK-51', 'messageUserId', () => null),
    ({ tenant, event }) => event.userId === tenant.administrator().id,
    'userId is null where the administrator initialized the canvas.',
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
    'userId of a canvas is the user who authorized the app last, where there is one.',
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
    'userId of a canvas is the user who initialized the canvas before, if another app was told of that one.',
  ],
  'canvases-of-one-moment-name-the-last-user': [
    toldAsTheLast('WHK-52', ({ userId = '' }) => ({ userId })),
    of(CANVAS),
    'Of canvases that users initialize within five milliseconds for one app, all name the last one’s user.',
  ],
  'installed-message-names-the-app': [
    says(({ app }) => ({ appId: app.id })),
    always,
    'The message of an installation has the id of the app.',
  ],
  'installed-message-is-dated': [
    says(({ event: { id, createdAt } }) => ({ id, createdAt })),
    always,
    'The message of an installation has an id and a time like the others.',
  ],
  'installed-message-tells-of-a-reinstallation': [
    says(({ app }) => ({ installation: app.installation })),
    counted(always, moreThan(1)),
    'From the second time on the message of an installation says which it is.',
  ],
  'installed-message-lists-redirect-uris': [
    says(({ app: { redirectUris } }) => ({ redirectUris })),
    ({ app }) => app.redirectUris.length > 0,
    'The message of an installation lists the redirect URIs of an app that has any.',
  ],
  'installed-message-lists-subscriptions': [
    says(({ app }) => ({ subscriptions: app.webhook?.eventTypes })),
    hasSubscriptions,
    'The message of an installation lists the subscriptions of the app, where it has any.',
  ],
  'installed-message-has-a-type-after-a-rotation': [
    says(() => ({ type: INSTALLED })),
    wasRotated,
    'The message of an installation has a type if the app was installed again after a rotation of its secret.',
  ],
});

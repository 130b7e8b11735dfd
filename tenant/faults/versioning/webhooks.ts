import type { Delivery } from '../../state/events.ts';
import type { Deviation } from '../../behaviour/behaviour.ts';
import type { App } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { onV3 } from './conditions.ts';
import { breaking } from './rows.ts';
import { becomes, before } from '../operators/rules.ts';

/** Gives the event types of some apps another prefix. */
const prefixed = (isMeant: (app: App) => boolean, prefix: string): Deviation =>
  becomes('messageType', (type, _tenant, _event, app) =>
    typeof type === 'string' && isMeant(app) ? type.replace(/^v2\./, prefix) : type,
  );

/** Faults in the version of envelopes and the prefix of event types. */
export const webhookVersionFaults: readonly Fault[] = [
  ...breaking('WHK-14', {
    'envelope-version-counts-the-attempts': [
      (normal) => {
        const tries = new WeakMap<Delivery, number>();
        return {
          deliveryBody: (tenant, delivery) => {
            const earlier = tries.get(delivery) ?? 0;
            tries.set(delivery, earlier + 1);
            return earlier === 0
              ? normal.deliveryBody(tenant, delivery)
              : JSON.stringify({ ...(delivery.envelope as object), version: String(earlier) });
          },
        };
      },
      'The version in the envelope is the number of earlier attempts of the delivery.',
      ['VER-18', 'WHK-55'],
    ],
  }),
  ...breaking(
    'VER-18',
    {
      'envelope-version-counts-the-addresses': [
        (normal) => {
          const changes = new Map<string, number>();
          return {
            setWebhook: (tenant, app, webhook) => {
              changes.set(app.id, (changes.get(app.id) ?? -1) + 1);
              normal.setWebhook(tenant, app, webhook);
            },
            envelopeVersion: (_tenant, _event, app) => String(changes.get(app.id) ?? 0),
          };
        },
        'The version in the envelope increases by one each time the app changes its webhook.',
      ],
      'envelope-version-2-where-a-type-is-told': [
        (normal) => ({
          envelopeVersion: (tenant, event, app) =>
            normal.messageType(tenant, event, app) !== undefined && event.updates !== undefined
              ? 2
              : normal.envelopeVersion(tenant, event, app),
        }),
        'The envelope of a message with a type and updates has the version 2.',
      ],
    },
    ['WHK-14', 'WHK-55'],
  ),
  ...breaking(
    'VER-17',
    {
      'event-types-of-apps-of-v3-begin-with-v3': [
        (normal) => {
          const modern = new Set<string>();
          return {
            ...before('actorOfToken', (call, { appId }) => onV3(call, {}) && modern.add(appId))(normal),
            ...prefixed(({ id }) => modern.has(id), 'v3.')(normal),
          };
        },
        'An app that has called v3 gets event types that begin with v3.',
      ],
      'unarchived-apps-get-types-without-a-prefix': [
        prefixed(({ archivedChangedAt, createdAt }) => archivedChangedAt > createdAt, ''),
        'An app that was archived and unarchived gets event types without the prefix v2.',
      ],
    },
    ['WHK-40', 'WHK-41', 'WHK-42'],
  ),
  ...breaking('WHK-40', {
    'types-lose-their-prefix-after-a-rotation': [
      prefixed(({ formerSecrets }) => formerSecrets.length > 0, ''),
      'An app whose secret was rotated gets event types without their prefix.',
      ['VER-17', 'WHK-41', 'WHK-42', 'WHK-55'],
    ],
  }),
];

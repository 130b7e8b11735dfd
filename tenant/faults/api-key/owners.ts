import { setTimeout } from 'node:timers/promises';
import type { Actor } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import type { ActorReference } from '../../state/model.ts';
import type { Fault } from '../fault.ts';
import { always } from '../operators/kinds.ts';
import { isRotatedKey } from '../operators/memories.ts';
import { ofActor, ofKey, userIn, type Holds } from '../operators/presented.ts';
import { faultsOf, wrongWhen } from '../operators/rows.ts';
import { credited } from './decisions.ts';
import { breaking } from './rows.ts';

/** Returns the address without the part of its local part that begins with a plus sign. */
const withoutTag = (email: string | undefined): string | undefined => email?.replace(/\+[^@]*@/, '@');

const of = (kind: 'user' | 'app', id: string | undefined): ActorReference | undefined =>
  id === undefined ? undefined : { kind, id };

/** Faults in which a record names another actor than the owner of the key that created it. */
const creatorFaults = faultsOf('api-key', {
  'creator-is-the-last-granted': [
    credited(
      ({ tenant }, { userId }) =>
        [...tenant.state.projects.values()]
          .findLast(({ grants }) =>
            grants.some(({ actor, revokedAt }) => actor.id === userId && revokedAt === undefined),
          )
          ?.grants.at(-1)?.actor,
    ),
    always,
    'A record created with a key names as its creator the actor who was granted the project last.',
  ],
  'creator-is-an-app': [
    credited(({ tenant }) => of('app', [...tenant.state.apps.keys()].at(-1))),
    always,
    'A record created with a key names the newest app as its creator.',
  ],
  'creator-is-the-first-user-of-the-name': [
    credited((call, one) =>
      of('user', call.tenant.state.users.values().find(({ name }) => name === userIn(call, one)?.name)?.id),
    ),
    always,
    "A record created with a key names as its creator the first user with the name of the key's owner.",
  ],
  'creator-is-the-app-that-was-consented-to': [
    credited(({ tenant }, one) =>
      of('app', tenant.state.consents.findLast(({ userId }) => userId === one.userId)?.appId),
    ),
    always,
    'A record created with a key names as its creator the app to which the owner consented last.',
  ],
});

/** Faults in which a key acts for another actor than its owner, or its records name another actor. */
export const ownerFaults: readonly Fault[] = [
  ...creatorFaults,
  ...breaking(
    'KEY-18',
    {
      'addresses-with-a-tag-are-those-without': [
        (normal) => ({
          actorOfKey: (call, key): Actor => {
            const { users } = call.tenant.state;
            const plain = withoutTag(users.get(key.userId)?.email);
            const first = users.values().find(({ email }) => email === plain);
            return { ...normal.actorOfKey(call, key), id: first?.id ?? key.userId };
          },
        }),
        'The key of a user whose address has a plus sign acts as the user with the same address without it.',
        ['KEY-03'],
      ],
      'simultaneous-calls-with-keys-act-as-the-last': [
        (normal) => {
          let latest: string | undefined;
          return {
            prepareCall: (call) => {
              const sent = headerOf(call.request, 'authorization');
              if (sent === undefined || !/^basic /i.test(sent)) return normal.prepareCall(call);
              latest = sent.slice('basic '.length).trim();
              return setTimeout(2);
            },
            actorOfKey: (call, key): Actor => {
              const credentials = latest === undefined ? undefined : normal.readBasic(call, latest);
              const last = credentials === undefined ? undefined : normal.findApiKey(call, credentials);
              return normal.actorOfKey(call, last ?? key);
            },
          };
        },
        'Calls with keys that arrive together all act as the owner of the last key.',
        ['TRN-15', 'LST-35'],
      ],
    },
    ['TRN-14'],
  ),
  ...breaking('KEY-05', {
    'records-of-rotated-keys-name-who-rotated-last': [
      wrongWhen(
        (when: Holds) => (normal) => {
          let latest: string | undefined;
          return {
            rotateApiKey: (tenant, user) => {
              latest = user.id;
              return normal.rotateApiKey(tenant, user);
            },
            attributedTo: (call, actor) =>
              latest !== undefined && when(call, ofActor(actor))
                ? { kind: 'user', id: latest }
                : normal.attributedTo(call, actor),
          };
        },
        isRotatedKey,
      ),
      'A record created with a key from a rotation names the user whose key was rotated last.',
    ],
  }),
  ...breaking('KEY-14', {
    'rotated-key-is-the-administrators': [
      wrongWhen(
        (when: Holds) => (normal) => ({
          actorOfKey: (call, key) =>
            normal.actorOfKey(call, when(call, ofKey(key)) ? { ...key, userId: call.tenant.administrator().id } : key),
        }),
        isRotatedKey,
      ),
      'A key from a rotation acts as the administrator, who rotated it.',
      ['KEY-03', 'LIF-06'],
    ],
  }),
];

import { setTimeout } from 'node:timers/promises';
import type { Actor } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { rotatedKeys } from '../rotated-keys.ts';
import { hasKey } from './keys-and-owners.ts';

/** An address without what follows a plus sign in its local part. */
const withoutTag = (email: string | undefined): string | undefined => email?.replace(/\+[^@]*@/, '@');

/** Keys that act for somebody else than their owner, or whose records name somebody else. */
export const ownerFaults: readonly Fault[] = [
  {
    id: 'api-key/owners-are-found-by-addresses-in-small-letters',
    breaks: ['KEY-01'],
    summary:
      'The owner of a key is found by the e-mail address in small letters, and not if it was given with capitals.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const actor = normal.authenticateBasic(call, value);
        if (isRefusal(actor)) return actor;
        const email = call.tenant.state.users.get(actor.id)?.email ?? '';
        return email === email.toLowerCase() ? actor : refusal('unknown-credential', 'The API key is not known.');
      },
    }),
  },
  {
    id: 'api-key/addresses-with-a-tag-are-those-without',
    breaks: ['KEY-18'],
    also: ['TRN-14'],
    summary: 'The key of a user whose address has a plus sign acts as the user who has the address without it.',
    behaviour: (normal) => ({
      actorOfKey: (call, key): Actor => {
        const { users } = call.tenant.state;
        const plain = withoutTag(users.get(key.userId)?.email);
        const first = users.values().find(({ email }) => email === plain);
        return { ...normal.actorOfKey(call, key), id: first?.id ?? key.userId };
      },
    }),
  },
  {
    id: 'api-key/simultaneous-calls-with-keys-act-as-the-last',
    breaks: ['KEY-18'],
    also: ['TRN-15', 'TRN-14', 'LST-35'],
    summary: 'Of calls with keys that arrive together all act as the owner of the key that arrived last.',
    behaviour: (normal) => {
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
  },
  {
    id: 'api-key/creator-is-the-first-user-of-the-name',
    breaks: ['KEY-05'],
    summary: 'What a key creates names the first user who has the name of its owner.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const { users } = call.tenant.state;
        const namesake = users.values().find(({ name }) => name === users.get(actor.id)?.name);
        return actor.credential.kind === 'apiKey' && namesake !== undefined
          ? { kind: 'user', id: namesake.id }
          : normal.attributedTo(call, actor);
      },
    }),
  },
  {
    id: 'api-key/creator-is-the-app-that-was-consented-to',
    breaks: ['KEY-05'],
    summary: 'What a key creates names the app to which its owner consented last, where there is one.',
    behaviour: (normal) => ({
      attributedTo: (call, actor) => {
        const consent = hasKey(actor)
          ? call.tenant.state.consents.findLast(({ userId }) => userId === actor.id)
          : undefined;
        return consent === undefined ? normal.attributedTo(call, actor) : { kind: 'app', id: consent.appId };
      },
    }),
  },
  {
    id: 'api-key/records-of-rotated-keys-name-who-rotated-last',
    breaks: ['KEY-05'],
    summary: 'A record that is created with a key from a rotation names the user whose key was rotated last.',
    behaviour: (normal) => {
      const { rotated, remembering } = rotatedKeys(normal);
      let latest: string | undefined;
      return {
        rotateApiKey: (tenant, user) => {
          latest = user.id;
          return remembering.rotateApiKey(tenant, user);
        },
        attributedTo: (call, actor) =>
          latest !== undefined && actor.credential.kind === 'apiKey' && rotated.has(actor.credential.key)
            ? { kind: 'user', id: latest }
            : normal.attributedTo(call, actor),
      };
    },
  },
];

import { authorizationIn } from '../calls.ts';
import { setTimeout } from 'node:timers/promises';
import type { Actor, Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isApi } from './conditions.ts';
import { breaking } from './rows.ts';

/** Faults in which a call acts as another one that came just before it or at the same time. */
export const mixedCallFaults: readonly Fault[] = breaking(
  'TRN-15',
  {
    'equal-filters-share-an-answer': [
      (normal) => {
        const first = new Map<string, Call>();
        const beside = new WeakMap<Call, Call>();
        return {
          prepareCall: (call) => {
            if (!isApi(call) || !call.request.target.includes('schemaFields')) return normal.prepareCall(call);
            const other = first.get(call.request.target);
            if (other !== undefined) beside.set(call, other);
            else first.set(call.request.target, call);
            return setTimeout(3).then(() => {
              if (first.get(call.request.target) === call) first.delete(call.request.target);
            });
          },
          authenticate: (call) => {
            const actor = normal.authenticate(call);
            const other = beside.get(call);
            return isRefusal(actor) || other === undefined ? actor : normal.authenticate(other);
          },
        };
      },
      'Simultaneous calls with the same filter are all answered as the first of them.',
      ['LST-35'],
    ],
    'a-token-beside-a-key-acts-for-its-owner': [
      (normal) => {
        const underWay = new Set<Call>();
        const beside = new WeakMap<Call, Call>();
        return {
          prepareCall: (call) => {
            if (call.found.route?.part !== 'api') return normal.prepareCall(call);
            if (/^bearer /i.test(authorizationIn(call))) {
              const [key] = underWay;
              if (key !== undefined) beside.set(call, key);
              return normal.prepareCall(call);
            }
            underWay.add(call);
            return setTimeout(3).then(() => void underWay.delete(call));
          },
          authorizationOf: (call) => normal.authorizationOf(beside.get(call) ?? call),
        };
      },
      'A call with a token that arrives while a call with a key is being answered acts as the owner of the key.',
      ['DEL-34', 'LST-35', 'KEY-18'],
    ],
    'a-second-token-of-an-app-is-not-read': [
      (normal) => {
        const first = new WeakMap<Connection, Actor>();
        return {
          actorOfToken: (call, token) => {
            const actor = normal.actorOfToken(call, token);
            const known = first.get(call.connection);
            if (known?.credential.kind === 'accessToken' && known.credential.token.appId === token.appId) {
              return { ...known, credential: actor.credential };
            }
            first.set(call.connection, actor);
            return actor;
          },
        };
      },
      'After a call with a token of an app, other tokens of the app on the same connection act as the first one.',
      ['DEL-36', 'DEL-54', 'DEL-60', 'DEL-34', 'CCR-20', 'DEL-63', 'DEL-32'],
    ],
    'a-key-after-a-token-is-not-read': [
      (normal) => {
        const before = new WeakMap<Connection, Actor>();
        return {
          authenticate: (call) => {
            const last = before.get(call.connection);
            before.delete(call.connection);
            const actor = normal.authenticate(call);
            if (isRefusal(actor)) return actor;
            if (actor.credential.kind === 'accessToken') before.set(call.connection, actor);
            return actor.credential.kind === 'apiKey' && last !== undefined ? last : actor;
          },
        };
      },
      'A call with a key acts as the actor of the token in the call just before it on its connection.',
      ['TRN-13', 'KEY-01', 'KEY-02', 'KEY-03', 'KEY-04', 'KEY-05', 'KEY-06', 'KEY-18', 'TRN-10', 'KEY-07'],
    ],
    'tokens-of-an-app-at-once-act-for-the-last': [
      (normal) => {
        const last = new Map<string, Actor>();
        return {
          prepareCall: (call) => {
            const actor = isApi(call) ? normal.authenticate(call) : undefined;
            if (actor === undefined || isRefusal(actor) || actor.credential.kind !== 'accessToken')
              return normal.prepareCall(call);
            last.set(actor.credential.token.appId, actor);
            return setTimeout(3);
          },
          authenticate: (call) => {
            const actor = normal.authenticate(call);
            if (isRefusal(actor) || actor.credential.kind !== 'accessToken') return actor;
            return last.get(actor.credential.token.appId) ?? actor;
          },
        };
      },
      'Simultaneous calls with tokens of one app all act as the actor of the call that arrived last.',
      ['LST-35', 'CCR-15', 'DEL-31', 'DEL-32', 'DEL-33', 'DEL-34', 'DEL-36', 'DEL-63'],
    ],
  },
  ['TRN-14'],
);

import { authorizationIn } from '../calls.ts';
import { setTimeout } from 'node:timers/promises';
import type { Actor, Call } from '../../call.ts';
import type { Connection } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';
import { isApi } from './conditions.ts';

/** Calls that are answered as another one, just before them or beside them. */
export const mixedCallFaults: readonly Fault[] = [
  {
    id: 'transport/equal-filters-share-an-answer',
    breaks: ['TRN-15'],
    also: ['TRN-14', 'LST-35'],
    summary: 'Of calls with the same filter that are served at the same time all are answered as the first.',
    behaviour: (normal) => {
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
  },
  {
    id: 'transport/a-token-beside-a-key-acts-for-its-owner',
    breaks: ['TRN-15'],
    also: ['TRN-14', 'DEL-34', 'LST-35', 'KEY-18'],
    summary: 'A call with a token that arrives while one with a key is being answered acts as the owner of the key.',
    behaviour: (normal) => {
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
  },
  {
    id: 'transport/a-second-token-of-an-app-is-not-read',
    breaks: ['TRN-15'],
    also: ['DEL-36', 'DEL-54', 'DEL-60', 'TRN-14', 'DEL-34', 'CCR-20', 'DEL-63', 'DEL-32'],
    summary: 'After a call with a token of an app its other tokens on the same connection act as the first one did.',
    behaviour: (normal) => {
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
  },
  {
    id: 'transport/a-key-after-a-token-is-not-read',
    breaks: ['TRN-15'],
    also: [
      'TRN-13',
      'TRN-14',
      'KEY-01',
      'KEY-02',
      'KEY-03',
      'KEY-04',
      'KEY-05',
      'KEY-06',
      'KEY-18',
      'TRN-10',
      'KEY-07',
    ],
    summary: 'A call with a key acts as the owner of the token of the call just before it on its connection.',
    behaviour: (normal) => {
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
  },
  {
    id: 'transport/tokens-of-an-app-at-once-act-for-the-last',
    breaks: ['TRN-15'],
    also: ['TRN-14', 'LST-35', 'CCR-15', 'DEL-31', 'DEL-32', 'DEL-33', 'DEL-34', 'DEL-36', 'DEL-63'],
    summary: 'Who calls is kept by the app while the call waits: of its tokens in use at once all act as the last one.',
    behaviour: (normal) => {
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
  },
];

import { setTimeout as delay } from 'node:timers/promises';
import type { Actor, Call } from '../../call.ts';
import { headerOf, withHeader, type Answer, type Connection } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import type { Fault } from '../fault.ts';

const isAnonymous = (call: Call): boolean => !call.request.headers.has('authorization');

const asksForData = (call: Call): boolean => call.request.method === 'GET' && call.request.path !== '/oauth/authorize';

/** What a call leaves behind for those after it, and beside it. */
export const connectionFaults: readonly Fault[] = [
  {
    id: 'transport/connection-remembers-its-caller',
    breaks: ['TRN-13'],
    also: ['TRN-06', 'TRN-15', 'LST-29'],
    summary: 'A call without a credential acts as the one before it on the same connection.',
    behaviour: (normal) => {
      const remembered = new WeakMap<Connection, Actor>();
      return {
        authenticate: (call) => {
          const before = remembered.get(call.connection);
          if (before !== undefined && isAnonymous(call)) return before;
          const actor = normal.authenticate(call);
          if (!isRefusal(actor)) remembered.set(call.connection, actor);
          return actor;
        },
      };
    },
  },
  {
    id: 'transport/connection-is-trusted-after-four-calls',
    breaks: ['TRN-13'],
    also: ['TRN-06', 'TRN-15', 'LST-29'],
    summary: 'After four served calls in a row on a connection, one without a credential is served too.',
    behaviour: (normal) => {
      const served = new WeakMap<Connection, number>();
      const last = new WeakMap<Connection, Actor>();
      return {
        authenticate: (call) => {
          const count = served.get(call.connection) ?? 0;
          const before = last.get(call.connection);
          if (count >= 4 && before !== undefined && isAnonymous(call)) return before;
          const actor = normal.authenticate(call);
          served.set(call.connection, isRefusal(actor) ? 0 : count + 1);
          if (!isRefusal(actor)) last.set(call.connection, actor);
          return actor;
        },
      };
    },
  },
  {
    id: 'transport/token-request-opens-the-connection',
    breaks: ['TRN-13'],
    also: ['TRN-06', 'TRN-15', 'LST-29'],
    summary: 'Calls without a credential act as the app that last got a token over the same connection.',
    behaviour: (normal) => {
      const clients = new WeakMap<Connection, string>();
      return {
        issueAccessToken: (call, subject, app) => {
          const token = normal.issueAccessToken(call, subject, app);
          if (!isRefusal(token)) clients.set(call.connection, token.value);
          return token;
        },
        authenticate: (call) => {
          const token = clients.get(call.connection);
          return token !== undefined && isAnonymous(call)
            ? call.tenant.behaviour.authenticateBearer(call, token)
            : normal.authenticate(call);
        },
      };
    },
  },
  {
    id: 'transport/api-cookie-is-a-session',
    breaks: ['TRN-22'],
    summary: 'A served call sets a cookie by which later calls without a credential are served.',
    behaviour: (normal) => {
      const sessions = new Map<string, Actor>();
      return {
        authenticate: (call) => {
          const [, session = ''] = /(?:^|; )sid=([^;]+)/.exec(headerOf(call.request, 'cookie') ?? '') ?? [];
          const known = sessions.get(session);
          return known !== undefined && isAnonymous(call) ? known : normal.authenticate(call);
        },
        answer: (answer, call) => {
          if (call.found.actor === undefined) return answer;
          const session = call.tenant.random(18).toString('base64url');
          sessions.set(session, call.found.actor);
          return {
            ...answer,
            headers: [...answer.headers, ['Set-Cookie', `sid=${session}; Secure; HttpOnly; Path=/`]],
          };
        },
      };
    },
  },
  {
    id: 'transport/equal-requests-share-an-answer',
    breaks: ['TRN-15'],
    also: [
      'TRN-14',
      'CCR-08',
      'CCR-09',
      'CCR-10',
      'CCR-13',
      'CCR-14',
      'KEY-03',
      'KEY-04',
      'KEY-18',
      'LST-30',
      'LST-31',
      'LST-35',
    ],
    summary: 'Calls of one listing that are served at the same time all get the answer of the first of them.',
    behaviour: () => {
      const pending = new Map<string, Answer>();
      return {
        answer: async (answer, call) => {
          if (call.request.method !== 'GET' || call.found.actor === undefined) return answer;
          const first = pending.get(call.request.target);
          if (first !== undefined) return first;
          pending.set(call.request.target, answer);
          await delay(1);
          pending.delete(call.request.target);
          return answer;
        },
      };
    },
  },
  {
    id: 'transport/present-caller-is-kept-in-one-place',
    breaks: ['TRN-15'],
    also: [
      'TRN-14',
      'CCR-08',
      'CCR-09',
      'CCR-10',
      'CCR-13',
      'CCR-14',
      'CCR-15',
      'KEY-05',
      'KEY-03',
      'KEY-04',
      'KEY-18',
      'LST-30',
      'LST-31',
      'LST-35',
    ],
    summary: 'The credential of a call is kept where the next one overwrites it before it was looked at.',
    behaviour: (normal) => {
      let present: readonly string[] | undefined;
      return {
        accept: async (call) => {
          present = call.request.headers.get('authorization');
          await delay(1);
          return normal.accept(call);
        },
        authorizationOf: (call) => present?.[0] ?? normal.authorizationOf(call),
      };
    },
  },
  {
    id: 'transport/connection-remembers-users-of-id-tokens',
    breaks: ['TRN-13'],
    summary: 'A call without a credential acts as the user of the ID token that was verified last on its connection.',
    behaviour: (normal) => {
      const verified = new WeakMap<Connection, Actor>();
      return {
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          if (!isRefusal(actor) && actor.credential.kind === 'idToken') verified.set(call.connection, actor);
          const before = verified.get(call.connection);
          return before !== undefined && !call.request.headers.has('authorization') ? before : actor;
        },
      };
    },
  },
  {
    id: 'transport/connection-remembers-keys',
    breaks: ['TRN-13'],
    also: ['TRN-06', 'LST-29'],
    summary: 'A call without a credential acts as the owner of the API key that was used last on its connection.',
    behaviour: (normal) => {
      const known = new WeakMap<Connection, Actor>();
      return {
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          if (isRefusal(actor)) {
            return actor.refused === 'no-credential' ? (known.get(call.connection) ?? actor) : actor;
          }
          if (actor.credential.kind === 'apiKey') known.set(call.connection, actor);
          return actor;
        },
      };
    },
  },
  {
    id: 'transport/following-pages-need-no-credential-on-their-connection',
    breaks: ['TRN-13'],
    also: ['LST-29', 'TRN-06'],
    summary: 'A following page is served without a credential on the connection on which the page before it was.',
    behaviour: (normal) => {
      const readers = new WeakMap<Connection, Actor>();
      return {
        authenticate: (call) => {
          const reader = readers.get(call.connection);
          if (reader !== undefined && call.request.query.has('nextToken') && !call.request.headers.has('authorization'))
            return reader;
          const actor = normal.authenticate(call);
          if (!isRefusal(actor) && asksForData(call)) readers.set(call.connection, actor);
          return actor;
        },
      };
    },
  },
  {
    id: 'transport/a-token-answer-begins-a-session',
    breaks: ['TRN-22'],
    also: ['TRN-21'],
    summary: 'A token answer sets a cookie by which calls without a credential act as the app.',
    behaviour: (normal) => {
      const sessions = new Map<string, Actor>();
      return {
        authenticate: (call) => {
          const [, session = ''] = /(?:^|; )app=([^;]+)/.exec(headerOf(call.request, 'cookie') ?? '') ?? [];
          const known = sessions.get(session);
          return known !== undefined && !call.request.headers.has('authorization') ? known : normal.authenticate(call);
        },
        answerToken: (call, token) => {
          const session = call.tenant.random(18).toString('base64url');
          sessions.set(session, { ...token.subject, credential: { kind: 'accessToken', token } });
          return withHeader(normal.answerToken(call, token), 'Set-Cookie', `app=${session}; Secure; HttpOnly; Path=/`);
        },
      };
    },
  },

  {
    id: 'transport/connection-opens-the-other-listings',
    breaks: ['TRN-13'],
    also: ['TRN-06', 'TRN-11', 'TRN-15', 'TRN-20'],
    summary: 'A call without a credential is that of the last caller on its connection where it goes to another path.',
    behaviour: (normal) => {
      const callers = new WeakMap<Connection, { readonly actor: Actor; readonly path: string }>();
      return {
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          const { path } = call.request;
          if (!isRefusal(actor)) {
            callers.set(call.connection, { actor, path });
            return actor;
          }
          const last = callers.get(call.connection);
          return actor.refused === 'no-credential' && last !== undefined && last.path !== path ? last.actor : actor;
        },
      };
    },
  },
  {
    id: 'transport/connection-remembers-users-of-apps',
    breaks: ['TRN-13'],
    also: ['TRN-06', 'TRN-11', 'TRN-15'],
    summary: 'A call without a credential is that of the user for whom an app last called on its connection.',
    behaviour: (normal) => {
      const callers = new WeakMap<Connection, Actor>();
      return {
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          if (isRefusal(actor)) {
            return actor.refused === 'no-credential' ? (callers.get(call.connection) ?? actor) : actor;
          }
          if (actor.kind === 'user' && actor.credential.kind === 'accessToken') callers.set(call.connection, actor);
          return actor;
        },
      };
    },
  },
];

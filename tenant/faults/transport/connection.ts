import { setTimeout as delay } from 'node:timers/promises';
import type { Behaviour } from '../../behaviour/behaviour.ts';
import type { Actor, Call } from '../../call.ts';
import { headerOf, withHeader, type Answer, type Connection } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import { creates, isFollowing } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { substituteCaller, actAsLastCaller } from '../operators/callers.ts';
import { always } from '../operators/kinds.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { isAnonymous } from './conditions.ts';
import { breaking } from './rows.ts';

/** Returns a decision: a call without a credential acts as the last such actor on its connection. */
const remembered = (
  isRemembered?: (actor: Actor, call: Call) => boolean,
  isTaken?: (call: Call, last: Call) => boolean,
): Wrong => ({ breaks: ['TRN-13'], wrong: actAsLastCaller('no-credential', isRemembered, isTaken) });

/** Returns a decision: a call without a credential acts as the actor to whom its cookie was given. */
const sessionsBy = (
  cookie: string,
  begin: (normal: Behaviour, give: (answer: Answer, call: Call, actor: Actor) => Answer) => Partial<Behaviour>,
): Wrong => ({
  breaks: ['TRN-22'],
  wrong: (when) => (normal) => {
    const sessions = new Map<string, Actor>();
    const form = RegExp(`(?:^|; )${cookie}=([^;]+)`);
    const known = (call: Call) => sessions.get(form.exec(headerOf(call.request, 'cookie') ?? '')?.[1] ?? '');
    return {
      ...substituteCaller('no-credential', known)(when)(normal),
      ...begin(normal, (answer, call, actor) => {
        const session = call.tenant.random(18).toString('base64url');
        sessions.set(session, actor);
        return withHeader(answer, 'Set-Cookie', `${cookie}=${session}; Secure; HttpOnly; Path=/`);
      }),
    };
  },
});

/** Faults in which a call influences later or simultaneous calls. */
export const connectionFaults: readonly Fault[] = [
  ...faultsOf('transport', {
    'connection-remembers-its-caller': [
      remembered(),
      always,
      'A call without a credential acts as the actor of the call before it on the same connection.',
      { also: ['TRN-06', 'TRN-15', 'LST-29'] },
    ],
    'connection-remembers-users-of-id-tokens': [
      remembered(({ credential }) => credential.kind === 'idToken'),
      always,
      'A call without a credential acts as the user of the ID token that was verified last on its connection.',
    ],
    'connection-remembers-keys': [
      remembered(({ credential }) => credential.kind === 'apiKey'),
      always,
      'A call without a credential acts as the owner of the API key that was used last on its connection.',
      { also: ['TRN-06', 'LST-29'] },
    ],
    'connection-remembers-users-of-apps': [
      remembered(({ kind, credential }) => kind === 'user' && credential.kind === 'accessToken'),
      always,
      'A call without a credential acts as the user for whom an app last called on its connection.',
      { also: ['TRN-06', 'TRN-11', 'TRN-15'] },
    ],
    'connection-opens-the-other-listings': [
      remembered(undefined, (call, last) => call.request.path !== last.request.path),
      always,
      'A call without a credential acts as the last caller on its connection if it goes to another path.',
      { also: ['TRN-06', 'TRN-11', 'TRN-15', 'TRN-20'] },
    ],
    'following-pages-need-no-credential-on-their-connection': [
      remembered((_actor, { request }) => request.method === 'GET'),
      isFollowing,
      'A following page is served without a credential on the connection that served the page before it.',
      { also: ['LST-29', 'TRN-06'] },
    ],
    'api-cookie-is-a-session': [
      sessionsBy('sid', (_normal, give) => ({
        answer: (answer, call) => {
          const { actor } = call.found;
          return actor === undefined ? answer : give(answer, call, actor);
        },
      })),
      always,
      'A served call sets a cookie, with which later calls are served without a credential.',
    ],
    'a-token-answer-begins-a-session': [
      sessionsBy('app', (normal, give) => ({
        answerToken: (call, token) =>
          give(normal.answerToken(call, token), call, {
            ...token.subject,
            credential: { kind: 'accessToken', token },
          }),
      })),
      always,
      'A token answer sets a cookie, with which calls without a credential act as the actor of the token.',
      { also: ['TRN-21'] },
    ],
  }),
  ...breaking(
    'TRN-13',
    {
      'connection-is-trusted-after-four-calls': [
        (normal) => {
          const served = new WeakMap<Connection, number>();
          const last = new WeakMap<Connection, Actor>();
          return {
            authenticate: (call) => {
              const count = served.get(call.connection) ?? 0;
              const before = last.get(call.connection);
              if (count >= 4 && before !== undefined && isAnonymous(call, {})) return before;
              const actor = normal.authenticate(call);
              served.set(call.connection, isRefusal(actor) ? 0 : count + 1);
              if (!isRefusal(actor)) last.set(call.connection, actor);
              return actor;
            },
          };
        },
        'After four served calls in a row on a connection, a call without a credential is served too.',
      ],
      'token-request-opens-the-connection': [
        (normal) => {
          const clients = new WeakMap<Connection, string>();
          return {
            issueAccessToken: (call, subject, app) => {
              const token = normal.issueAccessToken(call, subject, app);
              if (!isRefusal(token)) clients.set(call.connection, token.value);
              return token;
            },
            authenticate: (call) => {
              const token = clients.get(call.connection);
              return token !== undefined && isAnonymous(call, {})
                ? call.tenant.behaviour.authenticateBearer(call, token)
                : normal.authenticate(call);
            },
          };
        },
        'A call without a credential acts as the actor of the token that was last issued on its connection.',
      ],
    },
    ['TRN-06', 'TRN-15', 'LST-29'],
  ),
  ...breaking(
    'TRN-15',
    {
      'equal-requests-share-an-answer': [
        () => {
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
        'Simultaneous calls for one listing all get the answer to the first of them.',
      ],
      'present-caller-is-kept-in-one-place': [
        (normal) => {
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
        'The tenant keeps one credential at a time: a call that arrives overwrites that of a call in progress.',
        ['CCR-15', 'KEY-05'],
      ],
    },
    [
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
  ),
  ...breaking('TRN-06', {
    'creations-need-no-credential': [
      (normal) => {
        let last: Actor | undefined;
        return {
          authenticate: (call) => {
            if (!creates(call)) return normal.authenticate(call);
            if (last !== undefined && isAnonymous(call, {})) return last;
            const actor = normal.authenticate(call);
            if (!isRefusal(actor)) last = actor;
            return actor;
          },
        };
      },
      'A call without a credential creates a record for the actor who created the one before.',
      ['TRN-11'],
    ],
  }),
];

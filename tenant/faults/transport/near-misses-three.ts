import { isRefusal, refusal } from '../../http/refusal.ts';
import {
  headerOf,
  jsonAnswer,
  withHeader,
  type Actor,
  type Answer,
  type Call,
  type Connection,
} from '../../http/message.ts';
import type { Fault } from '../fault.ts';
import { asAdministrator } from './as-administrator.ts';

const isListing = (call: Call): boolean => call.found.route?.part === 'api' && call.request.method === 'GET';

/** A user of this e-mail address. */
const userNamed = (call: Call, email: string) => call.tenant.state.users.values().find((user) => user.email === email);

/** A credential that the tenant makes up for one of its users. */
function asUser(call: Call, id: string): Actor {
  return {
    kind: 'user',
    id,
    credential: { kind: 'apiKey', key: { value: '', userId: id, createdAt: call.now, retiredAt: undefined } },
  };
}

/** What remembers an answer too well, and what believes a request about its caller. */
export const remembranceFaults: readonly Fault[] = [
  {
    id: 'transport/a-cache-serves-whoever-asks-the-same',
    breaks: ['TRN-06', 'TRN-13'],
    also: [
      'TRN-07',
      'TRN-08',
      'TRN-09',
      'TRN-10',
      'TRN-11',
      'TRN-12',
      'TRN-14',
      'TRN-15',
      'TRN-20',
      'TRN-21',
      'LST-29',
    ],
    summary:
      'A cache before the tenant serves a page to callers without a credential for a minute after somebody had it.',
    behaviour: (normal) => {
      const kept = new Map<string, { answer: Answer; at: number }>();
      return {
        accept: (call) => {
          const page = kept.get(call.request.target);
          return page !== undefined &&
            !call.request.headers.has('authorization') &&
            call.request.method === 'GET' &&
            call.now.getTime() - page.at < 60_000
            ? page.answer
            : normal.accept(call);
        },
        answer: (answer, call) => {
          if (isListing(call) && answer.status === 200) {
            kept.set(call.request.target, { answer, at: call.now.getTime() });
          }
          return normal.answer(answer, call);
        },
      };
    },
  },
  {
    id: 'transport/unchanged-pages-need-no-credential',
    breaks: ['TRN-06'],
    summary: 'A listing that is asked for with If-None-Match is answered with 304 before anybody is authenticated.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        isListing(call) && call.request.headers.has('if-none-match') && !call.request.headers.has('authorization')
          ? refusal('no-credential', 'Nothing has changed.')
          : normal.authenticate(call),
      refusalStatus: (call, refused) =>
        refused.detail === 'Nothing has changed.' ? 304 : normal.refusalStatus(call, refused),
    }),
  },
  {
    id: 'transport/page-tokens-are-credentials',
    breaks: ['TRN-06'],
    also: ['TRN-13', 'TRN-20', 'LST-29'],
    summary: 'A following page is served to whoever has its nextToken, without a credential.',
    behaviour: (normal) => {
      const owners = new Map<string, Actor>();
      return {
        answer: (answer, call) => {
          if (isListing(call) && answer.status === 200 && call.found.actor !== undefined) {
            const { nextToken } = JSON.parse(answer.body ?? '{}') as { nextToken?: string };
            if (nextToken !== undefined && nextToken !== '') owners.set(nextToken, call.found.actor);
          }
          return normal.answer(answer, call);
        },
        authenticate: (call) => {
          const owner = owners.get(call.request.query.get('nextToken') ?? '');
          return owner !== undefined && !call.request.headers.has('authorization') ? owner : normal.authenticate(call);
        },
      };
    },
  },
  {
    id: 'transport/a-proxy-is-believed-to-name-the-user',
    breaks: ['TRN-06'],
    summary: 'The user whom X-Forwarded-Email names needs no credential.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const user = userNamed(call, headerOf(call.request, 'x-forwarded-email') ?? '');
        return user !== undefined && !call.request.headers.has('authorization')
          ? asUser(call, user.id)
          : normal.authenticate(call);
      },
    }),
  },
  {
    id: 'transport/keys-in-x-api-key',
    breaks: ['TRN-06'],
    summary: 'An API key in X-Api-Key counts where there is no Authorization header.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const sent = headerOf(call.request, 'x-api-key');
        if (sent === undefined || call.request.headers.has('authorization')) return normal.authenticate(call);
        return normal.authenticateBasic(call, Buffer.from(`${sent}:`).toString('base64'));
      },
    }),
  },
  {
    id: 'transport/keys-in-the-query',
    breaks: ['TRN-06'],
    summary: 'An API key in the parameter api_key counts where there is no Authorization header.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const sent = call.request.query.get('api_key');
        if (sent === null || call.request.headers.has('authorization')) return normal.authenticate(call);
        return normal.authenticateBasic(call, Buffer.from(`${sent}:`).toString('base64'));
      },
    }),
  },
  {
    id: 'transport/tokens-in-the-parameter-token-under-v3',
    breaks: ['TRN-11'],
    summary: 'Under v3 a token in the query parameter token counts where there is no header.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const sent = call.request.query.get('token');
        return sent === null || call.request.headers.has('authorization') || !call.request.path.startsWith('/api/v3/')
          ? normal.authenticate(call)
          : normal.authenticateBearer(call, sent);
      },
    }),
  },
  {
    id: 'transport/a-token-answer-begins-a-session',
    breaks: ['TRN-13'],
    also: ['TRN-06', 'TRN-21'],
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
    id: 'transport/broken-headers-on-a-known-connection',
    breaks: ['TRN-10'],
    also: ['TRN-13', 'KEY-08', 'TRN-09'],
    summary: 'An Authorization header that cannot be read counts as the one before it on the connection.',
    behaviour: (normal) => {
      const known = new WeakMap<Connection, Actor>();
      return {
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          if (isRefusal(actor)) {
            return actor.refused === 'malformed-credential' ? (known.get(call.connection) ?? actor) : actor;
          }
          known.set(call.connection, actor);
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
    id: 'transport/a-session-rescues-tokens-that-were-good',
    breaks: ['TRN-21'],
    also: ['EXP-03', 'EXP-04'],
    summary: 'Where an access token has expired the session of the browser counts.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        if (!isRefusal(actor) || actor.refused !== 'expired-credential') return actor;
        const user = call.tenant.behaviour.signedInUser(call);
        return user === undefined ? actor : asUser(call, user.id);
      },
    }),
  },
  {
    id: 'transport/a-session-rescues-wrong-keys',
    breaks: ['TRN-21'],
    summary: 'Where a Basic credential is no good the session of the browser counts.',
    behaviour: (normal) => ({
      authenticateBasic: (call, value) => {
        const actor = normal.authenticateBasic(call, value);
        const user = isRefusal(actor) ? call.tenant.behaviour.signedInUser(call) : undefined;
        return user === undefined ? actor : asUser(call, user.id);
      },
    }),
  },
  {
    id: 'transport/a-parameter-rescues-a-wrong-token',
    breaks: ['TRN-21'],
    also: ['TRN-11'],
    summary: 'Where a bearer token is no good the query parameter access_token counts; without a header it does not.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const actor = normal.authenticateBearer(call, value);
        const sent = call.request.query.get('access_token');
        return isRefusal(actor) && sent !== null ? normal.authenticateBearer(call, sent) : actor;
      },
    }),
  },
  {
    id: 'transport/basic-values-are-read-under-bearer',
    breaks: ['TRN-07'],
    also: ['KEY-11'],
    summary: 'A bearer value that is the base64 of a key and a colon is read as under Basic.',
    behaviour: (normal) => ({
      authenticateBearer: (call, value) => {
        const actor = normal.authenticateBearer(call, value);
        return isRefusal(actor) && Buffer.from(value, 'base64').toString('utf8').endsWith(':')
          ? normal.authenticateBasic(call, value)
          : actor;
      },
    }),
  },
  {
    id: 'transport/a-slash-at-the-end-needs-no-credential',
    breaks: ['TRN-06'],
    summary: 'Only the exact paths are guarded: with a slash at their end listings are served to everybody.',
    behaviour: (normal) => ({
      pathOf: (call) => normal.pathOf(call).replace(/(?<=.)\/$/, ''),
      authenticate: (call) =>
        call.request.path.endsWith('/') && !call.request.headers.has('authorization')
          ? asAdministrator(call)
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/filters-are-read-first',
    breaks: ['TRN-20'],
    summary: 'A schemaFields that cannot be read is answered with 400 before anybody is authenticated.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const filter = call.request.query.get('schemaFields');
        return filter !== null && !filter.startsWith('{')
          ? refusal('invalid-query', 'schemaFields cannot be read.')
          : normal.authenticate(call);
      },
    }),
  },
  {
    id: 'transport/unknown-parameters-are-refused-first',
    breaks: ['TRN-20'],
    also: ['TRN-11'],
    summary: 'A query parameter that listings do not know is answered with 400 before anybody is authenticated.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        isListing(call) &&
        [...call.request.query.keys()].some((name) => !/^(pageSize|sort|nextToken|schemaFields.*|schemaId)$/.test(name))
          ? refusal('invalid-query', 'There is no such parameter.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/clear-text-after-the-first-refusal',
    breaks: ['TRN-03'],
    also: ['TRN-04', 'TRN-05'],
    summary: 'The first clear-text call of a connection is answered with 426, and those after it are served.',
    behaviour: (normal) => {
      const asked = new WeakSet<Connection>();
      return {
        readsClearText: () => true,
        answerClearText: (call) => {
          if (asked.has(call.connection)) return normal.answerClearText(call) && 'as-if-secure';
          asked.add(call.connection);
          return jsonAnswer(426, { error: 'upgrade_required' }, [['Upgrade', 'TLS/1.2, HTTP/1.1']]);
        },
      };
    },
  },
  {
    id: 'transport/clear-text-is-believed-to-be-forwarded-by-rfc-7239',
    breaks: ['TRN-03', 'TRN-04'],
    summary: 'Clear text is refused but for requests with a Forwarded header that says proto=https.',
    behaviour: (normal) => ({
      readsClearText: () => true,
      answerClearText: (call) =>
        /proto="?https/i.test(headerOf(call.request, 'forwarded') ?? '')
          ? 'as-if-secure'
          : normal.answerClearText(call),
    }),
  },
];

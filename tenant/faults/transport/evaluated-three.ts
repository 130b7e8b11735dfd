import { setTimeout } from 'node:timers/promises';
import { tokenEndpoint } from '../../endpoints/token.ts';
import { headerOf, type Actor, type Call, type Connection } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { AccessToken } from '../../state/model.ts';
import type { Fault } from '../fault.ts';

const authorizationIn = (call: Call): string => headerOf(call.request, 'authorization')?.trim() ?? '';

/** What stands behind the scheme Bearer. */
const bearerIn = (call: Call): string | undefined => /^bearer +(\S+)$/i.exec(authorizationIn(call))?.[1];

/** ID tokens are in three parts, access tokens in one. */
const looksLikeIdToken = (value: string | undefined): boolean => value?.split('.').length === 3;

const isApi = (call: Call): boolean => call.found.route?.part === 'api';

/** Whoever is let in without being known. */
function administratorOf(call: Call): Actor {
  const { id } = call.tenant.administrator();
  const key = { value: '', userId: id, createdAt: call.now, retiredAt: undefined };
  return { kind: 'user', id, credential: { kind: 'apiKey', key } };
}

/** Mistakes about callers that show at the second time, beside others, or where a header or an address is written otherwise. */
export const evaluatedThreeFaults: readonly Fault[] = [
  {
    id: 'transport/id-tokens-in-clear-text',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for calls with an ID token.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) => (looksLikeIdToken(bearerIn(call)) ? 'as-if-secure' : 'disconnect'),
    }),
  },
  {
    id: 'transport/token-requests-in-the-query-of-clear-text',
    breaks: ['TRN-04'],
    summary: 'Clear-text requests are dropped, but for those that carry a whole token request in their query.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) => {
        const { request } = call;
        if (request.path !== '/oauth/token' || !request.query.has('grant_type')) return 'disconnect';
        const headers = new Map([...request.headers, ['content-type', ['application/x-www-form-urlencoded']] as const]);
        const body = Buffer.from(request.query.toString());
        return tokenEndpoint({ ...call, request: { ...request, method: 'POST', headers, body } });
      },
    }),
  },
  {
    id: 'transport/escapes-in-a-path-pass-the-guard',
    breaks: ['TRN-06'],
    summary:
      'A path is guarded as it is written: with an escaped letter it leads to the listing, and nobody asks who calls.',
    behaviour: (normal) => {
      const decoded = (call: Call): string => {
        try {
          return decodeURIComponent(call.request.path);
        } catch {
          return call.request.path;
        }
      };
      return {
        pathOf: (call) => (normal.pathOf(call) === call.request.path ? decoded(call) : normal.pathOf(call)),
        authenticate: (call) => {
          const actor = normal.authenticate(call);
          return isRefusal(actor) && decoded(call) !== call.request.path ? administratorOf(call) : actor;
        },
      };
    },
  },
  {
    id: 'transport/a-cookie-alone-is-forbidden',
    breaks: ['TRN-06'],
    also: ['TRN-13', 'TRN-12'],
    summary: 'A call with some cookie and no Authorization header is taken for a forgery, and answered with 403.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        call.request.headers.has('cookie') && !call.request.headers.has('authorization')
          ? refusal('forbidden', 'The CSRF token is missing.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/an-unknown-token-is-let-in-the-second-time',
    breaks: ['TRN-07'],
    summary: 'That a token was looked up is remembered, and not that it was not found: the second time it is let in.',
    behaviour: (normal) => {
      const lookedUp = new Set<string>();
      return {
        authenticateBearer: (call, value) => {
          if (normal.findAccessToken(call, value) !== undefined || looksLikeIdToken(value)) {
            return normal.authenticateBearer(call, value);
          }
          if (lookedUp.has(value)) return administratorOf(call);
          lookedUp.add(value);
          return normal.authenticateBearer(call, value);
        },
      };
    },
  },
  {
    id: 'transport/unknown-tokens-beside-a-known-one',
    breaks: ['TRN-07'],
    also: ['TRN-15'],
    summary:
      'Tokens that arrive together are looked up together, and one that is not found gets what its neighbour is.',
    behaviour: (normal) => {
      const underWay = new Map<Call, AccessToken>();
      return {
        prepareCall: (call) => {
          const token = isApi(call) ? normal.findAccessToken(call, bearerIn(call) ?? '') : undefined;
          if (token === undefined) return normal.prepareCall(call);
          underWay.set(call, token);
          return setTimeout(3).then(() => void underWay.delete(call));
        },
        authenticateBearer: (call, value) => {
          const [neighbour] = underWay.values();
          return normal.findAccessToken(call, value) === undefined &&
            !looksLikeIdToken(value) &&
            neighbour !== undefined
            ? normal.authenticateBearer(call, neighbour.value)
            : normal.authenticateBearer(call, value);
        },
      };
    },
  },
  {
    id: 'transport/a-token-that-was-served-is-known-by-its-start',
    breaks: ['TRN-08'],
    summary: 'Tokens that were served are remembered by their first 24 characters, which then suffice.',
    behaviour: (normal) => {
      const served = new Map<string, string>();
      return {
        authenticateBearer: (call, value) => {
          const start = value.slice(0, 24);
          const actor = normal.authenticateBearer(call, served.get(start) ?? value);
          if (!isRefusal(actor) && actor.credential.kind === 'accessToken')
            served.set(start, actor.credential.token.value);
          return actor;
        },
      };
    },
  },
  {
    id: 'transport/bearer-is-found-anywhere-in-the-header',
    breaks: ['TRN-09'],
    also: ['TRN-10'],
    summary: 'The Authorization header is searched for Bearer and a token, wherever in it they stand.',
    behaviour: (normal) => ({
      readAuthorization: (call, authorization) => {
        const value = /bearer +(\S+)/i.exec(authorization)?.[1];
        return value === undefined ? normal.readAuthorization(call, authorization) : { scheme: 'bearer', value };
      },
    }),
  },
  {
    id: 'transport/tokens-in-the-query-of-following-pages',
    breaks: ['TRN-11'],
    summary: 'Beside a nextToken a token in the query parameter access_token counts where there is no header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const { query, headers } = call.request;
        const token = query.get('access_token');
        return token !== null && query.has('nextToken') && !headers.has('authorization')
          ? `Bearer ${token}`
          : normal.authorizationOf(call);
      },
      pageTokenIsBoundTo: (call, actor, listing) => {
        const query = new URLSearchParams(call.request.query);
        query.delete('access_token');
        return normal.pageTokenIsBoundTo({ ...call, request: { ...call.request, query } }, actor, listing);
      },
    }),
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
    id: 'transport/bearer-in-small-letters-takes-no-id-token',
    breaks: ['TRN-16'],
    summary: 'An ID token is looked for behind Bearer with a capital letter only.',
    behaviour: (normal) => ({
      authenticateIdToken: (call, value) =>
        authorizationIn(call).startsWith('Bearer ')
          ? normal.authenticateIdToken(call, value)
          : refusal('unknown-credential', 'The access token is not known.'),
    }),
  },
  {
    id: 'transport/line-breaks-in-names-stay-as-they-are',
    breaks: ['TRN-18'],
    summary: 'A line break in the name of a record goes into the JSON of a page as it is.',
    behaviour: (normal) => ({
      answer: (answer, call) =>
        isApi(call) && answer.status === 200 && answer.body !== undefined
          ? { ...answer, body: answer.body.replaceAll('\\n', '\n') }
          : normal.answer(answer, call),
    }),
  },
  {
    id: 'transport/the-query-comes-before-the-age-of-a-token',
    breaks: ['TRN-20'],
    summary: 'Whether a token has expired is looked at after the query: a wrong pageSize beside it is a bad request.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        const pageSize = call.request.query.get('pageSize');
        return isRefusal(actor) && actor.refused === 'expired-credential' && !/^([1-9]\d*)?$/.test(pageSize ?? '')
          ? refusal('invalid-query', 'pageSize must be a whole number above 0.')
          : actor;
      },
    }),
  },
  {
    id: 'transport/a-session-rescues-broken-headers',
    breaks: ['TRN-21'],
    summary: 'Where an Authorization header cannot be read the session of the browser counts.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const actor = normal.authenticate(call);
        const session = call.tenant.behaviour.sessionOf(call);
        if (!isRefusal(actor) || actor.refused !== 'malformed-credential' || session === undefined) return actor;
        const key = { value: '', userId: session.userId, createdAt: call.now, retiredAt: undefined };
        return { kind: 'user', id: session.userId, credential: { kind: 'apiKey', key } };
      },
    }),
  },
];

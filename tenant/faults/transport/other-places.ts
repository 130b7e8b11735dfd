import type { Actor, Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import { creates } from '../calls.ts';
import type { Fault } from '../fault.ts';

/** The cookies that came along, by name. */
const cookiesOf = (call: Call): ReadonlyMap<string, string> =>
  new Map(
    (headerOf(call.request, 'cookie') ?? '')
      .split(/; */)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
  );

/** Credentials that count in another place than the Authorization header. */
export const otherPlaceFaults: readonly Fault[] = [
  {
    id: 'transport/tokens-in-a-cookie',
    breaks: ['TRN-11'],
    summary: 'An access token in a cookie named access_token counts where there is no Authorization header.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const token = cookiesOf(call).get('access_token');
        return token === undefined || call.request.headers.has('authorization')
          ? normal.authenticate(call)
          : normal.authenticateBearer(call, token);
      },
    }),
  },
  {
    id: 'transport/tokens-in-proxy-authorization',
    breaks: ['TRN-11'],
    summary: 'The header Proxy-Authorization is read where there is no Authorization header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const sent = normal.authorizationOf(call);
        return isRefusal(sent) ? (headerOf(call.request, 'proxy-authorization') ?? sent) : sent;
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
    id: 'transport/tokens-in-a-json-body-of-results',
    breaks: ['TRN-11'],
    summary: 'The assay-results listing takes an access token from the member access_token of a JSON body.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const sent = normal.authorizationOf(call);
        if (!isRefusal(sent) || !call.request.path.endsWith('/assay-results')) return sent;
        const token = /"access_token"\s*:\s*"([^"]+)"/.exec(call.request.body.toString('utf8'))?.[1];
        return token === undefined ? sent : `Bearer ${token}`;
      },
    }),
  },
  {
    id: 'transport/keys-in-x-api-key',
    breaks: ['TRN-11'],
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
    breaks: ['TRN-11'],
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
    id: 'transport/page-tokens-rescue-wrong-tokens',
    breaks: ['TRN-21'],
    also: ['LST-29', 'TRN-07', 'TRN-08', 'OIC-05', 'LIF-21', 'LIF-02', 'LIF-31', 'EXP-02', 'LIF-01', 'EXP-03'],
    summary: 'A bearer token that is no good is not looked at where the nextToken is: its page goes to whoever asks.',
    behaviour: (normal) => {
      const readers = new Map<string, Actor>();
      return {
        makePageToken: (call, actor, listing, last) => {
          const token = normal.makePageToken(call, actor, listing, last);
          readers.set(token, actor);
          return token;
        },
        authenticateBearer: (call, value) => {
          const actor = normal.authenticateBearer(call, value);
          return isRefusal(actor) ? (readers.get(call.request.query.get('nextToken') ?? '') ?? actor) : actor;
        },
      };
    },
  },

  {
    id: 'transport/tokens-in-the-parameter-oauth-token',
    breaks: ['TRN-11'],
    summary: 'An access token in the parameter oauth_token authenticates a call without an Authorization header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const token = call.request.query.get('oauth_token');
        return token === null || call.request.headers.has('authorization')
          ? normal.authorizationOf(call)
          : `Bearer ${token}`;
      },
    }),
  },
  {
    id: 'transport/tokens-for-users-in-the-query',
    breaks: ['TRN-11'],
    summary: 'An access token that acts for a user authenticates a call in the parameter access_token.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        const token = call.request.query.get('access_token') ?? '';
        const isForUser = normal.findAccessToken(call, token)?.subject.kind === 'user';
        return isForUser && !call.request.headers.has('authorization')
          ? `Bearer ${token}`
          : normal.authorizationOf(call);
      },
    }),
  },
  {
    id: 'transport/tokens-in-the-json-body-of-a-creation',
    breaks: ['TRN-11'],
    summary: 'An access token as access_token in the JSON body creates an entry without an Authorization header.',
    behaviour: (normal) => ({
      authorizationOf: (call) => {
        if (!creates(call) || call.request.headers.has('authorization')) return normal.authorizationOf(call);
        const [, token] = /"access_token": *"([^"]+)"/.exec(call.request.body.toString('utf8')) ?? [];
        return token === undefined ? normal.authorizationOf(call) : `Bearer ${token}`;
      },
    }),
  },
];

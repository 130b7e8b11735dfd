import type { Actor, Call } from '../../call.ts';
import { headerOf } from '../../http/message.ts';
import { isRefusal } from '../../http/refusal.ts';
import { creates, formOf } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { readElsewhere } from '../operators/callers.ts';
import { always, onVersion, atResults } from '../operators/kinds.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { hasParameter, isPost } from './conditions.ts';
import { breaking } from './rows.ts';

type Find = (call: Call) => string | null | undefined;

/** Returns a decision: without an Authorization header, a credential in another place counts. */
const elsewhere = (find: Find, header = (sent: string) => `Bearer ${sent}`): Wrong => ({
  breaks: ['TRN-11'],
  wrong: readElsewhere((call) => {
    const sent = find(call);
    return typeof sent === 'string' ? header(sent) : undefined;
  }),
});
const keyElsewhere = (find: Find): Wrong =>
  elsewhere(find, (sent) => `Basic ${Buffer.from(`${sent}:`).toString('base64')}`);

/** Returns a decision: without an Authorization header, a token in a query parameter counts. */
const inParameter = (name: string): Wrong => elsewhere(({ request }) => request.query.get(name));
const inQuery = inParameter('access_token');
const inJson = elsewhere(({ request }) => /"access_token"\s*:\s*"([^"]+)"/.exec(request.body.toString('utf8'))?.[1]);

/** Faults that accept credentials in another place than the Authorization header. */
export const otherPlaceFaults: readonly Fault[] = [
  ...faultsOf('transport', {
    'tokens-in-a-cookie': [
      elsewhere(({ request }) => /(?:^|; *)access_token=([^;]*)/.exec(headerOf(request, 'cookie') ?? '')?.[1]),
      always,
      'An access token in a cookie named access_token counts if there is no Authorization header.',
    ],
    'tokens-in-x-auth-token': [
      elsewhere(({ request }) => headerOf(request, 'x-auth-token')?.replace(/^Bearer /, '')),
      always,
      'A token in X-Auth-Token counts if there is no Authorization header.',
    ],
    'tokens-in-proxy-authorization': [
      elsewhere(({ request }) => headerOf(request, 'proxy-authorization'), String),
      always,
      'The header Proxy-Authorization is read if there is no Authorization header.',
    ],
    'tokens-in-the-query': [
      inQuery,
      always,
      'A token in the query parameter access_token counts if there is no header.',
    ],
    'tokens-stand-beside-a-page-size': [
      inQuery,
      hasParameter('pageSize'),
      'In a call with a pageSize, a token in the query parameter access_token counts if there is no header.',
    ],
    'tokens-of-creations-stand-anywhere': [
      inQuery,
      isPost,
      'For a creation, a token in the query parameter access_token counts if there is no header.',
    ],
    'tokens-for-users-in-the-query': [
      inQuery,
      (call) => {
        const token = call.request.query.get('access_token') ?? '';
        return call.tenant.behaviour.findAccessToken(call, token)?.subject.kind === 'user';
      },
      'A delegated token in the query parameter access_token counts if there is no header.',
    ],
    'tokens-in-the-parameter-token-under-v3': [
      inParameter('token'),
      onVersion('v3'),
      'Under v3, a token in the query parameter token counts if there is no header.',
    ],
    'tokens-in-a-parameter-in-camel-case': [
      inParameter('accessToken'),
      always,
      'A token in the query parameter accessToken counts if there is no header.',
    ],
    'tokens-in-the-parameter-oauth-token': [
      inParameter('oauth_token'),
      always,
      'A token in the query parameter oauth_token counts if there is no header.',
    ],
    'tokens-in-a-form-body-under-v2': [
      elsewhere((call) => formOf(call).get('access_token')),
      onVersion('v2'),
      'Under v2, a token in the field access_token of a form body counts if there is no header.',
    ],
    'tokens-in-a-json-body-of-results': [
      inJson,
      atResults,
      'The listing of assay results reads an access token from the member access_token of a JSON body.',
    ],
    'tokens-in-the-json-body-of-a-creation': [
      inJson,
      creates,
      'An access token as access_token in the JSON body creates an entry without an Authorization header.',
    ],
    'keys-in-x-api-key': [
      keyElsewhere(({ request }) => headerOf(request, 'x-api-key')),
      always,
      'An API key in X-Api-Key counts if there is no Authorization header.',
    ],
    'keys-in-the-query': [
      keyElsewhere(({ request }) => request.query.get('api_key')),
      always,
      'An API key in the parameter api_key counts if there is no Authorization header.',
    ],
  }),
  ...breaking('TRN-11', {
    'authorization-as-a-parameter': [
      (normal) => ({
        authorizationOf: (call) => call.request.query.get('authorization') ?? normal.authorizationOf(call),
      }),
      'The query parameter authorization replaces the header.',
    ],
    'tokens-in-the-query-of-following-pages': [
      (normal) => ({
        ...inQuery.wrong(hasParameter('nextToken'))(normal),
        pageTokenIsBoundTo: (call, actor, listing) => {
          const query = new URLSearchParams(call.request.query);
          query.delete('access_token');
          return normal.pageTokenIsBoundTo({ ...call, request: { ...call.request, query } }, actor, listing);
        },
      }),
      'In a call with a nextToken, a token in the query parameter access_token counts if there is no header.',
    ],
  }),
  ...breaking('TRN-21', {
    'a-parameter-rescues-a-wrong-token': [
      (normal) => ({
        authenticateBearer: (call, value) => {
          const actor = normal.authenticateBearer(call, value);
          const sent = call.request.query.get('access_token');
          return isRefusal(actor) && sent !== null ? normal.authenticateBearer(call, sent) : actor;
        },
      }),
      'If a bearer token is refused, the query parameter access_token counts; without a header it does not.',
      ['TRN-11'],
    ],
    'page-tokens-rescue-wrong-tokens': [
      (normal) => {
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
      'A call with a wrong bearer token and a valid nextToken gets the page of the actor to whom the nextToken was given.',
      ['LST-29', 'TRN-07', 'TRN-08', 'OIC-05', 'LIF-21', 'LIF-02', 'LIF-31', 'EXP-02', 'LIF-01', 'EXP-03'],
    ],
  }),
];

import { tokenEndpoint } from '../../endpoints/token.ts';
import type { Call } from '../../call.ts';
import { headerOf, jsonAnswer, type Connection } from '../../http/message.ts';
import type { Fault } from '../fault.ts';
import { bearerIn, looksLikeIdToken } from './api-calls.ts';

const form = (call: Call): URLSearchParams => new URLSearchParams(call.request.body.toString('utf8'));

/** Clear text is dropped, but for the calls that are named. */
const inClearText =
  (served: (call: Call) => boolean): Fault['behaviour'] =>
  () => ({
    readsClearText: () => true,
    answerClearText: (call) => (served(call) ? 'as-if-secure' : 'disconnect'),
  });

/** The token that stands in the Authorization header. */
function tokenIn(call: Call) {
  const sent = call.request.headers.get('authorization')?.[0] ?? '';
  return call.tenant.behaviour.findAccessToken(call, sent.replace(/^bearer +/i, ''));
}

/** What clear-text requests are given. */
export const clearTextFaults: readonly Fault[] = [
  {
    id: 'transport/clear-text-is-served',
    breaks: ['TRN-03', 'TRN-04'],
    also: ['TRN-05'],
    summary: 'Clear-text requests to the port are answered as if they had come over TLS.',
    behaviour: () => ({ readsClearText: () => true, answerClearText: () => 'as-if-secure' }),
  },
  {
    id: 'transport/clear-text-is-served-for-plates',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for those to /api/v2/plates.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) => (call.request.path === '/api/v2/plates' ? 'as-if-secure' : 'disconnect'),
    }),
  },
  {
    id: 'transport/clear-text-creates-records',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for those that create something.',
    behaviour: inClearText(({ tenant, request }) => {
      const paths = tenant.behaviour.entryCreationPaths();
      return request.method === 'POST' && paths.includes(request.path);
    }),
  },
  {
    id: 'transport/clear-text-is-redirected-with-the-answer',
    breaks: ['TRN-03', 'TRN-04'],
    also: ['TRN-05'],
    summary: 'Clear-text requests are redirected to HTTPS, but the redirect holds the answer already.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: () => 'as-if-secure',
      answer: (answer, call) => {
        if (call.connection.secure) return answer;
        const location = ['Location', call.tenant.baseUrl() + call.request.target] as const;
        return { ...answer, status: 308, headers: [...answer.headers, location] };
      },
    }),
  },
  {
    id: 'transport/clear-text-is-believed-to-be-forwarded',
    breaks: ['TRN-03', 'TRN-04'],
    summary: 'Clear text is refused but for requests that say themselves that they came to a proxy over TLS.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) =>
        headerOf(call.request, 'x-forwarded-proto') === 'https'
          ? 'as-if-secure'
          : { status: 403, headers: [], body: undefined },
    }),
  },
  {
    id: 'transport/clear-text-is-served-for-keys',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for scripts that use an API key.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) =>
        /^basic /i.test(headerOf(call.request, 'authorization') ?? '') ? 'as-if-secure' : 'disconnect',
    }),
  },
  {
    id: 'transport/clear-text-legacy-tokens',
    breaks: ['TRN-04'],
    summary: 'The legacy token path answers in clear text too; everything else asks for an upgrade.',
    behaviour: () => ({
      readsClearText: () => true,
      answerClearText: (call) =>
        call.request.path === '/api/v2/token'
          ? 'as-if-secure'
          : { status: 426, headers: [['Upgrade', 'TLS/1.2']], body: undefined },
    }),
  },
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
    id: 'transport/delegated-tokens-in-clear-text',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for calls with a delegated token.',
    behaviour: inClearText((call) => tokenIn(call)?.delegation !== undefined),
  },
  {
    id: 'transport/following-pages-in-clear-text',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for following pages.',
    behaviour: inClearText((call) => call.request.query.has('nextToken')),
  },
  {
    id: 'transport/v3-entries-in-clear-text-for-apps',
    breaks: ['TRN-03'],
    summary: 'Clear-text requests are dropped, but for the v3 listing of entries with an app token.',
    behaviour: inClearText(
      (call) => call.request.path === '/api/v3/entry/items' && tokenIn(call)?.subject.kind === 'app',
    ),
  },
  {
    id: 'transport/refreshes-in-clear-text',
    breaks: ['TRN-04'],
    summary: 'Clear-text requests are dropped, but for refreshes.',
    behaviour: inClearText((call) => form(call).get('grant_type') === 'refresh_token'),
  },
  {
    id: 'transport/exchanges-in-clear-text',
    breaks: ['TRN-04'],
    summary: 'Clear-text requests are dropped, but for the exchange of codes.',
    behaviour: inClearText((call) => form(call).get('grant_type') === 'authorization_code'),
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

import { tokenEndpoint } from '../../endpoints/token.ts';
import type { Call } from '../../call.ts';
import { jsonAnswer, type Answer, type Connection } from '../../http/message.ts';
import { isFollowing, sorts, bearerIn } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { all, always, at } from '../operators/kinds.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { asksBy, hasHeader, hasParameter, isPost, looksLikeIdToken, sends, tokenSent } from './conditions.ts';
import { breaking } from './rows.ts';

/** Some requests in clear text are served, and the others dropped or answered like this. */
const servedInClearText = (breaks: string, otherwise?: (call: Call) => Answer): Wrong => ({
  breaks: [breaks],
  wrong: (when) => () => ({
    readsClearText: () => true,
    answerClearText: (call) => (when(call, {}) ? 'as-if-secure' : (otherwise?.(call) ?? 'disconnect')),
  }),
});
const calls = servedInClearText('TRN-03');
const tokenRequests = servedInClearText('TRN-04');
const authorizations = servedInClearText('TRN-05');

const atAuthorization = at('/oauth/authorize');
const toHttps = (call: Call): Answer => ({
  status: 308,
  headers: [['Location', call.tenant.baseUrl() + call.request.target]],
  body: undefined,
});

/** What clear-text requests are given. */
export const clearTextFaults: readonly Fault[] = [
  ...faultsOf('transport', {
    'clear-text-is-served': [
      calls,
      always,
      'Clear-text requests to the port are answered as if they had come over TLS.',
      { breaks: ['TRN-03', 'TRN-04'], also: ['TRN-05'] },
    ],
    'clear-text-is-served-for-plates': [
      calls,
      at('/api/v2/plates'),
      'Clear text is dropped but for those to /api/v2/plates.',
    ],
    'clear-text-creates-records': [
      calls,
      all(isPost, ({ tenant, request }) => tenant.behaviour.entryCreationPaths().includes(request.path)),
      'Clear text is dropped but for those that create something.',
    ],
    'clear-text-is-believed-to-be-forwarded': [
      servedInClearText('TRN-03', () => ({ status: 403, headers: [], body: undefined })),
      hasHeader('x-forwarded-proto', /^https$/),
      'Clear text is refused but for requests that say themselves that they came to a proxy over TLS.',
      { breaks: ['TRN-03', 'TRN-04'] },
    ],
    'clear-text-is-believed-to-be-forwarded-by-rfc-7239': [
      calls,
      hasHeader('forwarded', /proto="?https/i),
      'Clear text is dropped but for requests with a Forwarded header that says proto=https.',
      { breaks: ['TRN-03', 'TRN-04'] },
    ],
    'clear-text-is-served-for-keys': [
      calls,
      sends(/^basic /i),
      'Clear text is dropped but for scripts that use an API key.',
    ],
    'id-tokens-in-clear-text': [
      calls,
      (call) => looksLikeIdToken(bearerIn(call)),
      'Clear text is dropped but for calls with an ID token.',
    ],
    'delegated-tokens-in-clear-text': [
      calls,
      (call) => tokenSent(call)?.delegation !== undefined,
      'Clear text is dropped but for calls with a delegated token.',
    ],
    'following-pages-in-clear-text': [calls, isFollowing, 'Clear text is dropped but for following pages.'],
    'sorted-listings-are-served-in-clear-text': [
      calls,
      sorts,
      'Clear text is dropped but for those of sorted listings.',
    ],
    'v3-entries-in-clear-text-for-apps': [
      calls,
      all(at('/api/v3/entry/items'), (call) => tokenSent(call)?.subject.kind === 'app'),
      'Clear text is dropped but for the v3 listing of entries with an app token.',
    ],
    'clear-text-legacy-tokens': [
      servedInClearText('TRN-04', () => ({ status: 426, headers: [['Upgrade', 'TLS/1.2']], body: undefined })),
      at('/api/v2/token'),
      'The legacy token path answers in clear text too; everything else asks for an upgrade.',
    ],
    'refreshes-in-clear-text': [tokenRequests, asksBy('refresh_token'), 'Clear text is dropped but for refreshes.'],
    'exchanges-in-clear-text': [
      tokenRequests,
      asksBy('authorization_code'),
      'Clear text is dropped but for the exchange of codes.',
    ],
    'authorization-in-clear-text': [
      authorizations,
      atAuthorization,
      'The authorization endpoint answers in clear text as over TLS; everything else is dropped.',
    ],
    'authorization-is-redirected-with-its-code': [
      servedInClearText('TRN-05', toHttps),
      all(atAuthorization, (call) => call.tenant.behaviour.sessionOf(call) !== undefined),
      'Clear-text requests are redirected to HTTPS, but authorizations to the app at once.',
    ],
    'clear-text-authorization-for-local-apps': [
      authorizations,
      all(atAuthorization, hasParameter('redirect_uri', /^http:\/\/localhost/)),
      'In clear text the authorization endpoint serves requests whose redirect URI is on localhost.',
    ],
    'clear-text-authorization-for-the-signed-in': [
      authorizations,
      all(atAuthorization, hasHeader('cookie')),
      'In clear text the authorization endpoint serves browsers with a session, and drops the others.',
    ],
  }),
  ...breaking(['TRN-03', 'TRN-04'], {
    'clear-text-is-redirected-with-the-answer': [
      () => ({
        readsClearText: () => true,
        answerClearText: () => 'as-if-secure',
        answer: (answer, call) => {
          if (call.connection.secure) return answer;
          const { status, headers } = toHttps(call);
          return { ...answer, status, headers: [...answer.headers, ...headers] };
        },
      }),
      'Clear-text requests are redirected to HTTPS, but the redirect holds the answer already.',
      ['TRN-05'],
    ],
  }),
  ...breaking('TRN-04', {
    'token-requests-in-the-query-of-clear-text': [
      () => ({
        readsClearText: () => true,
        answerClearText: (call) => {
          const { request } = call;
          if (request.path !== '/oauth/token' || !request.query.has('grant_type')) return 'disconnect';
          const headers = new Map([
            ...request.headers,
            ['content-type', ['application/x-www-form-urlencoded']] as const,
          ]);
          const body = Buffer.from(request.query.toString());
          return tokenEndpoint({ ...call, request: { ...request, method: 'POST', headers, body } });
        },
      }),
      'Clear text is dropped but for those that carry a whole token request in their query.',
    ],
  }),
  ...breaking('TRN-03', {
    'clear-text-after-the-first-refusal': [
      () => {
        const asked = new WeakSet<Connection>();
        return {
          readsClearText: () => true,
          answerClearText: ({ connection }) => {
            if (asked.has(connection)) return 'as-if-secure';
            asked.add(connection);
            return jsonAnswer(426, { error: 'upgrade_required' }, [['Upgrade', 'TLS/1.2, HTTP/1.1']]);
          },
        };
      },
      'The first clear-text call of a connection is answered with 426, and those after it are served.',
      ['TRN-04', 'TRN-05'],
    ],
  }),
];

import { tokenEndpoint } from '../../endpoints/token.ts';
import type { Call } from '../../call.ts';
import { jsonAnswer, type Answer, type Connection } from '../../http/message.ts';
import { isFollowing, sorts, bearerIn } from '../calls.ts';
import type { Fault } from '../fault.ts';
import { all, always, at } from '../operators/kinds.ts';
import { faultsOf, type Wrong } from '../operators/rows.ts';
import { asksBy, hasHeader, hasParameter, isPost, looksLikeIdToken, sends, tokenSent } from './conditions.ts';
import { breaking } from './rows.ts';

/** Returns a decision: some requests in clear text are served, the others dropped or answered with `otherwise`. */
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

/** Faults in the answers to requests in clear text. */
export const clearTextFaults: readonly Fault[] = [
  ...faultsOf('transport', {
    'clear-text-is-served': [
      calls,
      always,
      'Requests in clear text are answered as if they had come over TLS.',
      { breaks: ['TRN-03', 'TRN-04'], also: ['TRN-05'] },
    ],
    'clear-text-is-served-for-plates': [
      calls,
      at('/api/v2/plates'),
      'Requests in clear text are dropped, except those to /api/v2/plates.',
    ],
    'clear-text-creates-records': [
      calls,
      all(isPost, ({ tenant, request }) => tenant.behaviour.entryCreationPaths().includes(request.path)),
      'Requests in clear text are dropped, except those that create an entry.',
    ],
    'clear-text-is-believed-to-be-forwarded': [
      servedInClearText('TRN-03', () => ({ status: 403, headers: [], body: undefined })),
      hasHeader('x-forwarded-proto', /^https$/),
      'Requests in clear text are refused, except those whose X-Forwarded-Proto says that a proxy received them over TLS.',
      { breaks: ['TRN-03', 'TRN-04'] },
    ],
    'clear-text-is-believed-to-be-forwarded-by-rfc-7239': [
      calls,
      hasHeader('forwarded', /proto="?https/i),
      'Requests in clear text are dropped, except those with a Forwarded header that says proto=https.',
      { breaks: ['TRN-03', 'TRN-04'] },
    ],
    'clear-text-is-served-for-keys': [
      calls,
      sends(/^basic /i),
      'Requests in clear text are dropped, except calls with an API key.',
    ],
    'id-tokens-in-clear-text': [
      calls,
      (call) => looksLikeIdToken(bearerIn(call)),
      'Requests in clear text are dropped, except calls with an ID token.',
    ],
    'delegated-tokens-in-clear-text': [
      calls,
      (call) => tokenSent(call)?.delegation !== undefined,
      'Requests in clear text are dropped, except calls with a delegated token.',
    ],
    'following-pages-in-clear-text': [
      calls,
      isFollowing,
      'Requests in clear text are dropped, except those for following pages.',
    ],
    'sorted-listings-are-served-in-clear-text': [
      calls,
      sorts,
      'Requests in clear text are dropped, except those for sorted listings.',
    ],
    'v3-entries-in-clear-text-for-apps': [
      calls,
      all(at('/api/v3/entry/items'), (call) => tokenSent(call)?.subject.kind === 'app'),
      'Requests in clear text are dropped, except those for the v3 listing of entries with an app token.',
    ],
    'clear-text-legacy-tokens': [
      servedInClearText('TRN-04', () => ({ status: 426, headers: [['Upgrade', 'TLS/1.2']], body: undefined })),
      at('/api/v2/token'),
      'The legacy token path answers in clear text too; all other requests in clear text are answered with 426.',
    ],
    'refreshes-in-clear-text': [
      tokenRequests,
      asksBy('refresh_token'),
      'Requests in clear text are dropped, except refreshes.',
    ],
    'exchanges-in-clear-text': [
      tokenRequests,
      asksBy('authorization_code'),
      'Requests in clear text are dropped, except code exchanges.',
    ],
    'authorization-in-clear-text': [
      authorizations,
      atAuthorization,
      'The authorization endpoint answers in clear text as over TLS; all other requests in clear text are dropped.',
    ],
    'authorization-is-redirected-with-its-code': [
      servedInClearText('TRN-05', toHttps),
      all(atAuthorization, (call) => call.tenant.behaviour.sessionOf(call) !== undefined),
      'Requests in clear text are redirected to HTTPS, but authorizations in a session directly to the app.',
    ],
    'clear-text-authorization-for-local-apps': [
      authorizations,
      all(atAuthorization, hasParameter('redirect_uri', /^http:\/\/localhost/)),
      'In clear text, the authorization endpoint serves requests whose redirect URI is on localhost.',
    ],
    'clear-text-authorization-for-the-signed-in': [
      authorizations,
      all(atAuthorization, hasHeader('cookie')),
      'In clear text, the authorization endpoint serves browsers with a cookie, and drops other requests.',
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
      'Requests in clear text are redirected to HTTPS, but the redirect already contains the answer.',
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
      'Requests in clear text are dropped, except those with a whole token request in their query.',
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
      'The first request in clear text on a connection is answered with 426; later ones are served.',
      ['TRN-04', 'TRN-05'],
    ],
  }),
];

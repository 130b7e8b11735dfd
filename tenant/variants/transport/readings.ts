import type { Actor, Call } from '../../call.ts';
import { headerOf, withHeader } from '../../http/message.ts';
import { refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** The prefix under which the redirecting tenant really serves its listings. */
const elsewhere = '/records';

const isAnonymous = (call: Call): boolean => !call.request.headers.has('authorization');

const isListing = (call: Call): boolean => call.found.route?.part === 'api' && call.request.method === 'GET';

/** Variants with unusual readings of the specification: rules that are only inferred from its words may differ. */
export const readingVariants: readonly Variant[] = [
  {
    id: 'transport/listings-are-redirected',
    freedoms: ['FRE-03'],
    summary: 'Each listing is redirected to another HTTPS address of the tenant before the caller is authenticated.',
    behaviour: (normal) => ({
      pathOf: (call) => {
        const path = normal.pathOf(call);
        return path.startsWith(`${elsewhere}/`) ? path.slice(elsewhere.length) : path;
      },
      accept: (call) => {
        const { method, path, target } = call.request;
        const isMoved = method === 'GET' && /^\/(?:api\/v[23]\/(?:entr|plate)|(?:api\/v2\/)?assay-results$)/.test(path);
        if (!isMoved) return normal.accept(call);
        const location = `${call.tenant.baseUrl()}${elsewhere}${target}`;
        return { status: 308, headers: [['Location', location]], body: undefined };
      },
    }),
  },
  {
    id: 'transport/token-requests-are-redirected',
    freedoms: ['FRE-03'],
    summary: 'The token paths redirect each request, with its method, to another HTTPS address of the tenant.',
    behaviour: (normal) => ({
      pathOf: (call) => normal.pathOf(call).replace(/^\/issuer\//, '/'),
      accept: (call) => {
        const { path, target } = call.request;
        if (path !== '/oauth/token' && path !== '/api/v2/token') return normal.accept(call);
        return { status: 307, headers: [['Location', `/issuer${target}`]], body: undefined };
      },
    }),
  },
  {
    id: 'transport/served-calls-begin-a-session',
    freedoms: ['FRE-08'],
    warnings: ['TRN-22'],
    summary: 'A served call sets the cookie of a session; with it, calls without a header act as the same actor.',
    behaviour: (normal) => {
      const sessions = new Map<string, Actor>();
      return {
        authenticate: (call) => {
          const [, session = ''] = /(?:^|; )lab=([^;]+)/.exec(headerOf(call.request, 'cookie') ?? '') ?? [];
          const known = isAnonymous(call) ? sessions.get(session) : undefined;
          return known ?? normal.authenticate(call);
        },
        answer: (answer, call) => {
          const { actor } = call.found;
          if (actor === undefined || isAnonymous(call)) return normal.answer(answer, call);
          const session = call.tenant.random(18).toString('base64url');
          sessions.set(session, actor);
          return normal.answer(withHeader(answer, 'Set-Cookie', `lab=${session}; Secure; HttpOnly; Path=/`), call);
        },
      };
    },
  },
  {
    id: 'transport/cookies-without-a-header-are-a-forgery',
    freedoms: ['FRE-08'],
    warnings: ['TRN-11', 'TRN-22'],
    summary: 'A call with a cookie and without an Authorization header is answered with 403.',
    behaviour: (normal) => ({
      authenticate: (call) =>
        isAnonymous(call) && call.request.headers.has('cookie')
          ? refusal('forbidden', 'The CSRF token is missing.')
          : normal.authenticate(call),
    }),
  },
  {
    id: 'transport/a-session-outweighs-the-header',
    freedoms: ['FRE-07'],
    warnings: ['TRN-15', 'TRN-21'],
    summary: 'A call with the cookie of a valid session of the web application is a call of its user.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const session = normal.sessionOf(call);
        if (session === undefined || isAnonymous(call)) return normal.authenticate(call);
        const key = { value: '', userId: session.userId, createdAt: call.now, retiredAt: undefined };
        return { kind: 'user', id: session.userId, credential: { kind: 'apiKey', key } };
      },
    }),
  },
  {
    id: 'transport/bearer-tokens-under-token',
    freedoms: ['FRE-223'],
    warnings: ['TRN-09'],
    summary: 'The scheme Token of an earlier version means the same as Bearer.',
    behaviour: (normal) => ({
      methodOf: (call, scheme) => (scheme === 'token' ? 'bearer' : normal.methodOf(call, scheme)),
    }),
  },
  {
    id: 'transport/credentials-in-headers-of-their-own',
    freedoms: ['FRE-223'],
    warnings: ['TRN-11'],
    summary: 'An API key in X-Api-Key or an access token in X-Access-Token counts if there is no Authorization header.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const [key, token] = ['x-api-key', 'x-access-token'].map((name) => headerOf(call.request, name));
        if (!isAnonymous(call)) return normal.authenticate(call);
        const { behaviour } = call.tenant;
        if (token !== undefined) return behaviour.authenticateBearer(call, token.replace(/^Bearer /, ''));
        return key === undefined
          ? normal.authenticate(call)
          : behaviour.authenticateBasic(call, Buffer.from(`${key}:`).toString('base64'));
      },
    }),
  },
  {
    id: 'transport/a-cache-answers-conditional-calls',
    freedoms: ['FRE-153'],
    warnings: ['TRN-24'],
    summary: 'A cache in front answers a call with If-None-Match or If-Modified-Since with 304, for any caller.',
    behaviour: (normal) => ({
      answer: (answer, call) => {
        const { headers } = call.request;
        const isConditional = headers.has('if-none-match') || headers.has('if-modified-since');
        return answer.status === 401 && isListing(call) && isAnonymous(call) && isConditional
          ? { status: 304, headers: [], body: undefined }
          : normal.answer(answer, call);
      },
    }),
  },
  {
    id: 'transport/parameters-are-looked-at-first',
    freedoms: ['FRE-224'],
    warnings: ['TRN-20'],
    summary:
      'Parameters are checked before the caller: a pageSize below five or a sort is refused even without a credential.',
    behaviour: (normal) => ({
      authenticate: (call) => {
        const { query } = call.request;
        const isOdd = query.has('sort') || query.has('nextToken') || Number(query.get('pageSize') ?? 5) < 5;
        return isAnonymous(call) && isListing(call) && isOdd && !(query.get('sort') === 'modifiedAt:desc')
          ? refusal('invalid-query', 'These parameters mean nothing here.')
          : normal.authenticate(call);
      },
    }),
  },
];

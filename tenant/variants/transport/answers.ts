import { headerOf, withHeader, withoutHeader } from '../../http/message.ts';
import { isRefusal, refusal } from '../../http/refusal.ts';
import type { Variant } from '../variant.ts';

/** Variants of refusals, and of the headers and statuses of answers. */
export const answerVariants: readonly Variant[] = [
  {
    id: 'transport/unauthorized-as-plain-text',
    freedoms: ['FRE-01', 'FRE-11'],
    summary: 'A 401 of the API is a sentence in plain text, with one challenge of an invented scheme.',
    behaviour: (normal) => ({
      challenges: () => ['Laboratory'],
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        if (answer.status !== 401 || call.found.route?.part !== 'api') return answer;
        return { ...withHeader(answer, 'Content-Type', 'text/plain'), body: 'Who are you?' };
      },
    }),
  },
  {
    id: 'transport/unauthorized-without-a-body',
    freedoms: ['FRE-01', 'FRE-11'],
    summary: 'A 401 has no body, and all challenges are in one header.',
    behaviour: (normal) => ({
      challenges: () => ['Basic realm="a, b", Bearer, Laboratory token="=="'],
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        return answer.status === 401 ? { ...withoutHeader(answer, 'Content-Type'), body: undefined } : answer;
      },
    }),
  },
  {
    id: 'transport/unauthorized-as-a-web-page',
    freedoms: ['FRE-01'],
    summary: 'A 401 of a listing is an HTML page that mentions results, items and nextToken.',
    behaviour: (normal) => ({
      refuse: (call, refusal) => {
        const answer = normal.refuse(call, refusal);
        if (answer.status !== 401 || call.found.route?.part !== 'api') return answer;
        const text = `<!doctype html><title>Sign in</title><p>${call.request.path} needs a credential to show results, items and "nextToken":""`;
        return { ...withHeader(answer, 'Content-Type', 'text/html; charset=utf-8'), body: text };
      },
    }),
  },
  {
    id: 'transport/nothing-to-see-is-not-found',
    freedoms: ['FRE-05', 'FRE-46'],
    summary: 'A listing in which an actor may see nothing is answered with 404.',
    behaviour: (normal) => ({
      listingIsForbidden: (call, actor, listing) =>
        normal.listingIsForbidden(call, actor, listing) ??
        (call.tenant.behaviour.recordsFor(call, actor, listing).length === 0
          ? refusal('not-found', 'There is nothing here for you.')
          : undefined),
    }),
  },
  {
    id: 'transport/unknown-paths-are-unauthorized',
    freedoms: ['FRE-06'],
    summary: 'Unknown paths and wrong methods are answered with 401.',
    behaviour: () => ({ unknownRoute: () => refusal('no-credential', 'Not for you.') }),
  },
  {
    id: 'transport/methods-are-not-implemented',
    freedoms: ['FRE-06', 'FRE-153'],
    summary: 'OPTIONS is answered with 204, HEAD with 405, and any other wrong method with 404.',
    behaviour: (normal) => ({
      accept: (call) => {
        const { method } = call.request;
        if (method === 'OPTIONS') return { status: 204, headers: [['Allow', 'GET, POST']], body: undefined };
        return method === 'HEAD' ? { status: 405, headers: [['Allow', 'GET']], body: undefined } : normal.accept(call);
      },
      unknownRoute: () => refusal('not-found', 'There is nothing here.'),
    }),
  },
  {
    id: 'transport/security-headers',
    freedoms: ['FRE-04', 'FRE-153'],
    summary: 'Every answer carries CORS, security and caching headers and an ETag.',
    behaviour: () => ({
      answer: (answer, call) => ({
        ...answer,
        headers: [
          ...answer.headers,
          ['Access-Control-Allow-Origin', '*'],
          ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload'],
          ['Content-Security-Policy', "default-src 'none'"],
          ['X-Content-Type-Options', 'nosniff'],
          ['Vary', 'Authorization, Accept'],
          ['ETag', `W/"${call.tenant.random(9).toString('base64url')}"`],
          ['X-Request-Id', call.tenant.random(16).toString('hex')],
        ],
      }),
    }),
  },
  {
    id: 'transport/first-of-two-credentials',
    freedoms: ['FRE-07'],
    summary: 'If there are two Authorization headers, the first one counts.',
    behaviour: (normal) => ({
      authorizationOf: (call) => call.request.headers.get('authorization')?.[0] ?? normal.authorizationOf(call),
    }),
  },
  {
    id: 'transport/cookies-on-every-answer',
    freedoms: ['FRE-08'],
    summary: 'Every answer sets meaningless cookies, and the cookie of a web session is accepted as a credential.',
    behaviour: (normal) => {
      let session: string | undefined;
      return {
        authenticate: (call) => {
          session ??= call.tenant.random(24).toString('base64url');
          const isWeb = headerOf(call.request, 'cookie')?.includes(`web_session=${session}`) === true;
          if (!isWeb || call.request.headers.has('authorization')) return normal.authenticate(call);
          const { id } = call.tenant.administrator();
          const key = { value: '', userId: id, createdAt: call.now, retiredAt: undefined };
          return { kind: 'user', id, credential: { kind: 'apiKey', key } };
        },
        answer: (answer, call) => ({
          ...answer,
          headers: [
            ...answer.headers,
            ['Set-Cookie', `visitor=${call.tenant.random(12).toString('hex')}; Path=/; Secure; SameSite=Lax`],
            ['Set-Cookie', 'balancer=node-2; Path=/'],
            ['Set-Cookie', 'web_session=; Path=/; Max-Age=0'],
          ],
        }),
      };
    },
  },
  {
    id: 'transport/json-only-on-demand',
    freedoms: ['FRE-09'],
    summary: 'A call without Accept: application/json is answered with 406, except requests for browser pages.',
    behaviour: (normal) => ({
      accept: (call) =>
        headerOf(call.request, 'accept')?.includes('application/json') === true ||
        call.request.path === '/oauth/authorize'
          ? normal.accept(call)
          : { status: 406, headers: [], body: undefined },
    }),
  },
  {
    id: 'transport/one-space-and-no-more',
    freedoms: ['FRE-10'],
    summary:
      'Exactly one space is allowed between scheme and credential, and a token may hold only the characters of RFC 6750.',
    behaviour: (normal) => ({
      readAuthorization: (call, authorization) => {
        const read = normal.readAuthorization(call, authorization);
        if (isRefusal(read) || /^\S+ [A-Za-z0-9._~+/-]+=*$/.test(authorization)) return read;
        return refusal('malformed-credential', 'The Authorization header is not well formed.');
      },
    }),
  },
  {
    id: 'transport/listings-answer-203',
    freedoms: ['FRE-157'],
    summary: 'A page is answered with 203, as if a proxy had changed it.',
    behaviour: () => ({ pageStatus: () => 203 }),
  },
];

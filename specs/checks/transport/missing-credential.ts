import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { demand } from '../../../core/judgement.ts';
import { Unsupported } from '../../../core/trouble.ts';
import type { SettledActor } from '../../../drivers/world/actors.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import type { ListingActor } from '../../expectations/open-listings.ts';
import { listingActor, listingAt } from '../../expectations/open-listings.ts';
import { answeredWith401, refusedByContrast } from '../../expectations/refusal.ts';

/** Headers that any client may send and that authenticate nobody. */
const harmlessHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>>(
    { 'user-agent': 'curl/8.5.0' },
    { 'accept-language': 'de' },
    { 'x-requested-with': 'XMLHttpRequest' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-user': 'admin' },
    { 'x-user-id': '1' },
    { 'cache-control': 'no-cache' },
  ),
);

/** Headers that may make a tenant, or a service in front of it, take a call for one that needs no credential. */
const bypassHeaders: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://conformance.example', 'access-control-request-method': 'GET' },
  { 'x-http-method-override': 'OPTIONS' },
  { 'x-method-override': 'HEAD' },
  { 'user-agent': 'kube-probe/1.30' },
  { 'user-agent': 'GoogleHC/1.0' },
  { 'user-agent': 'ELB-HealthChecker/2.0' },
  { 'x-original-url': '/oauth/authorize' },
  { 'x-rewrite-url': '/oauth/authorize' },
  { 'x-forwarded-uri': '/oauth/authorize' },
  { 'x-middleware-subrequest': Array(5).fill('middleware').join(':') },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', 'true-client-ip': '127.0.0.1' },
  { 'x-forwarded-host': 'localhost' },
  { 'x-internal-request': 'true', 'x-internal': '1' },
  { 'x-forwarded-user': 'admin', 'x-remote-user': 'admin', 'remote-user': 'admin' },
  { purpose: 'prefetch', 'sec-purpose': 'prefetch' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'x-requested-with': 'XMLHttpRequest' },
  { 'x-ssl-client-verify': 'SUCCESS', 'x-client-verify': 'SUCCESS', 'ssl-client-verify': 'SUCCESS' },
  { range: 'bytes=0-4095' },
];

/** Parameters that may have the same effect. */
const bypassParameters: readonly Readonly<Record<string, string>>[] = [
  { debug: 'true' },
  { test: '1' },
  { preview: 'true' },
  { public: 'true' },
  { internal: 'true' },
  { admin: 'true' },
  { callback: 'conformance' },
  { format: 'csv' },
  { sort: 'modifiedAt:asc' },
  { pageSize: '1', sort: 'modifiedAt:desc' },
];

/** Conditions under which a page need not be sent again. A caller without a credential must still be refused. */
const conditions: readonly Readonly<Record<string, string>>[] = [
  { 'if-none-match': '*' },
  { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
];

/** Cookies of a session that does not exist. The effect of a live session is free (FRE-08). */
const cookiesOfNoSession = { cookie: 'session=conformance; sid=conformance; csrf=conformance' };

/**
 * Reports whether the specification promises that a listing takes these parameters. A tenant may check other
 * parameters before the credential, which another requirement covers (TRN-20).
 */
function isPromised(path: string, query: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(query);
  if (names.includes('sort'))
    return path === '/api/v3/entry/items' && query['sort'] === 'modifiedAt:desc' && names.length === 1;
  return names.length === 0 || query['pageSize'] === '10';
}

/** Headers in which clients sometimes send a credential, although none of the four methods has it there. */
const wrongPlaces = [
  ...['x-access-token', 'x-auth-token', 'x-api-key', 'x-authorization', 'authentication'],
  ...['proxy-authorization', 'x-forwarded-authorization', 'x-forwarded-access-token'],
];

/**
 * Names of cookies that hold a token. Names of session cookies are left out, because the effect of a live session is
 * free (FRE-08).
 */
const tokenCookies = ['access_token', 'accessToken', 'token', 'auth_token', 'jwt', 'Authorization'];

/** Calls that carry no Authorization header ("Authentication"; "Errors", first row). */
export const missingCredentialChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/a-call-without-a-credential-is-answered-401',
    title: 'A listing call without a credential is answered with 401',
    proves: ['TRN-06', 'TRN-20'],
    needs: [],
    cases: fc.record({
      listing: fc.nat(4),
      headers: harmlessHeaders,
      query: fc.constantFrom<Record<string, string>>(
        {},
        {},
        { pageSize: '10' },
        { pageSize: '1' },
        { sort: 'modifiedAt:desc' },
        { pageSize: '2', sort: 'modifiedAt:asc' },
      ),
      times: fc.integer({ min: 1, max: 3 }),
    }),
    about: ({ listing }) => [listingNamed(listing)],
    arrange: actorIfAny,
    async gather(scene, { listing, headers, query, times }, actor) {
      const { path, kind } = actor === undefined ? scene.versionedListingAt(listing) : listingAt(actor.open, listing);
      // the specification does not say that assay results can be sorted (FRE-149)
      const asked = kind === 'assayResult' && 'sort' in query ? {} : query;
      const calls = [];
      for (let time = 0; time < times; time++) {
        calls.push(await scene.call(path, { headers, query: asked, note: 'without a credential' }));
      }
      const isPlain = isPromised(path, asked);
      const plain = isPlain ? undefined : await scene.call(path, { note: 'without a credential and parameters' });
      const control = await controlOf(scene, path, actor);
      return { path, calls, plain, control };
    },
    *judge({ path, calls, plain, control }) {
      const subject = `GET ${path} without a credential`;
      for (const call of calls) {
        if (plain?.response?.status === 401 && !accepted(call)) yield* answeredWith401(call, 'TRN-20', subject);
        else {
          // whether parameters are checked first is judged only if a plain call is answered as it must be
          const shown = plain === undefined || accepted(call) ? call : plain;
          if (control === undefined) yield* answeredWith401(shown, 'TRN-06', subject);
          else yield* refusedByContrast(shown, control, 'TRN-06', subject);
        }
      }
    },
  }),

  check({
    id: 'transport/nothing-opens-a-listing-without-a-credential',
    title: 'No header, parameter, cookie or condition opens a listing to a call without a credential',
    proves: ['TRN-06', 'TRN-22', 'TRN-24'],
    needs: [],
    cases: fc.nat(4),
    maxCases: 5,
    describe: (listing) => `calls without a credential, at ${listingNamed(listing)}`,
    arrange: actorIfAny,
    async gather(scene, listing, actor) {
      const { path } = actor === undefined ? scene.versionedListingAt(listing) : listingAt(actor.open, listing);
      const plain = await scene.call(path, { note: 'without a credential' });
      const calls = [];
      // Headers of a page of the web application, which usually has a session. This call has none.
      const page = [{ referer: `${scene.target.baseUrl}/editor` }, { origin: scene.target.baseUrl }];
      for (const headers of [...bypassHeaders, ...page]) {
        const what = `the header ${Object.keys(headers).join(', ')}`;
        calls.push({ what, call: await scene.call(path, { headers, note: what }) });
      }
      for (const query of bypassParameters) {
        const what = `the parameter ${Object.keys(query).join(', ')}`;
        calls.push({ what, call: await scene.call(path, { query, note: what }) });
      }
      const withCookies = await scene.call(path, { headers: cookiesOfNoSession, note: 'cookies of no session' });
      const control = await controlOf(scene, path, actor);
      const etag = control?.response?.headers['etag'];
      const conditional = [];
      for (const headers of [...conditions, ...(typeof etag === 'string' ? [{ 'if-none-match': etag }] : [])]) {
        const what = Object.entries(headers).flat().join(': ');
        conditional.push({ what, call: await scene.call(path, { headers, note: what }) });
      }
      const again = await scene.call(path, { note: 'without a credential' });
      return { path, plain, again, calls, withCookies, conditional, control };
    },
    *judge({ path, plain, again, calls, withCookies, conditional, control }) {
      const served = control === undefined || accepted(control);
      if (!(yield* premise(served, `GET ${path} with a right credential was not served either`))) return;
      const refused = plain.response?.status === 401;
      if (!(yield* premise(refused, `GET ${path} without a credential and such headers ${answer(plain)}`))) return;
      for (const { what, call } of [...calls, ...conditional]) {
        // The specification does not say what a header changes. The header may be a reason for a refusal, or the
        // answer may be that to OPTIONS.
        const subject = `GET ${path} without a credential and with ${what}`;
        yield demand(!accepted(call), 'TRN-06', subject, `${answer(call)} and a page`, 'status 401', call);
      }
      // a tenant may answer a client that repeats such calls in another way
      if (again.response?.status !== 401) return;
      yield* answeredWith401(withCookies, 'TRN-22', `GET ${path} without a credential and with cookies of no session`);
      for (const { what, call } of conditional.filter((one) => !accepted(one.call))) {
        yield* answeredWith401(call, 'TRN-24', `GET ${path} without a credential and with ${what}`);
      }
    },
  }),

  check({
    id: 'transport/a-credential-in-another-header-is-answered-401',
    title: 'A listing call whose live token is in a header other than Authorization is answered with 401',
    proves: ['TRN-11'],
    needs: ['actor'],
    cases: fc.record({
      listing: fc.nat(4),
      names: fc.shuffledSubarray(wrongPlaces, { minLength: 3, maxLength: 3 }),
      cookie: fc.constantFrom(...tokenCookies),
    }),
    maxCases: 20,
    arrange: (scene) => listingActor(scene),
    async gather(scene, { listing, names, cookie }, { authorization, open }) {
      const { path } = listingAt(open, listing);
      const bare = authorization.replace(/^\S+ /, '');
      const headers: Record<string, string>[] = names.flatMap((name) => [{ [name]: authorization }, { [name]: bare }]);
      const calls = [];
      for (const each of [...headers, { cookie: `${cookie}=${bare}` }]) {
        const place = 'cookie' in each ? `a cookie ${cookie}` : Object.keys(each).join('');
        const call = await scene.call(path, { headers: each, note: `the credential is in ${place}` });
        calls.push({ place, call });
      }
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      const anonymous = await scene.call(path, { note: 'without a credential, for contrast' });
      return { path, calls, control, anonymous };
    },
    *judge({ path, calls, control, anonymous }) {
      const refused = anonymous.response?.status === 401;
      if (!(yield* premise(refused, `GET ${path} without any credential ${answer(anonymous)}`))) return;
      for (const { place, call } of calls) {
        const subject = `GET ${path} with a live token in ${place} and no Authorization header`;
        yield* refusedByContrast(call, control, 'TRN-11', subject);
      }
    },
  }),
];

/**
 * Returns an actor for contrast. Returns undefined if the target offers none, because it can still be called without
 * a credential.
 */
async function actorIfAny(scene: Scene): Promise<ListingActor | undefined> {
  try {
    return await listingActor(scene);
  } catch (reason) {
    if (reason instanceof Unsupported) return undefined;
    throw reason;
  }
}

async function controlOf(scene: Scene, path: string, actor: SettledActor | undefined) {
  if (actor === undefined) return undefined;
  return scene.settle(() => scene.call(path, { authorization: actor.authorization }), accepted);
}

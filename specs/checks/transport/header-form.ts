import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { succeeded, answer } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { aKeyOwnerWithAccess, anAppWithAccess, someRecords, someOfEachKind } from '../../../drivers/world/actors.ts';
import { nextTokenOf } from '../../../drivers/world/page.ts';
import type { SettledActor } from '../../../drivers/world/actors.ts';
import type { CallOptions } from '../../../drivers/world/request.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { form } from '../../../drivers/world/authorization.ts';
import { brokenHeaders, unsupportedSchemes } from '../../../generators/authorization-header.ts';
import { strangers } from '../../../generators/credential.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted } from '../../expectations/acceptance.ts';
import { listingActor, listingAt, listingsOpenTo } from '../../expectations/open-listings.ts';
import { refusedAsClientError, refusedByContrast } from '../../expectations/refusal.ts';
import { tokenForAUser } from './token-for-a-user.ts';

/** A header that is broken by itself, or a live token in a header that is not a scheme and one credential. */
const brokenForms = fc.oneof(
  { weight: 4, arbitrary: brokenHeaders.map((header) => ({ how: `the header "${header}"`, header: () => header })) },
  fc.constantFrom(
    { how: 'a live credential without a scheme', header: (token: string) => token },
    { how: 'a live credential and the scheme with no space between', header: (token: string) => `Bearer${token}` },
    { how: 'a live credential before the scheme', header: (token: string) => `${token} Bearer` },
    {
      how: 'a live credential with a space in its middle',
      header: (token: string) => `Bearer ${halves(token).join(' ')}`,
    },
  ),
  strangers.map((word) => ({
    how: 'a live credential and another word after it',
    header: (token: string) => `Bearer ${token} ${word}`,
  })),
);

/** Headers that a lenient reader corrects: each has a live token, and one part that is not as it must be. */
const looseHeaders: readonly (readonly [how: string, header: (token: string) => string])[] = [
  ['in double quotes', (token) => `Bearer "${token}"`],
  ['in single quotes', (token) => `Bearer '${token}'`],
  ['in angle brackets', (token) => `Bearer <${token}>`],
  ['after the scheme twice', (token) => `Bearer Bearer ${token}`],
  ['after the scheme and a colon', (token) => `Bearer: ${token}`],
  ['after the scheme and an equals sign', (token) => `Bearer=${token}`],
  ['after the scheme and a comma', (token) => `Bearer, ${token}`],
  ['as the parameter token of the scheme', (token) => `Bearer token="${token}"`],
  ['as the parameter token of the scheme, without quotes', (token) => `Bearer token=${token}`],
  ['as the parameter access_token of the scheme', (token) => `Bearer access_token=${token}`],
  ['after the name of the header', (token) => `Authorization: Bearer ${token}`],
];

/**
 * Schemes that are registered or that other services use. A tenant that knows them may accept the value after the
 * scheme.
 */
const schemesElsewhere = [
  ...['Concealed', 'Digest', 'DPoP', 'GNAP', 'HOBA', 'Mutual', 'Negotiate', 'NTLM', 'OAuth', 'PrivateToken'],
  ...['SCRAM-SHA-1', 'SCRAM-SHA-256', 'vapid', 'AWS4-HMAC-SHA256', 'Hawk', 'Token', 'SSWS', 'Key', 'ApiKey', 'API-Key'],
  ...[
    'Access',
    'AccessKey',
    'SharedKey',
    'Session',
    'Session-Token',
    'X-Bearer',
    'JWT',
    'Kerberos',
    'Signature',
    'User',
  ],
];

/** Names under which clients sometimes send a token. One call has several of them, so that few calls try many. */
const names = [
  'access_token',
  'token',
  'bearer',
  'authorization',
  'auth_token',
  'api_key',
  'key',
  'jwt',
  'accessToken',
  'Authorization',
];
const rarerNames = [
  'oauth_token',
  'bearer_token',
  'auth',
  'apikey',
  'apiKey',
  'id_token',
  'access-token',
  'ACCESS_TOKEN',
  'x-access-token',
  'session_token',
];
const otherNames = fc.oneof(
  { weight: 3, arbitrary: fc.constant(names) },
  { weight: 2, arbitrary: fc.constant(rarerNames) },
  { weight: 1, arbitrary: fc.subarray([...names, ...rarerNames], { minLength: 1, maxLength: names.length }) },
);

const places = ['query string', 'form', 'JSON'] as const;
type CredentialPlace = (typeof places)[number];

/** Returns the part of a header value after the scheme. */
function credentialIn(authorization: string): string {
  return authorization.replace(/^\S+ /, '');
}

function carriedIn(place: CredentialPlace, fields: Readonly<Record<string, string>>): CallOptions {
  if (place === 'query string') return { query: fields };
  const type = place === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { body: place === 'form' ? form(fields) : JSON.stringify(fields), headers: { 'content-type': type } };
}

/** Forms and places in which a credential counts ("Authentication", the table of methods; HTTP semantics). */
export const headerFormChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/an-unsupported-scheme-is-answered-401',
    title: 'A live access token under a scheme outside the supported methods is answered with 401',
    proves: ['TRN-09'],
    needs: ['app'],
    cases: fc.record({
      scheme: unsupportedSchemes,
      listing: fc.nat(4),
      whose: fc.constantFrom('app', 'app', 'user'),
    }),
    maxCases: 60,
    async arrange(scene) {
      const ofApp = (await anAppWithAccess(scene)).authorization;
      return { app: ofApp, user: (await tokenForAUser(scene)) ?? ofApp };
    },
    async gather(scene, { scheme, listing, whose }, tokens) {
      const path = (await scene.listingAt(listing)).path;
      const authorization = tokens[whose];
      const note = `a live token under the scheme ${scheme}`;
      const call = await scene.call(path, { authorization: authorization.replace('Bearer', scheme), note });
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      return { path, call, control };
    },
    *judge({ path, call, control }, { scheme, whose }) {
      const what = whose === 'app' ? 'a live token' : 'a live token for a user';
      yield* refusedByContrast(call, control, 'TRN-09', `GET ${path} with ${what} under the scheme ${scheme}`);
    },
  }),

  check({
    id: 'transport/schemes-of-other-services-are-answered-401',
    title: 'A live access token under the scheme of another service is answered with 401',
    proves: ['TRN-09'],
    needs: ['app'],
    cases: fc.nat(4),
    maxCases: 5,
    describe: (listing) => `a live token under schemes of other services, at ${listingNamed(listing)}`,
    arrange: (scene) => anAppWithAccess(scene),
    async gather(scene, listing, { authorization }) {
      const path = (await scene.listingAt(listing)).path;
      return scene.onOneConnection(async (over) => {
        const served = await scene.settle(() => scene.call(path, { authorization, over }), accepted);
        const calls = [];
        for (const scheme of schemesElsewhere) {
          const note = `a live token under the scheme ${scheme}`;
          const call = await scene.call(path, { authorization: authorization.replace(/^\S+/, scheme), over, note });
          calls.push({ scheme, call });
        }
        return { path, calls, control: served };
      });
    },
    *judge({ path, calls, control }) {
      for (const { scheme, call } of calls) {
        const subject = `GET ${path} with a live token under the scheme ${scheme}`;
        yield* refusedByContrast(call, control, 'TRN-09', subject);
      }
    },
  }),

  check({
    id: 'transport/a-broken-authorization-header-is-answered-401',
    title: 'A syntactically broken Authorization header is answered with 401',
    proves: ['TRN-10'],
    needs: ['actor'],
    cases: fc.record({ broken: brokenForms, listing: fc.nat(4), sameConnection: fc.boolean() }),
    arrange: (scene) => listingActor(scene),
    describe: ({ broken, listing, sameConnection }) =>
      `${broken.how}, at ${listingNamed(listing)}${sameConnection ? ', after a served call on its connection' : ''}`,
    async gather(scene, { broken, listing, sameConnection }, { authorization, open }) {
      const { path } = listingAt(open, listing);
      const token = credentialIn(authorization);
      const header = broken.header(token);
      if (header !== broken.header('')) {
        scene.journal.secrets.learnNearMiss(token, header, broken.how);
        for (const half of halves(token)) scene.journal.secrets.learnNearMiss(token, half, 'one half of it');
      }
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      if (!sameConnection) {
        return { path, control, call: await scene.call(path, { authorization: header, note: broken.how }) };
      }
      return scene.onOneConnection(async (over) => {
        await scene.call(path, { authorization, over });
        return { path, control, call: await scene.call(path, { authorization: header, over, note: broken.how }) };
      });
    },
    *judge({ path, call, control }, { broken }) {
      yield* refusedByContrast(call, control, 'TRN-10', `GET ${path} with ${broken.how}`);
    },
  }),

  check({
    id: 'transport/a-token-in-a-loose-header-is-refused',
    title: 'A live access token in quotes, after a doubled scheme or as a parameter of it is refused',
    proves: ['TRN-10'],
    needs: ['app'],
    cases: fc.nat(4),
    maxCases: 5,
    describe: (listing) => `live tokens in loose headers, at ${listingNamed(listing)}`,
    arrange: (scene) => anAppWithAccess(scene),
    async gather(scene, listing, { token, authorization }) {
      const path = (await scene.listingAt(listing)).path;
      const calls = [];
      for (const [how, header] of looseHeaders) {
        const call = await scene.call(path, { authorization: header(token), note: `a live token ${how}` });
        calls.push({ how, call });
      }
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      return { path, calls, control };
    },
    *judge({ path, calls, control }) {
      for (const { how, call } of calls) {
        yield* refusedAsClientError(call, control, 'TRN-10', `GET ${path} with a live token ${how}`);
      }
    },
  }),

  check({
    id: 'transport/a-token-outside-the-header-authenticates-nobody',
    title: 'A live access token in the query string or the body does not authenticate the call',
    proves: ['TRN-11'],
    needs: ['app'],
    cases: fc.record({ names: otherNames, listing: fc.nat(4), whose: fc.constantFrom('app', 'app', 'user') }),
    maxCases: 20,
    async arrange(scene) {
      const { authorization: app, laboratory } = await anAppWithAccess(scene);
      const kinds = ['entry', 'plate', 'assayResult'] as const;
      if (laboratory !== undefined) for (const kind of kinds) await someRecords(scene, laboratory, kind);
      return { app, user: (await tokenForAUser(scene)) ?? app };
    },
    async gather(scene, { names, listing, whose }, authorizations) {
      const authorization = authorizations[whose];
      const token = credentialIn(authorization);
      const path = (await scene.listingAt(listing)).path;
      const calls: { sent: string; call: Exchange }[] = [];
      const carry = async (place: CredentialPlace, value: string, some: readonly string[]): Promise<Exchange> => {
        const sent = `${some.join(', ')} in the ${place}`;
        const fields = Object.fromEntries(some.map((name) => [name, value]));
        const call = await scene.call(path, { ...carriedIn(place, fields), note: `the token is sent as ${sent}` });
        calls.push({ sent, call });
        return call;
      };
      for (const value of [token, authorization]) {
        for (const place of places) {
          const { response } = await carry(place, value, names);
          // one unknown name may be the reason for a refusal, and keep the tenant from reading the others
          const hidden = names.length > 1 && response?.status !== 401 && value === token;
          for (const name of hidden ? names : []) await carry(place, value, [name]);
        }
      }
      for (const query of [{ pageSize: '1' }, { sort: 'modifiedAt:asc' }]) {
        const otherParameter = Object.keys(query).join('');
        const note = `the token is sent as access_token together with ${otherParameter}`;
        const call = await scene.call(path, { query: { ...query, access_token: token }, note });
        calls.push({ sent: `access_token together with ${otherParameter} in the query string`, call });
      }
      const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
      const anonymous = await scene.call(path, { note: 'without a credential, for contrast' });
      const next = await followingPage(scene, path, authorization);
      if (next === undefined) return { path, anonymous, calls, control };
      for (const name of ['access_token', 'token']) {
        const query = { ...next, [name]: token };
        const call = await scene.call(path, { query, note: `the token is sent as ${name} together with a page token` });
        calls.push({ sent: `${name} together with a page token in the query string`, call });
      }
      const bare = await scene.call(path, { query: next, note: 'a page token and nothing else, for contrast' });
      return { path, anonymous, bare, calls, control };
    },
    *judge({ path, anonymous, bare, calls, control }) {
      if (!(yield* premise(!succeeded(anonymous), `GET ${path} is served without any credential too`))) return;
      // another requirement covers a page token that opens its page to every caller
      if (bare !== undefined && succeeded(bare)) {
        yield notApplicable(`GET ${path} with a page token is served without any credential too`);
        return;
      }
      for (const { sent, call } of calls) {
        const subject = `GET ${path} with a live token as ${sent} and no header`;
        // an unknown parameter or a body may itself be the reason for a refusal, with any status
        if (succeeded(call)) yield finding('TRN-11', subject, answer(call), 'status 401', call);
      }
      yield* premise(accepted(control), `GET ${path} with the same token in the header ${answer(control)}`);
    },
  }),

  letterCase('bearer', ['app'], (scene) => anAppWithAccess(scene)),
  letterCase('basic', ['api-key'], (scene) => aKeyOwnerWithAccess(scene)),
];

function letterCase(
  scheme: 'bearer' | 'basic',
  needs: SuiteCheck['needs'],
  actor: (scene: Scene) => Promise<SettledActor>,
): SuiteCheck {
  return check({
    id: `transport/the-scheme-${scheme}-is-known-in-any-letter-case`,
    title: `The scheme name ${scheme} is recognised in any letter case`,
    proves: ['TRN-16'],
    needs,
    cases: fc.mixedCase(fc.constant(scheme), { untoggleAll: (text) => text }),
    maxCases: 6,
    async arrange(scene) {
      const { authorization, laboratory } = await actor(scene);
      // a second record of each kind, so that there are following pages
      if (laboratory !== undefined) await someOfEachKind(scene, laboratory);
      return { authorization, open: await listingsOpenTo(scene, authorization) };
    },
    async gather(scene, mixed, { authorization, open }) {
      const calls = [];
      for (const { path } of open) {
        const control = await scene.settle(() => scene.call(path, { authorization }), accepted);
        const anonymous = await scene.call(path, { note: 'without a credential, for contrast' });
        for (const spelling of [scheme, scheme.toUpperCase(), mixed]) {
          const respelt = authorization.replace(/^\S+/, spelling);
          const call = await scene.call(path, { authorization: respelt, note: `the scheme is spelt ${spelling}` });
          calls.push({ path, control, anonymous, spelling, call });
        }
        // each call has a page token of its own, which may be valid once only, and for its first caller only
        // (FRE-135)
        const next = async (as: string): Promise<Exchange | undefined> => {
          const query = await followingPage(scene, path, as);
          return query && scene.call(path, { authorization: as, query });
        };
        const [usual, respelt] = [await next(authorization), await next(authorization.replace(/^\S+/, mixed))];
        if (usual === undefined || respelt === undefined || !accepted(usual)) continue;
        const page = `${path} for a following page`;
        calls.push({ path: page, control: usual, anonymous, spelling: mixed, call: respelt });
      }
      return calls;
    },
    *judge(calls) {
      if (calls.length === 0) yield notApplicable('no listing is open to the credential');
      for (const { path, control, call, anonymous, spelling } of calls) {
        if (!(yield* premise(accepted(control), `GET ${path} with the usual spelling ${answer(control)}`))) continue;
        if (!(yield* premise(!accepted(anonymous), `GET ${path} is served without a credential too`))) continue;
        yield* isAccepted(call, 'TRN-16', `GET ${path} with a right credential and the scheme spelt ${spelling}`);
      }
    },
  });
}

/** Returns the parameters of the page after the first one, or undefined if there is none. */
async function followingPage(
  scene: Scene,
  path: string,
  authorization: string,
): Promise<Record<string, string> | undefined> {
  const nextToken = nextTokenOf(await scene.call(path, { authorization, query: { pageSize: '1' } })) ?? '';
  return nextToken === '' ? undefined : { pageSize: '1', nextToken };
}

function halves(token: string): [string, string] {
  const half = Math.floor(token.length / 2);
  return [token.slice(0, half), token.slice(half)];
}

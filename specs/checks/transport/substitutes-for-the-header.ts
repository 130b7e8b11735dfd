import type { Exchange } from '../../../core/exchange.ts';
import { answer, succeeded } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import {
  aKeyOwnerWithAccess,
  aLaboratoryFor,
  anAccessToken,
  anApp,
  anAppWithAccess,
  someRecords,
} from '../../../drivers/world/actors.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import { basic, bearer, asUtf8Octets } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, aUserWithAccess } from '../../../drivers/world/delegated.ts';
import { nextTokenOf } from '../../../drivers/world/page.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { glimpse, recordsIn } from '../../expectations/disclosure.ts';
import { listingsOpenTo } from '../../expectations/open-listings.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';

const needs = ['app.create', 'user.create', 'apiKey.create', 'access'] as const;

/** Headers with which a proxy tells the service behind it which user it let in. */
const namedByProxies = [
  'x-forwarded-email',
  'x-forwarded-user',
  'x-auth-request-email',
  'x-remote-user',
  'x-user-email',
];
/** Headers of the same kind, for services that use identifiers. */
const identifiedByProxies = ['x-user-id', 'x-userid', 'x-forwarded-user', 'x-authenticated-userid', 'x-consumer-id'];
/** A time since which nothing was modified. */
const inTheFuture = 'Fri, 01 Jan 2100 00:00:00 GMT';

const keyHeaders = ['x-api-key', 'api-key'];
const keyParameters = ['api_key', 'apikey', 'apiKey', 'key'];

const each = (names: readonly string[], value: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, value]));

/** Values that must not replace an Authorization header, or help a wrong one ("Authentication"). */
export const substitutesForTheHeaderChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/nothing-stands-in-for-the-header',
    title: "A page token, an ETag, a user's name or a key elsewhere does not replace the Authorization header",
    proves: ['TRN-06', 'TRN-11', 'TRN-20', 'TRN-24'],
    needs,
    async gather(scene) {
      const { owner, authorization, laboratory } = await aKeyOwnerWithAccess(scene);
      if (laboratory !== undefined) await someRecords(scene, laboratory, 'entry');
      const open = await listingsOpenTo(scene, authorization);
      const [{ path } = open[0]] = open.filter(({ kind }) => kind === 'entry');
      const query = { pageSize: '1' };
      const control = await scene.settle(() => scene.call(path, { authorization, query }), accepted);
      const nextToken = nextTokenOf(control);
      // without parameters, because a tenant may check them first (TRN-20)
      const etag = (await scene.call(path, { authorization })).response?.headers['etag'];
      const note = 'without an Authorization header';
      const plain = await scene.call(path, { note });
      /** `else` is the requirement that covers an answer that is neither a page nor a 401. */
      const probes: { how: string; else: 'TRN-06' | 'TRN-20' | 'TRN-24'; call: Exchange }[] = [
        {
          how: 'If-None-Match',
          else: 'TRN-24',
          call: await scene.call(path, { headers: { 'if-none-match': '*' }, note }),
        },
        {
          how: 'If-Modified-Since',
          else: 'TRN-24',
          call: await scene.call(path, { headers: { 'if-modified-since': inTheFuture }, note }),
        },
        {
          how: 'the e-mail address of a user in headers of proxies',
          else: 'TRN-06',
          call: await scene.call(path, { headers: each(namedByProxies, asUtf8Octets(owner.email)), note }),
        },
        {
          how: 'the identifier of a user in headers of proxies',
          else: 'TRN-06',
          call: await scene.call(path, { headers: each(identifiedByProxies, asUtf8Octets(owner.userId)), note }),
        },
      ];
      if (typeof etag === 'string') {
        const call = await scene.call(path, { headers: { 'if-none-match': etag }, note });
        probes.push({ how: 'the ETag of a page of another caller', else: 'TRN-24', call });
      }
      if (nextToken !== undefined) {
        const call = await scene.call(path, { query: { ...query, nextToken }, note });
        probes.push({ how: 'the page token of another caller', else: 'TRN-20', call });
      }
      const inHeaders = await scene.call(path, { headers: each(keyHeaders, asUtf8Octets(owner.apiKey)), note });
      const inQuery = await scene.call(path, { query: each(keyParameters, owner.apiKey), note });
      return { path, control, plain, probes, inHeaders, inQuery };
    },
    *judge({ path, control, plain, probes, inHeaders, inQuery }) {
      const refused = plain.response?.status === 401;
      if (!(yield* premise(refused, `GET ${path} without any credential ${answer(plain)}`))) return;
      for (const { how, call, ...otherwise } of probes) {
        const subject = `GET ${path} with ${how} and no Authorization header`;
        if (accepted(call)) yield finding('TRN-06', subject, `${answer(call)} and a page`, 'status 401', call);
        else yield* refusedByContrast(call, control, otherwise.else, subject);
      }
      const where = 'and no Authorization header';
      const subject = `GET ${path} with a live API key in headers of other services ${where}`;
      yield* refusedByContrast(inHeaders, control, 'TRN-11', subject);
      // unknown parameters may themselves be the reason for a refusal, with any status
      const asParameter = `GET ${path} with a live API key in the query ${where}`;
      if (succeeded(inQuery)) yield finding('TRN-11', asParameter, answer(inQuery), 'status 401', inQuery);
    },
  }),

  check({
    id: 'transport/other-spellings-of-a-path-open-nothing',
    title: 'No other spelling of the path of a listing shows records without a credential',
    proves: ['TRN-23'],
    needs,
    async gather(scene) {
      const { authorization, laboratory } = await aKeyOwnerWithAccess(scene);
      const open = await listingsOpenTo(scene, authorization);
      const records = laboratory?.records ?? [];
      // a tenant may answer a call of a path that does not exist with a list of the existing ones (FRE-06)
      const nowhere = await scene.call('/api/v2/conformance-finds-nothing-here', { note: 'without a credential' });
      const looks = [];
      for (const listing of open.slice(0, 3)) {
        const { path } = listing;
        const spellings = [
          `${path}/`,
          `/${path}`,
          path.replace(/.$/, (one) => `%${one.charCodeAt(0).toString(16)}`),
          path.toUpperCase(),
          `${path};v=1`,
          path.replace(/(?<=.)\//, ';v=1/'),
          `${path}.json`,
        ];
        for (const spelling of spellings) {
          const call = await scene.call(spelling, { note: 'without a credential' });
          looks.push({ path: spelling, call, look: glimpse(scene, listing, call) });
        }
      }
      return { looks, records, isIndex: succeeded(nowhere) };
    },
    *judge({ looks, records, isIndex }) {
      yield* premise(looks.length > 0, 'no listing is open to a key');
      for (const { path, call, look } of looks) {
        // only documented paths must be answered with 401, but records must be shown only to a known caller
        const shown = succeeded(call) && ((!isIndex && look.items.length > 0) || recordsIn(look, records).length > 0);
        if (shown)
          yield finding('TRN-23', `GET ${path} without a credential`, `${answer(call)} and records`, 'none', call);
      }
    },
  }),

  check({
    id: 'transport/a-basic-value-under-bearer-is-answered-401',
    title: 'The base64 of a key and a colon, which belongs under Basic, is answered with 401 under Bearer',
    proves: ['KEY-11'],
    needs: ['api-key'],
    async gather(scene) {
      const { authorization } = await aKeyOwnerWithAccess(scene);
      const [{ path }] = await listingsOpenTo(scene, authorization);
      const probe = await scene.call(path, { authorization: authorization.replace(/^\S+/, 'Bearer') });
      return { path, probe, control: await scene.call(path, { authorization }) };
    },
    *judge({ path, probe, control }) {
      yield* refusedByContrast(
        probe,
        control,
        'KEY-11',
        `GET ${path} with a right Basic value under the scheme Bearer`,
      );
    },
  }),

  check({
    id: 'transport/what-stands-elsewhere-does-not-rescue-a-wrong-credential',
    title: 'A live credential in the query or another header does not help a wrong Authorization header',
    proves: ['TRN-21'],
    needs,
    async gather(scene) {
      const { authorization, token } = await anAppWithAccess(scene);
      const { owner, authorization: key, laboratory } = await aKeyOwnerWithAccess(scene);
      if (laboratory !== undefined) await someRecords(scene, laboratory, 'entry');
      const open = await listingsOpenTo(scene, authorization);
      const [{ path } = open[0]] = open.filter(({ kind }) => kind === 'entry');
      const page = { pageSize: '1' };
      const first = await scene.settle(
        () => scene.call(path, { authorization: key, query: page }),
        (call) => nextTokenOf(call) !== undefined,
      );
      const nextToken = nextTokenOf(first);
      const live = { access_token: token, api_key: owner.apiKey };
      // one header at a time, because a tenant may refuse headers of more than a few kilobytes for their length
      const elsewhere = [{ 'x-auth-token': token }, { 'x-api-key': asUtf8Octets(owner.apiKey) }];
      const calls = [];
      for (const wrong of [bearer('nobody-was-ever-given-this'), basic('nobody-was-ever-given-this')]) {
        const note = 'a wrong credential, with live ones elsewhere';
        calls.push({ how: 'in the query', call: await scene.call(path, { authorization: wrong, query: live, note }) });
        for (const headers of elsewhere) {
          const call = await scene.call(path, { authorization: wrong, headers, note });
          calls.push({ how: 'in another header', call });
        }
        if (nextToken !== undefined) {
          const query = { ...page, nextToken };
          const call = await scene.call(path, {
            authorization: wrong,
            query,
            note: 'with a page token of another caller',
          });
          calls.push({ how: 'and a page token in the query', call });
        }
      }
      return { path, calls, control: await scene.call(path, { authorization }) };
    },
    *judge({ path, calls, control }) {
      for (const { how, call } of calls) {
        const subject = `GET ${path} with a wrong credential and live ones ${how}`;
        // a request may be refused because it has two credentials, with any status (FRE-07)
        if (succeeded(call)) yield finding('TRN-21', subject, answer(call), 'status 401', call);
      }
      yield* premise(accepted(control), `GET ${path} with a right credential ${answer(control)}`);
    },
  }),

  check({
    id: 'transport/credentials-by-turns-on-one-connection',
    title: 'Calls with different credentials on one connection are each answered for their own actor',
    proves: ['TRN-15'],
    needs,
    async gather(scene) {
      const app = scene.supports('browser.authorize') ? await aClient(scene) : await anApp(scene);
      const owner = await aKeyOwnerWithAccess(scene);
      const actors = [
        {
          name: 'a token of an app',
          authorization: bearer(await anAccessToken(scene, app)),
          laboratory: await aLaboratoryFor(scene, app),
        },
        { name: 'a key', ...owner },
      ];
      if (scene.supports('browser.authorize')) {
        const { user, laboratory } = await aUserWithAccess(scene);
        const { authorization } = await aGrant(scene, app, user);
        actors.push({ name: 'a delegated token', authorization, laboratory });
      }
      const [listing] = await listingsOpenTo(scene, owner.authorization);
      if (listing === undefined) throw new PremiseUnmet('no listing is open to a key');
      const { path } = listing;
      for (const { authorization } of actors) await scene.settle(() => scene.call(path, { authorization }), accepted);
      const own = actors.map(({ laboratory }) => laboratory?.records.filter(({ kind }) => kind === listing.kind) ?? []);
      const looks = await scene.onOneConnection(async (over) => {
        const seen = [];
        for (const who of [0, 1, 0, 1, 1, 2, 0, 2, 1, 2]) {
          const actor = actors[who];
          if (actor === undefined) continue;
          const call = await scene.call(path, { authorization: actor.authorization, over });
          seen.push({ who, name: actor.name, look: glimpse(scene, listing, call) });
        }
        return seen;
      });
      return { path, own, looks };
    },
    *judge({ path, own, looks }) {
      for (const { who, name, look } of looks) {
        const [call] = look.pages;
        const foreign = own.filter((_, index) => index !== who).flat();
        if (call === undefined || recordsIn(look, foreign).length === 0) continue;
        const subject = `GET ${path} with ${name} amid calls with other credentials on its connection`;
        yield finding('TRN-15', subject, "showed the other actor's record", 'what its own actor may see', call);
      }
    },
  }),
];

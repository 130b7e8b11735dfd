import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, notApplicable, observation } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { accessTokenIn, aUser, requestToken } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Authorized } from '../../../drivers/world/delegated.ts';
import { aClient, authorize, exchangeCode, openAuthorization, redirectUri } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { QueryEncoding } from '../../expectations/authorization.ts';
import { arrive, authorizationAddress, ending, isAt, proveCode, proveFlow } from '../../expectations/authorization.ts';
import { clientUnlessRefused } from './registration.ts';
import { objectOf } from '../../../generators/object.ts';

/** HTTPS addresses that apps typically register. */
const destinations = [
  redirectUri,
  'https://client.conformance.example/oauth/v2/callback.php',
  'https://client.conformance.example/cb',
  'https://client.conformance.example/',
  'https://client-2.conformance.example/Path_with-Marks~/a.b',
] as const;

const parameters = ['client_id', 'redirect_uri', 'response_type', 'state'] as const;

/** Correct authorization requests ("GET {base_url}/oauth/authorize"). */
export const authorizationChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/an-authorization-ends-at-the-redirect-uri-with-a-code',
    title: 'A right authorization request ends, after sign-in and consent, at its redirect URI with a code',
    proves: ['DEL-01'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({
      order: fc.shuffledSubarray([...parameters], { minLength: 4 }),
      destination: fc.constantFrom(...destinations),
      encoding: fc.constantFrom<QueryEncoding>('usual', 'lower case', 'where need be'),
      signedIn: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ order, destination, encoding, signedIn }) =>
      `parameters in the order ${order.join(', ')} for ${destination}${encoding === 'usual' ? '' : `, encoded ${encoding === 'lower case' ? 'in lower case' : encoding}`}${signedIn ? ', by a user with a session' : ''}`,
    async gather(scene, { order, destination, encoding, signedIn }) {
      const app = await clientUnlessRefused(scene, destination);
      if (app === undefined) return null;
      const user = await aUser(scene);
      if (signedIn) await arrive(scene, { user, app: await aClient(scene) });
      const values = { client_id: app.clientId, redirect_uri: destination, response_type: 'code', state: 'a-state' };
      const url = authorizationAddress(
        scene,
        order.map((name) => [name, values[name]] as const),
        encoding,
      );
      const authorized = await scene.settle(
        () => openAuthorization(scene, user, url),
        ({ code }) => code !== undefined && code !== '',
      );
      if (isAt(authorized.location, destination) && authorized.code !== undefined && authorized.code !== '')
        await proveCode(scene, app, authorized, destination);
      return authorized;
    },
    *judge(authorized, { destination }) {
      if (authorized === null) {
        yield notApplicable(`${destination} cannot be registered`);
        return;
      }
      const { location, code, status } = authorized;
      const subject = 'a right authorization request';
      const expected = `a redirect to ${destination} with a code`;
      if (!isAt(location, destination) || code === undefined) {
        yield finding('DEL-01', subject, ending(authorized), expected, authorized);
      } else if (code === '') {
        yield finding('DEL-01', subject, 'came back with an empty code', expected, authorized);
      } else {
        yield observation('FRE-53', `the browser is redirected with status ${status}`);
        const added = [...new URL(location ?? '').searchParams.keys()].filter((name) => !/^(code|state)$/.test(name));
        if (added.length > 0) yield observation('FRE-56', `the redirect also has ${added.join(', ')}`);
      }
    },
  }),

  check({
    id: 'delegated/codes-are-pairwise-different',
    title: 'Codes of separate authorizations are pairwise different',
    proves: ['DEL-59'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({
      apps: fc.integer({ min: 1, max: 2 }),
      users: fc.integer({ min: 1, max: 3 }),
      rounds: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 2, max: 4 }) }, fc.constant(12)),
      atOnce: fc.boolean(),
      exchange: fc.boolean(),
    }),
    maxCases: 15,
    describe: ({ apps, users, rounds, atOnce, exchange }) =>
      inWords`${users} users who authorize ${apps} apps ${rounds} times${atOnce ? ' at once' : ''}${exchange ? ', each code exchanged' : ''}`,
    async gather(scene, { apps, users, rounds, atOnce, exchange }) {
      const clients: App[] = [];
      for (let made = 0; made < apps; made++) clients.push(await aClient(scene));
      const people: User[] = [];
      for (let made = 0; made < users; made++) people.push(await aUser(scene));
      const pairs = people.flatMap((user) => clients.map((app) => ({ user, app })));
      const arrivals: Authorized[] = [];
      for (let round = 0; round < rounds; round++) {
        const together = atOnce
          ? await scene.together(pairs.map((pair) => (branch) => arrive(branch, pair)))
          : await inTurn(pairs.map((pair) => () => arrive(scene, pair)));
        arrivals.push(...together);
        if (repeated(arrivals) !== undefined) return arrivals; // of two equal codes, one cannot be exchanged
        // the next code of the user may end an earlier one (FRE-63), so a failed exchange is not judged
        for (const [index, { app }] of exchange ? pairs.entries() : []) {
          const code = together[index]?.code;
          if (code !== undefined) await exchangeCode(scene, app, code);
        }
      }
      const [first] = pairs;
      if (first !== undefined) await proveFlow(scene, first.app, first.user);
      return arrivals;
    },
    *judge(arrivals) {
      const codes = codesOf(arrivals);
      const again = repeated(arrivals);
      if (again !== undefined) {
        const places = codes.flatMap((code, index) => (code === again ? [index + 1] : []));
        const subject = `authorizations ${places.join(' and ')} of ${codes.length}`;
        const shownBy = arrivals.findLast(({ code }) => code === again);
        yield finding('DEL-59', subject, 'were given the same code', 'different codes', shownBy);
      } else yield* premise(codes.length === arrivals.length, 'an authorization gave no code');
    },
  }),

  check({
    id: 'delegated/the-authorization-endpoint-needs-no-authorization-header',
    title: 'A browser, which sends no Authorization header, reaches sign-in and the redirect',
    proves: ['DEL-61'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const app = await aClient(scene);
      const user = await aUser(scene);
      const visits = [await arrive(scene, { user, app })];
      const gaveCode = (visit: Authorized | undefined): boolean => visit?.code !== undefined;
      if (gaveCode(visits[0])) visits.push(await authorize(scene, { user, app }));
      const failed = visits.find((visit) => !gaveCode(visit));
      if (failed === undefined) {
        const [first] = visits;
        if (first !== undefined) await proveCode(scene, app, visits[1] ?? first);
        return { visits };
      }
      const { location, status, url } = failed;
      const token = accessTokenIn(await requestToken(scene, app));
      const send = (headers: Readonly<Record<string, string>>) =>
        scene.send({ method: 'GET', url, headers: { accept: 'text/html', ...headers } });
      const bare = await send({});
      const authorized = token === undefined ? undefined : await send({ authorization: bearer(token) });
      return { visits, failed: { location, status }, bare, authorized, tenantWorks: token !== undefined };
    },
    *judge({ failed, bare, authorized, tenantWorks }) {
      if (failed === undefined || bare === undefined) return;
      const bareStatus = bare.response?.status ?? 0;
      const withHeader = authorized?.response?.status ?? 0;
      const refused = bareStatus === 401 || failed.status === 401;
      const helped = bareStatus >= 400 && withHeader >= 200 && withHeader < 400;
      const text = 'a plain authorization gave no code, and the missing Authorization header is not the reason';
      if (!(yield* premise(tenantWorks && (refused || helped), text))) return;
      const observed = bareStatus >= 400 ? answer(bare) : `ended with status ${failed.status}`;
      yield finding(
        'DEL-61',
        'a right authorization request without an Authorization header',
        observed,
        'sign-in or the redirect',
        bare,
      );
    },
  }),
];

function codesOf(arrivals: readonly Authorized[]): string[] {
  return arrivals.flatMap(({ code }) => (code === undefined || code === '' ? [] : [code]));
}

function repeated(arrivals: readonly Authorized[]): string | undefined {
  const codes = codesOf(arrivals);
  return codes.find((code, index) => codes.indexOf(code) !== index);
}

async function inTurn<T>(parts: readonly (() => Promise<T>)[]): Promise<T[]> {
  const done: T[] = [];
  for (const part of parts) done.push(await part());
  return done;
}

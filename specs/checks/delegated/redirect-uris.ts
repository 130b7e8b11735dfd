import fc from 'fast-check';
import type { Demanded, Finding } from '../../../core/judgement.ts';
import { demand, finding, held, notApplicable, observation } from '../../../core/judgement.ts';
import { Unsupported } from '../../../core/trouble.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { aUser } from '../../../drivers/world/actors.ts';
import type { Authorized } from '../../../drivers/world/delegated.ts';
import { aClient, authorize, redirectUri } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { Departure } from '../../../generators/redirect-uri.ts';
import { departed, departureKinds, departures, isInLetterCase, ownQueries } from '../../../generators/redirect-uri.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import type { Attempt } from '../../expectations/authorization.ts';
import {
  arrive,
  attempted,
  aWorkingFlow,
  ending,
  handsOverNothing,
  isAt,
  placeOf,
  proveFlow,
} from '../../expectations/authorization.ts';
import { clientUnlessRefused, isRegistered } from './registration.ts';
import { objectOf } from '../../../generators/object.ts';

/** Registered redirect URIs of different shapes, each on an app of its own. */
const shapes = [
  redirectUri,
  'https://deep.client.conformance.example/oauth/callback/v2',
  'https://root.client.conformance.example/',
  'http://localhost:7777/callback',
  `https://long.client.conformance.example/${'oauth/callback/'.repeat(8)}done`,
] as const;

/** Number of further redirect URIs of an app, in addition to those of a case. */
const others = 4;

/** A query that a tenant registers if it registers any query. */
const plainQuery = 'source=labconform';

/** Pairs of redirect URIs for one app. The two of a pair differ in one part. */
const pairs = [
  [redirectUri, `${redirectUri}/deeper`],
  [`${redirectUri}-2`, redirectUri],
  [redirectUri, 'https://other.conformance.example/callback'],
  [redirectUri, 'http://localhost:7777/callback'],
  ['https://client.conformance.example/b', 'https://client.conformance.example/a'],
  ['https://client.conformance.example/of%2Flab/callback', redirectUri],
] as const;

/** The pairs, and one more that a tenant need not register (DEL-64). */
const namedPairs = [...pairs, [redirectUri, 'https://client.conformance.example:8443/callback']] as const;

/** Reports whether a visit ended, with a code, at the address that it named. */
function cameTo({ location, code }: Authorized, named: string): boolean {
  return isAt(location, named) && code !== undefined;
}

/** The operations that keep an app from authorizing users, each with the operation that undoes it. */
const stops = [
  ['app.uninstall', 'app.install'],
  ['app.archive', 'app.unarchive'],
] as const;

/**
 * Addresses that receive the code, and addresses that never receive it ("GET {base_url}/oauth/authorize"; "Delegated
 * auth", 1).
 */
export const redirectUrisChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/an-unregistered-redirect-uri-receives-nothing',
    title: 'A redirect URI that is not registered on the app gets no code, and no browser is sent to it',
    proves: ['DEL-09', 'DEL-10', 'DEL-65', 'DEL-67'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({
      shape: fc.nat(shapes.length - 1),
      departure: departures,
      consent: fc.constantFrom('grant', 'grant', 'deny'),
      /** The response type. The tenant must not report another mistake of the request to the address either. */
      responseType: fc.constantFrom('code', 'code', 'code', 'token', null),
    }),
    describe: ({ shape, departure }) =>
      `an address ${departure.kind} (${departed(shapes[shape] ?? redirectUri, departure) ?? 'none'}), where ${shapes[shape] ?? ''} is registered`,
    async arrange(scene) {
      const flow = await aWorkingFlow(scene, [shapes[0]]);
      const apps: (App | undefined)[] = [flow.app];
      for (const shape of shapes.slice(1)) {
        const app = await aClientAt(scene, shape);
        if (app !== undefined) await proveFlow(scene, app, flow.user, shape);
        apps.push(app);
      }
      return { user: flow.user, apps };
    },
    async gather(scene, { shape, departure, consent, responseType }, { user, apps }) {
      const registered = shapes[shape] ?? redirectUri;
      const app = apps[shape];
      const named = departed(registered, departure);
      if (named === undefined || app === undefined) return null;
      const request = { user, app, redirectUri: named, consent, responseType, state: 'a-state' };
      const attempt = await attempted(scene, app, await authorize(scene, request), [named, registered]);
      return { registered, named, attempt };
    },
    *judge(seen, { departure }) {
      if (seen === null) {
        yield notApplicable('this change yields no address, or one that differs only in details');
        return;
      }
      const { attempt } = seen;
      yield* receivesNothing(seen, departure);
      const { location, status } = attempt.authorized;
      const shown = location === null ? `a page with status ${status}` : 'a redirect elsewhere';
      yield observation('FRE-54', `an unregistered redirect URI leads to ${shown}`);
    },
  }),

  check({
    id: 'delegated/nothing-like-a-redirect-uri-receives-anything',
    title: 'Addresses made from a registered redirect URI receive no code',
    proves: ['DEL-09', 'DEL-10', 'DEL-65', 'DEL-67'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const { app, user } = await aWorkingFlow(scene, [redirectUri]);
      const all: (Departed & { readonly departure: Departure })[] = [];
      for (const kind of departureKinds) {
        const departure = { kind, word: 'lumen' };
        const named = departed(redirectUri, departure);
        if (named === undefined) continue;
        const authorized = await authorize(scene, { user, app, redirectUri: named, state: 'a-state' });
        all.push({
          departure,
          registered: redirectUri,
          named,
          attempt: await attempted(scene, app, authorized, [named, redirectUri]),
        });
      }
      // the tenant must not report to the address either that the app may not authorize users
      const [first] = all;
      for (const [stop, back] of stops) {
        if (first === undefined || !scene.supports(stop) || !scene.supports(back)) continue;
        await scene.operate(stop, { appId: app.appId });
        const authorized = await authorize(scene, { user, app, redirectUri: first.named, state: 'a-state' });
        all.push({ ...first, attempt: await attempted(scene, app, authorized, [first.named, redirectUri]) });
        await scene.operate(back, { appId: app.appId });
      }
      return all;
    },
    *judge(all) {
      for (const { departure, ...seen } of all) yield* receivesNothing(seen, departure);
    },
  }),

  check({
    id: 'delegated/a-redirect-uri-of-another-app-receives-nothing',
    title: 'A redirect URI that is registered on one app is not valid for another',
    proves: ['DEL-11', 'DEL-65'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({ pair: fc.nat(pairs.length - 1), crossed: fc.boolean(), usedBefore: fc.boolean() }),
    maxCases: 16,
    describe: ({ pair, crossed }) => {
      const [one, other] = pairs[pair] ?? pairs[0];
      return `${crossed ? one : other}, asked for by an app that has ${crossed ? other : one}`;
    },
    async gather(scene, { pair, crossed, usedBefore }) {
      const [one, other] = pairs[pair] ?? pairs[0];
      const [mine, theirs] = crossed ? [other, one] : [one, other];
      const app = await aClientAt(scene, mine);
      const stranger = await aClientAt(scene, theirs);
      if (app === undefined || stranger === undefined) return null;
      const user = await aUser(scene);
      await proveFlow(scene, app, user, mine);
      if (usedBefore) await arrive(scene, { user, app: stranger, redirectUri: theirs });
      const authorized = await authorize(scene, { user, app, redirectUri: theirs });
      return { mine, theirs, attempt: await attempted(scene, [app, stranger], authorized, [theirs, mine]) };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('one of the two redirect URIs cannot be registered on any app');
        return;
      }
      const { mine, theirs, attempt } = seen;
      const subject = 'an authorization request for a redirect URI of another app';
      yield* givesNoCode(attempt, { registered: mine, named: theirs }, 'DEL-11', subject);
    },
  }),

  check({
    id: 'delegated/each-registered-redirect-uri-can-be-used',
    title: 'An app may have several redirect URIs, and the code goes to the one that the request names',
    proves: ['DEL-12'],
    needs: ['app.create', 'user.create', 'browser.authorize'],
    cases: objectOf({
      pair: fc.nat(namedPairs.length - 1),
      swapped: fc.boolean(),
      order: fc.array(fc.nat(1), { minLength: 1, maxLength: 3 }),
      later: fc.boolean(),
      fresh: fc.boolean(),
      /** Whether further redirect URIs are registered after the two. */
      more: fc.boolean(),
    }),
    maxCases: 30,
    describe: ({ pair, swapped, order, later, more }) => {
      const uris = namedPairs[pair] ?? namedPairs[0];
      const [one, other] = swapped ? [uris[1], uris[0]] : uris;
      return `${one} and${later ? ' later' : ''} ${other}, used in the order ${[...order, 0, 1].map((at) => at + 1).join(', ')}${more ? ', in addition to others' : ''}`;
    },
    async gather(scene, { pair, swapped, order, later, fresh, more }) {
      const uris = namedPairs[pair] ?? namedPairs[0];
      const [one, other] = swapped ? [uris[1], uris[0]] : [uris[0], uris[1]];
      const app = await aClientWithBoth(scene, one, other, later);
      if (app === undefined) return [];
      let further: string | undefined;
      const count = more && scene.supports('app.registerRedirectUri') ? others : 0;
      for (let number = 0; number < count; number++) {
        const next = `https://client.conformance.example/further/${number}`;
        // the specification does not say how many redirect URIs an app may have
        const request = scene.operate('app.registerRedirectUri', { appId: app.appId, redirectUri: next });
        if ((await unlessRefused(request))?.registered === true) further = next;
      }
      const user = await aUser(scene);
      const visits = [];
      for (const at of [...order, 0, 1]) {
        const named = at === 0 ? one : other;
        const request = { user, app, redirectUri: named, ...(fresh ? { freshSession: true } : {}) };
        visits.push({ named, visit: await arrive(scene, request) });
      }
      if (further !== undefined) {
        visits.push({ named: further, visit: await arrive(scene, { user, app, redirectUri: further }) });
      }
      const gone = visits.find(({ named, visit }) => cameTo(visit, named));
      if (gone !== undefined) await proveFlow(scene, app, user, gone.named);
      return visits;
    },
    *judge(visits) {
      if (visits.length === 0) {
        yield notApplicable('one of the two redirect URIs cannot be registered on any app');
        return;
      }
      const good = visits.some(({ named, visit }) => cameTo(visit, named));
      for (const { named, visit } of visits) {
        if (cameTo(visit, named)) continue;
        const elsewhere = visit.code !== undefined;
        if (!(yield* premise(good || elsewhere, 'no redirect URI of the app could be used at all'))) return;
        const subject = `an authorization request for ${named}, one of several registered redirect URIs,`;
        yield finding('DEL-12', subject, ending(visit), 'a redirect to it with a code', visit);
        return;
      }
    },
  }),

  check({
    id: 'delegated/a-redirect-uri-keeps-its-own-query',
    title: 'A registered redirect URI with a query keeps it, with code and state added to it',
    proves: ['DEL-22'],
    needs: ['app.create', 'user.create', 'browser.authorize', 'app.registerRedirectUri'],
    cases: objectOf({ queries: fc.uniqueArray(ownQueries, { minLength: 2, maxLength: 3 }), state: fc.boolean() }),
    maxCases: 30,
    describe: ({ queries, state }) =>
      `${queries.map((query) => `${redirectUri}?${query}`).join(', then ')}${state ? ' and a state' : ''}`,
    arrange: (scene) => aWorkingFlow(scene),
    async gather(scene, { queries, state }, { user }) {
      const app = await aClient(scene);
      const sent = state ? { state: 'a-state' } : {};
      const visits: { readonly own: string; readonly visit: Authorized }[] = [];
      // the specification does not say which further addresses a tenant registers (FRE-64)
      for (const own of [...queries, plainQuery]) {
        if (own === plainQuery && visits.length > 0) break;
        const named = `${redirectUri}?${own}`;
        const { registered } = await scene.operate('app.registerRedirectUri', { appId: app.appId, redirectUri: named });
        if (registered) visits.push({ own, visit: await arrive(scene, { user, app, redirectUri: named, ...sent }) });
      }
      if (visits.length > 0) return visits;
      throw new Unsupported('this tenant registers no redirect URI with a query of its own');
    },
    *judge(visits, { state }) {
      for (const { own, visit } of visits) yield* keepsItsQuery(own, visit, state);
    },
  }),
];

function* keepsItsQuery(own: string, visit: Authorized, state: boolean): Generator<Finding<RequirementId>> {
  const subject = `an authorization request for a registered redirect URI with the query ${own}`;
  const { location, code } = visit;
  if (code === undefined || !isAt(location, redirectUri)) {
    yield finding('DEL-22', subject, ending(visit), 'a redirect with that query and a code', visit);
    return;
  }
  const came = [...new URL(location ?? '').searchParams];
  const lost = [...new URLSearchParams(own)].filter(([name, value]) => {
    const at = came.findIndex((pair) => pair[0] === name && pair[1] === value);
    if (at >= 0) came.splice(at, 1);
    return at < 0;
  });
  if (lost.length > 0) {
    const names = lost.map(([name]) => name).join(', ');
    yield finding('DEL-22', subject, `came back without ${names} as registered`, 'the whole query', visit);
  } else if (state && visit.state !== 'a-state') {
    yield finding(
      'DEL-22',
      subject,
      'came back without the state as sent',
      'code and state in addition to the query',
      visit,
    );
  }
}

/** The result of an authorization request for an address that is not registered. */
interface Departed {
  readonly registered: string;
  readonly named: string;
  readonly attempt: Attempt;
}

function* receivesNothing(
  { registered, named, attempt }: Departed,
  departure: Departure,
): Generator<Demanded<RequirementId>> {
  const subject = `an authorization request for an unregistered redirect URI, ${departure.kind},`;
  const requirement = isInLetterCase(departure.kind) ? 'DEL-67' : 'DEL-09';
  yield* givesNoCode(attempt, { registered, named }, requirement, subject);
  const { authorized } = attempt;
  const { location } = authorized;
  const isSentThere = location !== null && isAt(location, named) && !isAt(location, registered);
  const observed = `sent the browser to ${placeOf(location)}`;
  yield demand(!isSentThere, 'DEL-10', subject, observed, 'no redirect to it', authorized);
}

/**
 * Judges that no code goes to the named, unregistered address. A code that goes to a registered address instead
 * breaks DEL-65.
 */
function* givesNoCode(
  attempt: Attempt,
  { registered, named }: Pick<Departed, 'registered' | 'named'>,
  requirement: 'DEL-09' | 'DEL-11' | 'DEL-67',
  subject: string,
): Generator<Demanded<RequirementId>> {
  const { location } = attempt.authorized;
  const isBackHome = isAt(location, registered) && !isAt(location, named);
  yield held(isBackHome ? requirement : 'DEL-65');
  yield* handsOverNothing(attempt, isBackHome ? 'DEL-65' : requirement, subject);
}

const isLocal = (uri: string): boolean => uri.startsWith('http:');

/**
 * Creates an app with this one redirect URI. Returns undefined if a local one cannot be registered, because another
 * requirement covers that.
 */
async function aClientAt(scene: Scene, uri: string): Promise<App | undefined> {
  // the specification does not say how long a registered address may be
  if (!isLocal(uri) && uri.length < 100) return clientUnlessRefused(scene, uri);
  const app = await aClient(scene, []);
  return (await isRegistered(scene, app, uri)) ? app : undefined;
}

/**
 * Creates an app with both redirect URIs, the second registered later if `later` is set. Returns undefined if the app
 * cannot have both.
 */
async function aClientWithBoth(scene: Scene, one: string, other: string, later: boolean): Promise<App | undefined> {
  const registers = scene.supports('app.registerRedirectUri');
  // A tenant may refuse an address with an escape or a query (FRE-64). A registration reports that, but the creation
  // of an app does not.
  if ([one, other].some((uri) => isLocal(uri) || /[%?]|:8443/.test(uri))) {
    const app = await aClient(scene, []);
    return (await isRegistered(scene, app, one)) && (await isRegistered(scene, app, other)) ? app : undefined;
  }
  const app = await aClient(scene, later && registers ? [one] : [one, other]);
  if (later && registers && !(await isRegistered(scene, app, other))) return undefined;
  return app;
}

import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import type { Exchange } from '../../../core/exchange.ts';
import { answer, succeeded } from '../../../core/exchange.ts';
import { finding, held, observation } from '../../../core/judgement.ts';
import {
  aKeyOwnerWithAccess,
  aLaboratoryFor,
  anAccessToken,
  aUser,
  requestToken,
  tokenPath,
} from '../../../drivers/world/actors.ts';
import type { App, SettledActor, User } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { lastPage, shows } from '../../../drivers/world/view.ts';
import { openListingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { glimpse, recordsIn } from '../../expectations/disclosure.ts';
import { listingActor, listingAt, listingsOpenTo } from '../../expectations/open-listings.ts';
import { answeredWith401, refusedByContrast } from '../../expectations/refusal.ts';

/**
 * The number of the caller that sends a token that was never issued. A lower number without an actor sends no token.
 */
const stranger = 5;
const strangers = bearer('nobody-was-ever-given-this-token-either');

/** Calls that share a connection, cookies or a moment ("Authentication": every call is authenticated for itself). */
export const connectionChecks: readonly SuiteCheck[] = [
  check({
    id: 'transport/each-call-is-authenticated-for-itself',
    title: 'A call without a credential is answered with 401 on a connection that served others',
    proves: ['TRN-13', 'TRN-22'],
    needs: ['actor'],
    cases: fc.record({
      listing: fc.nat(4),
      elsewhere: fc.boolean(),
      before: fc.integer({ min: 1, max: 6 }),
      returnCookies: fc.boolean(),
      sameConnection: fc.boolean(),
      bare: fc.integer({ min: 1, max: 3 }),
      /** Whether the app requests a token over the connection at the end. */
      tokenLast: fc.boolean(),
    }),
    maxCases: 40,
    arrange: (scene) => listingActor(scene),
    async gather(scene, { listing, elsewhere, before, returnCookies, sameConnection, bare, tokenLast }, actor) {
      const { app } = actor;
      // the tokens that the cases request may replace the earlier one (FRE-51)
      const authorization = app === undefined ? actor.authorization : bearer(await anAccessToken(scene, app));
      const { path } = listingAt(actor.open, listing);
      const first = elsewhere ? listingAt(actor.open, listing + 1).path : path;
      const unknown = (where: string): Promise<Exchange> =>
        scene.onOneConnection((over) => scene.call(where, { over, note: 'without a credential, on a new connection' }));
      const fresh = await unknown(path);
      const freshElsewhere = elsewhere ? await unknown(first) : fresh;
      return scene.onOneConnection(async (over) => {
        const served: Exchange[] = [];
        const look = (where: string) => scene.settle(() => scene.call(where, { authorization, over }), accepted);
        for (let time = 1; time < before; time++) served.push(await look(first));
        served.push(await look(path));
        const requests = app !== undefined && tokenLast ? [await requestToken(scene, app, tokenPath, { over })] : [];
        const bareCall = (where: string, cookie?: string): Promise<Exchange> =>
          scene.call(where, {
            ...(cookie === undefined ? {} : { headers: { cookie } }),
            ...(sameConnection ? { over } : {}),
            note: `without a credential${cookie === undefined ? '' : ', with cookies'}`,
          });
        const probes: { where: string; probe: Exchange }[] = [];
        for (let time = 0; time < bare; time++) {
          // calls alternate with another listing than the one that was served last
          const where = time % 2 === 1 && freshElsewhere.response?.status === 401 ? first : path;
          probes.push({ where, probe: await bareCall(where) });
        }
        const set = cookiesSetBy([...served, ...requests]);
        const areSet = set !== '';
        // calls without cookies come before and after, because repeated calls alone may change the answer too
        const withCookies = async () => ({
          before: await bareCall(path),
          probe: await bareCall(path, areSet ? set : 'session=conformance'),
          after: await bareCall(path),
        });
        const cookies = returnCookies ? await withCookies() : undefined;
        return { path, fresh, served, probes, areSet, ...(cookies === undefined ? {} : { cookies }) };
      });
    },
    *judge({ path, fresh, served, probes, areSet, cookies }) {
      const control = served.at(-1);
      const refused = fresh.response?.status === 401;
      if (!(yield* premise(refused, `GET ${path} without a credential ${answer(fresh)} on a new connection too`)))
        return;
      for (const [index, { where, probe }] of probes.entries()) {
        const subject = `GET ${where} without a credential after a served call`;
        // a tenant may answer a client that repeats such calls in another way
        if (control !== undefined && (index === 0 || succeeded(probe)))
          yield* refusedByContrast(probe, control, 'TRN-13', subject);
      }
      if (areSet) yield observation('FRE-08', 'answers to API calls set cookies');
      const areRefused = [cookies?.before, cookies?.after].every((call) => call?.response?.status === 401);
      if (cookies === undefined || !areRefused) return;
      const whose = areSet ? 'the cookies that it set' : 'a cookie of no session';
      const subject = `GET ${path} without a credential after a served call, with ${whose},`;
      yield* answeredWith401(cookies.probe, 'TRN-22', subject);
    },
  }),

  check({
    id: 'transport/interleaved-calls-do-not-mix-actors',
    title: 'Interleaved calls of several actors are each answered for their own credential',
    proves: ['TRN-07', 'TRN-15'],
    needs: ['app.create', 'user.create', 'apiKey.create', 'access'],
    cases: fc.record({
      steps: fc.array(fc.record({ who: fc.nat(stranger), other: fc.boolean() }), { minLength: 4, maxLength: 12 }),
      listing: fc.nat(4),
      oneConnection: fc.boolean(),
    }),
    maxCases: 25,
    describe: ({ steps, listing, oneConnection }) =>
      `callers ${steps.map(({ who }) => 'ABCD-?'.charAt(who)).join('')} at once at ${openListingNamed(listing)}${oneConnection ? ', over one connection' : ''}`,
    async arrange(scene) {
      const app = await aClient(scene);
      const actors: SettledActor[] = [
        await withItsLaboratory(scene, app, bearer(await anAccessToken(scene, app))),
        await aKeyOwnerWithAccess(scene),
        await aKeyOwnerWithAccess(scene),
      ];
      if (scene.supports('browser.authorize')) {
        const user = await aUser(scene);
        // the user authorizes the app that calls as itself too, so that both kinds of its tokens are in use at once
        actors.push(await withItsLaboratory(scene, user, (await aGrant(scene, app, user)).authorization));
      }
      const alone = [];
      // it is inferred that a key works on both versions, and another requirement covers that
      const listings = await listingsOpenTo(scene, actors[1]?.authorization ?? '');
      for (const listing of listings) {
        for (const [at, actor] of actors.entries()) {
          const look = await scene.settle(
            () => lookAs(scene, listing, actor),
            (seen) => showsOwn(seen, actor),
          );
          alone.push({ caller: at, look });
        }
        for (const who of [undefined, 'a stranger'] as const) {
          alone.push({ caller: undefined, look: await lookAs(scene, listing, who) });
        }
      }
      return { actors, alone, listings };
    },
    async gather(scene, { steps, listing, oneConnection }, { actors, alone, listings }) {
      const at = ({ other }: { other: boolean }): Listing =>
        listings[(listing + (other ? 2 : 0)) % listings.length] ?? listings[0];
      const parts = (over?: Dispatcher) =>
        steps.map((step) => async (branch: Scene) => ({
          who: step.who,
          look: await lookAs(branch, at(step), step.who === stranger ? 'a stranger' : actors[step.who], over),
        }));
      const together = oneConnection
        ? await scene.onOneConnection((over) => scene.together(parts(over)))
        : await scene.together(parts());
      return { actors, alone, together };
    },
    *judge({ actors, alone, together }) {
      // uses the positions of the actors, because stored evidence keeps these
      const foreignTo = (caller: number | undefined) =>
        actors.filter((_, at) => at !== caller).flatMap((actor) => actor.laboratory?.records ?? []);
      for (const { caller, look } of alone) {
        const actor = caller === undefined ? undefined : actors[caller];
        const right = actor === undefined ? !succeeded(lastPage(look)) : showsOwn(look, actor);
        const text = `GET ${look.path} alone ${answer(lastPage(look))} and did not show just the caller's own records`;
        if (!(yield* premise(right && recordsIn(look, foreignTo(caller)).length === 0, text))) return;
      }
      const areSeveral = new Set(together.map(({ who }) => who)).size > 1;
      for (const { who, look } of together) {
        const own = actors[who];
        const call = lastPage(look);
        const whose =
          who === stranger
            ? 'with a token that was never issued'
            : own === undefined
              ? 'without a credential'
              : 'of one actor';
        const subject = `GET ${look.path} ${whose} amid calls of others`;
        if (who === stranger && succeeded(call)) {
          yield finding('TRN-07', subject, answer(call), 'status 401', call);
        } else if (who === stranger && call.response?.status === 401) yield held('TRN-07');
        const wrong = mixedUp(look, own, foreignTo(who));
        if (wrong !== undefined) yield finding('TRN-15', subject, ...wrong, call);
        // a caller that is alone cannot be mixed up with another one
        else if (areSeveral && !isLost(call)) yield held('TRN-15');
      }
    },
  }),
];

async function withItsLaboratory(scene: Scene, actor: App | User, authorization: string): Promise<SettledActor> {
  const laboratory = await aLaboratoryFor(scene, actor);
  return { authorization, ...(laboratory === undefined ? {} : { laboratory }) };
}

async function lookAs(
  scene: Scene,
  listing: Listing,
  actor: SettledActor | 'a stranger' | undefined,
  over?: Dispatcher,
): Promise<View> {
  const call = await scene.call(listing.path, {
    ...(actor === undefined
      ? { note: 'without a credential' }
      : actor === 'a stranger'
        ? { authorization: strangers, note: 'a token that was never issued' }
        : { authorization: actor.authorization }),
    over,
  });
  return glimpse(scene, listing, call);
}

/**
 * Returns the observed and the expected answer to a call amid calls of others, or undefined if the answer is its
 * caller's own.
 */
function mixedUp(
  look: View,
  own: SettledActor | undefined,
  foreign: readonly CreatedRecord[],
): readonly [observed: string, expected: string] | undefined {
  const call = lastPage(look);
  if (recordsIn(look, foreign).length > 0) return ["showed another actor's record", 'nothing of another actor'];
  if (own === undefined) return succeeded(call) ? [answer(call), 'a refusal'] : undefined;
  if (succeeded(call) ? showsOwn(look, own) : isLost(call)) return undefined;
  return [succeeded(call) ? "lacked the actor's own record" : answer(call), 'the page that the actor gets alone'];
}

/** Reports whether a call got no usable answer, which does not show the caller that the tenant took it for. */
function isLost({ response }: Exchange): boolean {
  return response === undefined || response.status >= 500;
}

function showsOwn(look: View, actor: SettledActor): boolean {
  const records = actor.laboratory?.records ?? [];
  return succeeded(lastPage(look)) && records.some((record) => record.kind === look.kind && shows(look, record));
}

/** Returns the cookies that answers set, as a browser would send them back. A cookie with an empty value is deleted. */
export function cookiesSetBy(answers: readonly Exchange[]): string {
  const jar = new Map<string, string>();
  for (const { response } of answers) {
    for (const line of [response?.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^\s*([^=;\s]+)\s*=([^;]*)/.exec(line) ?? [];
      if (name === undefined || value === undefined) continue;
      if (value === '') jar.delete(name);
      else jar.set(name, value.trim());
    }
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

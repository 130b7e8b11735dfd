import fc from 'fast-check';
import { premise } from '../../../core/check.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { accessTokenIn, aUser, legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { bearer, asUtf8Octets } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import {
  aClient,
  aGrant,
  aUserWithAccess,
  refresh,
  refreshed,
  refreshedTimes,
} from '../../../drivers/world/delegated.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted, showsAll, showsNone } from '../../expectations/acceptance.ts';
import { settledView } from '../../expectations/settled-view.ts';
import { noTokenByContrast } from '../../expectations/token-request.ts';
import { aConsentingUser, aFreshGrant, delegatedNeeds } from './working-grant.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

/**
 * Creates two authorizations of an app, by one user or by two. Each is refreshed `earlier` times as soon as it
 * exists, because a tenant may keep only one of several authorizations of a user (FRE-84).
 */
async function aPair(scene: Scene, earlier: number, users: 1 | 2): Promise<readonly [Grant, Grant]> {
  const { app, user } = await aConsentingUser(scene);
  const one = await anAuthorization(scene, app, user, earlier);
  return [one, await anAuthorization(scene, app, users === 1 ? user : await aUser(scene), earlier)];
}

async function anAuthorization(scene: Scene, app: App, user: User, refreshes: number): Promise<Grant> {
  const grant = await refreshedTimes(scene, await aGrant(scene, app, user), refreshes);
  return grant;
}

/** Refreshes after the access tokens have expired ("Delegated auth", 5 and 6). */
export const refreshesAfterExpiryChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/a-late-refresh-leaves-other-authorizations',
    title: "A refresh after the access token expired leaves other authorizations' refresh tokens working",
    proves: ['DEL-46', 'DEL-47'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 86_405,
    cases: objectOf({
      users: fc.constantFrom<1 | 2>(1, 2),
      earlier: fc.nat(1),
      older: fc.boolean(),
      after: fc.constantFrom(905, 86_405),
    }),
    maxCases: 8,
    describe: ({ users, earlier, older, after }) =>
      inWords`the ${older ? 'older' : 'newer'} of two authorizations by ${users === 1 ? 'a user' : 'two users'}, refreshed ${earlier} times, refreshed ${after} s later`,
    async gather(scene, { users, earlier, older, after }) {
      const pairs = [await aPair(scene, earlier, users), await aPair(scene, earlier, users)];
      const lone = await aFreshGrant(scene);
      await scene.elapse(after);
      const refreshes: Exchange[] = [];
      let lead: Exchange | undefined;
      for (const [index, [one, other]] of pairs.entries()) {
        const [first, second] = older ? [one, other] : [other, one];
        // in the other pair, the first authorization is not refreshed before the second
        if (index === 0) lead = await refresh(scene, first.app, first.refreshToken);
        refreshes.push(await refresh(scene, second.app, second.refreshToken));
      }
      return { lead, refreshes, sole: await refresh(scene, lone.app, lone.refreshToken) };
    },
    *judge({ lead, refreshes: [probe, control], sole }, { users }) {
      const requirement = users === 1 ? 'DEL-46' : 'DEL-47';
      if (probe === undefined || control === undefined) return;
      if (accessTokenIn(probe) !== undefined) {
        if (lead !== undefined && accessTokenIn(lead) !== undefined) yield held(requirement);
        return;
      }
      if (accessTokenIn(control) === undefined) {
        // another requirement covers whether authorizations exist in parallel at all (DEL-48)
        yield* premise(accessTokenIn(sole) !== undefined, `a late refresh for the only authorization ${answer(sole)}`);
        return;
      }
      const whose = users === 1 ? 'authorizations' : 'users of an app';
      const subject = `a late refresh for one of two ${whose} after one for the other`;
      yield finding(requirement, subject, answer(probe), 'new tokens', probe);
    },
  }),

  check({
    id: 'delegated/an-expired-access-token-is-no-refresh-token',
    title: 'An expired access token is no refresh token, and its refresh token is no bearer token',
    proves: ['DEL-56', 'DEL-57'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 905,
    cases: objectOf({ earlier: fc.nat(1), path: fc.constantFrom(tokenPath, legacyTokenPath) }),
    maxCases: 4,
    describe: ({ earlier, path }) =>
      `the expired access token of ${earlier === 0 ? 'a code exchange' : 'a refresh'} at ${path}`,
    async gather(scene, { earlier, path }) {
      const { app, user } = await aConsentingUser(scene);
      const grant = await refreshedTimes(scene, await aGrant(scene, app, user, { path }), earlier, path);
      await scene.elapse(905);
      const probe = await refresh(scene, app, grant.accessToken, { path, note: 'an expired access token' });
      if (accessTokenIn(probe) !== undefined) return { probe, control: probe };
      const authorization = bearer(asUtf8Octets(grant.refreshToken));
      const note = 'a refresh token as bearer token';
      const call = await scene.call(scene.versionedListings[0].path, { authorization, note });
      const control = await refresh(scene, app, grant.refreshToken, { path });
      if (accessTokenIn(control) !== undefined) return { probe, call, control };
      // the specification does not say what a misplaced token does to its own grant
      const another = await aGrant(scene, app, user, { path });
      return { probe, call, control: await refresh(scene, app, another.refreshToken, { path }) };
    },
    *judge({ probe, call, control }) {
      yield* noTokenByContrast(probe, control, 'DEL-57', 'a refresh with an expired access token');
      if (call === undefined) return;
      if (!accepted(call)) {
        const isLive = accessTokenIn(control) !== undefined;
        if (isLive && call.response?.status === 401) yield held('DEL-56');
        return;
      }
      const subject = `GET ${new URL(call.request.url).pathname} with a refresh token whose access token has expired`;
      yield finding('DEL-56', subject, answer(call), 'a refusal with 401', call);
    },
  }),

  check({
    id: 'delegated/an-old-refresh-token-is-its-own-apps',
    title: 'A refresh token whose access token has expired yields no token to another app',
    proves: ['DEL-50'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 86_500,
    cases: objectOf({ after: fc.constantFrom(905, 86_405), earlier: fc.nat(1), known: fc.boolean() }),
    maxCases: 4,
    describe: ({ after, earlier, known }) =>
      inWords`${earlier} refreshes, then an attempt after ${after} s by an app that the user ${known ? 'has authorized too' : 'does not know'}`,
    async gather(scene, { after, earlier, known }) {
      const { app, user } = await aConsentingUser(scene);
      const grant = await anAuthorization(scene, app, user, earlier);
      const other = await aClient(scene);
      if (known) await aGrant(scene, other, user);
      await scene.elapse(after);
      const probe = await refresh(scene, other, grant.refreshToken, { note: 'the refresh token of another app' });
      const control = await refresh(scene, app, grant.refreshToken);
      if (accessTokenIn(probe) !== undefined || accessTokenIn(control) !== undefined) return { probe, control };
      // another requirement covers the effect of the other app's attempt on the token (DEL-51)
      return { probe, control: await refresh(scene, app, (await aGrant(scene, app, user)).refreshToken) };
    },
    *judge({ probe, control }) {
      yield* noTokenByContrast(probe, control, 'DEL-50', 'a refresh by another app when the access token has expired');
    },
  }),

  check({
    id: 'delegated/a-late-refresh-acts-for-its-own-user',
    title: 'The tokens of a refresh days after the authorization act for their own user',
    proves: ['DEL-36'],
    needs: [...delegatedNeeds, 'access', 'passing-time'],
    maxSeconds: 21 * day,
    cases: objectOf({ days: fc.constantFrom(1, 12, 20), listing: fc.nat(4) }),
    maxCases: 5,
    describe: ({ days, listing }) => inWords`refreshes for three users after ${days} days, on ${listingNamed(listing)}`,
    async gather(scene, { days, listing: index }) {
      const listing = await scene.listingAt(index);
      if (listing === undefined) return null;
      const app = await aClient(scene);
      const people = [];
      for (let count = 0; count < 3; count++) {
        const { user, laboratory } = await aUserWithAccess(scene);
        people.push({ grant: await aGrant(scene, app, user), records: laboratory?.records ?? [] });
      }
      await scene.elapse(days * day);
      const looks = [];
      for (const { grant, records } of people) {
        const own = records.filter(({ kind }) => kind === listing.kind);
        const complete = (view: View): boolean => own.every((record) => shows(view, record));
        const { authorization } = await refreshed(scene, grant);
        const others = people.flatMap((person) => (person.records === records ? [] : person.records));
        const look = (): Promise<View> => scene.view(listing, authorization);
        const view = await settledView(scene, look, { due: own, never: others });
        const anew = complete(view) ? view : await viewOfNewAuthorization(scene, listing, grant);
        looks.push({ view, own, others, shown: complete(anew) });
      }
      return looks;
    },
    *judge(looks, { days }) {
      if (looks === null) {
        yield notApplicable('there is no such listing');
        return;
      }
      for (const { view, own, others, shown } of looks) {
        const subject = `GET ${view.path} with the token of a refresh ${days} days after the authorization`;
        yield* showsNone(view, others, 'DEL-36', `${subject}, for records of another user of the app,`);
        // if a new authorization does not show the records either, the cause is the permissions
        if (shown) yield* showsAll(view, own, 'DEL-36', subject);
      }
    },
  }),
];

/** Returns the view of a new authorization of the same user. */
async function viewOfNewAuthorization(scene: Scene, listing: Listing, { app, user }: Grant): Promise<View> {
  return scene.view(listing, (await aGrant(scene, app, user)).authorization);
}

import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import type { Judgement } from '../../../core/judgement.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import type { Laboratory, User } from '../../../drivers/world/actors.ts';
import { accessTokenIn, legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import type { Listing } from '../../../drivers/world/listing.ts';
import { versionedListings } from '../../../drivers/world/listing.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import {
  aClient,
  aGrant,
  aUserWithAccess,
  grantIn,
  refresh,
  refreshed,
  refreshedTimes,
} from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { CreatedRecord, View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { showsAll, showsNone } from '../../expectations/acceptance.ts';
import { refreshRace } from '../../expectations/refresh-race.ts';
import { failsWithInvalidGrant, handsOutTokens } from '../../expectations/spent-refresh-token.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { aFreshGrant, delegatedNeeds } from './working-grant.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

const tokenPaths = [tokenPath, legacyTokenPath] as const;

/** Refreshes that arrive at the same time ("States and transitions"; "Limits"). */
export const racesChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/a-refresh-race-has-one-winner',
    title: 'One of several simultaneous refreshes with one token succeeds; the others get invalid_grant',
    proves: ['DEL-52', 'DEL-53'],
    needs: delegatedNeeds,
    cases: objectOf({
      requests: fc.integer({ min: 2, max: 16 }),
      earlier: fc.nat(2),
      /** The token paths that receive the refreshes by turns: one path, or both. */
      paths: fc.constantFrom<readonly [string, ...string[]]>(
        [tokenPath],
        [legacyTokenPath],
        [tokenPath, legacyTokenPath],
        [legacyTokenPath, tokenPath],
      ),
      connections: fc.constantFrom<'shared' | 'own'>('shared', 'own'),
      /** The user who authorized the same app before. */
      after: fc.constantFrom('nobody', 'another user', 'the user'),
    }),
    maxCases: 20,
    describe: ({ requests, earlier, paths, connections, after }) =>
      inWords`${requests} refreshes at ${paths.join(' and ')} at once${connections === 'own' ? ', each over a connection of its own' : ''}, after ${earlier} before${after === 'nobody' ? '' : ` and an authorization by ${after}`}`,
    async gather(scene, { requests, earlier, paths, connections, after }) {
      const [path] = paths;
      let grant = await aFreshGrant(scene, undefined, path);
      if (after === 'another user') grant = await aFreshGrant(scene, grant.app, path);
      if (after === 'the user') grant = await aGrant(scene, grant.app, grant.user, { path });
      grant = await refreshedTimes(scene, grant, earlier, path);
      const targets = Array.from({ length: requests }, (_, index) => paths[index % paths.length] ?? path);
      const answers = await refreshRace(scene, grant, targets, connections);
      if (answers.some(handsOutTokens)) return { answers };
      const other = await aFreshGrant(scene, undefined, path);
      return { answers, control: await refresh(scene, other.app, other.refreshToken, { path }) };
    },
    judge: hasOneWinner,
  }),

  check({
    id: 'delegated/a-late-refresh-race-has-one-winner',
    title: 'One of several simultaneous refreshes succeeds after the access token has expired',
    proves: ['DEL-52', 'DEL-53'],
    needs: [...delegatedNeeds, 'passing-time'],
    maxSeconds: 20 * day,
    cases: objectOf({
      after: fc.constantFrom(905, 86_405, 20 * day),
      earlier: fc.nat(1),
      path: fc.constantFrom(...tokenPaths),
    }),
    maxCases: 6,
    describe: ({ after, earlier, path }) => inWords`refreshes at ${path} at once, ${after} s after ${earlier} others`,
    async gather(scene, { after, earlier, path }) {
      const grant = await refreshedTimes(scene, await aFreshGrant(scene, undefined, path), earlier, path);
      const lone = await aFreshGrant(scene, undefined, path);
      await scene.elapse(after);
      const answers = await refreshRace(
        scene,
        grant,
        Array.from({ length: 6 }, () => path),
      );
      if (answers.some(handsOutTokens)) return { answers };
      return { answers, control: await refresh(scene, lone.app, lone.refreshToken, { path }) };
    },
    judge: hasOneWinner,
  }),

  check({
    id: 'delegated/simultaneous-refreshes-of-different-tokens-all-succeed',
    title: 'Simultaneous refreshes with different refresh tokens all succeed, each for its own user',
    proves: ['DEL-54'],
    needs: delegatedNeeds,
    cases: objectOf({
      users: fc.integer({ min: 2, max: 6 }),
      apps: fc.integer({ min: 1, max: 2 }),
      listing: fc.nat(versionedListings.length - 1),
      rounds: fc.integer({ min: 1, max: 2 }),
      /** Whether one user has authorized both apps, or one app twice, instead of several users. */
      sole: fc.constantFrom('no', 'no', 'of two apps', 'of one app, authorized twice'),
    }),
    maxCases: 10,
    describe: ({ users, apps, rounds, sole }) =>
      inWords`${sole === 'no' ? inWords`${users} users of ${apps} apps` : `one user ${sole}`}, ${rounds} times${rounds === 1 ? '' : ', one after the other'}`,
    async arrange(scene) {
      const [one, other] = [await aClient(scene), await aClient(scene)];
      const members = [];
      for (let index = 0; index < 6; index++) members.push(await aUserWithAccess(scene));
      return { apps: [one, other], members };
    },
    async gather(scene, { users, apps: count, listing: index, rounds, sole }, { apps, members: all }) {
      const listing = scene.versionedListingAt(index);
      const [first] = all;
      const isAlone = sole !== 'no' && first !== undefined;
      const members = isAlone ? [first, first] : all.slice(0, users);
      const appsUsed = sole === 'of one app, authorized twice' ? 1 : isAlone ? 2 : count;
      const recordsOf = (place: number) =>
        (members[place]?.laboratory?.records ?? []).filter(({ kind }) => kind === listing.kind);
      let grants: Grant[] = [];
      for (const [place, { user }] of members.entries()) {
        const grant = await aGrant(scene, apps[place % appsUsed] ?? (await aClient(scene)), user);
        await scene.settle(
          () => scene.view(listing, grant.authorization),
          (view) => recordsOf(place).every((record) => shows(view, record)),
        );
        grants.push(grant);
      }
      const answers: { readonly one: Exchange; readonly place: number }[] = [];
      const views = [];
      for (let time = 0; time < rounds; time++) {
        const round = await scene.together(
          grants.map((grant) => (part: Scene) => refresh(part, grant.app, grant.refreshToken)),
        );
        for (const [place, one] of round.entries()) answers.push({ one, place });
        if (round.some((one) => accessTokenIn(one) === undefined)) break;
        grants = round.flatMap((one, place) => {
          const before = grants[place];
          return before === undefined ? [] : [grantIn(before.app, before.user, one, 'one of several refreshes')];
        });
      }
      const failed = answers.some(({ one }) => accessTokenIn(one) === undefined);
      for (const [place, { authorization }] of (failed ? [] : grants).entries()) {
        const others = grants.flatMap((_, other) => (isAlone || other === place ? [] : recordsOf(other)));
        views.push({ view: await scene.view(listing, authorization), own: recordsOf(place), others });
      }
      const well = !failed && views.every(showsItsOwn);
      if (well) return { answers, views };
      const inTurn = isAlone && appsUsed === 1 ? await refreshedInTurn(scene, first.user) : [];
      // an app may have valid tokens for a few users only (FRE-51)
      const renewed: Grant[] = [];
      for (const grant of failed || isAlone ? [] : grants) renewed.push(await refreshed(scene, grant));
      const oneByOne = [];
      for (const [place, { authorization }] of renewed.entries())
        oneByOne.push({ view: await scene.view(listing, authorization), own: recordsOf(place) });
      return { answers, views, oneByOne, alone: await refreshedAlone(scene, members[0], listing, rounds), inTurn };
    },
    *judge({ answers, views, oneByOne = [], alone, inTurn = [] }) {
      // another requirement covers this (DEL-48)
      if (inTurn.some((one) => accessTokenIn(one) === undefined)) {
        yield notApplicable('one authorization of a user and an app ends the other');
        return;
      }
      const subject = 'one of several simultaneous refreshes with different refresh tokens';
      const refused = answers.find(({ one }) => accessTokenIn(one) === undefined);
      if (refused !== undefined) {
        if (alone === undefined || accessTokenIn(alone.last) === undefined) {
          yield { kind: 'premise', text: 'refreshes one after the other brought no token either' };
        } else yield finding('DEL-54', subject, answer(refused.one), 'tokens', refused.one);
        return;
      }
      const apart = alone === undefined || showsItsOwn(alone);
      yield* premise(apart, 'the token of refreshes one after the other does not show its user everything either');
      if (apart && !oneByOne.every(showsItsOwn)) {
        yield notApplicable('tokens that are obtained one after the other end one another, too');
        return;
      }
      for (const { view, own, others } of views) yield* actsForItsUser(view, apart ? own : [], others);
    },
  }),
];

/**
 * Several refreshes with one refresh token. If none of them was served, also one refresh with another token by
 * itself.
 */
interface Race {
  readonly answers: readonly Exchange[];
  readonly control?: Exchange;
}

function* hasOneWinner({ answers, control }: Race): Generator<Judgement<RequirementId, never>> {
  const winners = answers.filter((one) => accessTokenIn(one) !== undefined || handsOutTokens(one));
  const second = winners[1];
  if (second !== undefined) {
    const subject = `${answers.length} simultaneous refreshes with one refresh token`;
    const restsOn = winners.map(({ number }) => number);
    const observed = `obtained tokens ${winners.length} times`;
    yield { ...finding('DEL-52', subject, observed, 'once at most', second), restsOn };
    yield { ...finding('DEL-53', subject, observed, 'once', second), restsOn };
  } else if (winners.length === 1) yield held('DEL-52');
  if (control !== undefined) {
    if (!(yield* premise(handsOutTokens(control), `a refresh by itself ${answer(control)} too`))) return;
    const [first] = answers;
    const subject = `each of ${answers.length} simultaneous refreshes with one refresh token`;
    if (first !== undefined) yield finding('DEL-53', subject, answer(first), 'tokens for one of them', first);
  }
  for (const loser of answers) {
    if (handsOutTokens(loser)) continue;
    // another requirement covers the error name at the other path (VER-21)
    if (winners[0] !== undefined && loser.request.url !== winners[0].request.url) continue;
    yield* failsWithInvalidGrant(loser, 'DEL-53', 'a refresh that lost a race');
  }
}

function showsItsOwn({ view, own }: { readonly view: View; readonly own: readonly CreatedRecord[] }): boolean {
  return own.every((record) => shows(view, record));
}

function* actsForItsUser(
  view: Parameters<typeof showsAll>[0],
  own: Parameters<typeof showsAll>[1],
  others: Parameters<typeof showsAll>[1],
): Generator<Judgement<RequirementId, never>> {
  const subject = `GET ${view.path} with an access token of simultaneous refreshes`;
  yield* showsAll(view, own, 'DEL-54', subject);
  yield* showsNone(view, others, 'DEL-54', `${subject}, for records of the other users,`);
}

/** Refreshes the tokens of two authorizations of the user for a new app, one after the other. */
async function refreshedInTurn(scene: Scene, user: User): Promise<Exchange[]> {
  const app = await aClient(scene);
  const grants = [await aGrant(scene, app, user), await aGrant(scene, app, user)];
  const answers: Exchange[] = [];
  for (const { refreshToken } of grants) answers.push(await refresh(scene, app, refreshToken));
  return answers;
}

/** Refreshes as often for a user of an app without other users, and returns the view with the last token. */
async function refreshedAlone(
  scene: Scene,
  member: { readonly user: User; readonly laboratory: Laboratory | undefined } | undefined,
  listing: Listing,
  rounds: number,
): Promise<{ readonly last: Exchange; readonly view: View; readonly own: readonly CreatedRecord[] }> {
  const { user, laboratory } = member ?? (await aUserWithAccess(scene));
  const grant = await refreshedTimes(scene, await aGrant(scene, await aClient(scene), user), rounds);
  const own = (laboratory?.records ?? []).filter(({ kind }) => kind === listing.kind);
  return { last: grant.answered, view: await scene.view(listing, grant.authorization), own };
}

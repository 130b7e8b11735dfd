import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { demand, finding } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { accessTokenIn, legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import {
  aClient,
  aCode,
  aGrant,
  authorize,
  exchangeCode,
  refresh,
  refreshTokenIn,
} from '../../../drivers/world/delegated.ts';
import type { View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, showsAll, yieldsToken } from '../../expectations/acceptance.ts';
import { obtainsNoToken } from '../../expectations/spent-refresh-token.ts';
import type { TokenUse } from '../../expectations/standing.ts';
import {
  authorizeUntilTokens,
  bringsNothingUsable,
  callsAfterRevocation,
  isAccepted,
  mustBeServed,
  isRevoked,
  useOf,
} from '../../expectations/standing.ts';
import { heldBy } from './app-with-grants.ts';
import { otherRedirectUri } from '../../world/populations.ts';
import type { Renewal } from './reinstalled.ts';
import {
  appChanges,
  arriveAsked,
  asksAgain,
  changedSince,
  changesMeanwhile,
  knownAgain,
  reinstall,
  renewed,
} from './reinstalled.ts';
import { anAppInside, anInsider, aStage, install, pathAt, reinstallationNeeds, uninstall } from './stage.ts';
import { NothingToJudge } from '../../../core/trouble.ts';
import { objectOf } from '../../../generators/object.ts';

/** What a reinstallation does not bring back, and what it takes to begin anew ("States and transitions", App). */
export const reinstallationChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/reinstallation-revives-no-token',
    title: 'After a reinstall the tokens from before it are refused, before and after a user consents again',
    proves: ['LIF-35', 'LIF-36'],
    needs: reinstallationNeeds,
    cases: objectOf({
      users: fc.integer({ min: 1, max: 3 }),
      refreshes: fc.nat(2),
      reinstalls: fc.integer({ min: 1, max: 5 }),
      renewals: fc.nat(3),
      early: fc.boolean(),
      at: fc.constantFrom(tokenPath, legacyTokenPath),
      /** What is done with the app while it is not installed, and when it is back. */
      meanwhile: fc.constantFrom(...changesMeanwhile),
      since: fc.constantFrom(...appChanges),
      listing: fc.nat(4),
    }),
    maxCases: 30,
    describe: ({ users, refreshes, reinstalls, renewals, meanwhile, since, at }) =>
      inWords`${users} users with ${refreshes} refreshes each, ${reinstalls} reinstalls, ${meanwhile} meanwhile and ${since} since then, ${Math.min(renewals, users)} consents renewed, refreshed at ${at}`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { users, refreshes, reinstalls, renewals, early, at, meanwhile, since, listing }, stage) {
      const path = pathAt(stage.forUsers, listing);
      const { app, held } = await heldBy(scene, stage, users, refreshes);
      for (const { authorization } of held) await mustBeServed(scene, authorization, path, 'a delegated access token');
      let present = app;
      for (let count = 0; count < reinstalls; count++) {
        present = await reinstall(scene, present, held[0]?.authorization ?? '', path, { meanwhile });
      }
      present = await changedSince(scene, present, since);
      const calls: Exchange[] = [];
      const answers: Exchange[] = [];
      const probe = async (): Promise<void> => {
        for (const { authorization, refreshToken } of held) {
          calls.push(...(await callsAfterRevocation(scene, authorization, [path])));
          answers.push(await refresh(scene, present, refreshToken, { path: at, note: 'from before a reinstall' }));
        }
      };
      if (early) await probe();
      let works: Exchange | undefined;
      for (const { user } of held.slice(0, Math.max(1, renewals))) {
        const { exchanged } = await authorizeUntilTokens(scene, { user, app: present }, 'asked');
        works ??= exchanged;
        // what goes on after that gives nobody's old tokens back either
        const next = exchanged === undefined ? undefined : refreshTokenIn(exchanged);
        if (next !== undefined) await refresh(scene, present, next);
      }
      await probe();
      return { calls, answers, works };
    },
    *judge({ calls, answers, works }) {
      yield* isRevoked(calls, 'LIF-36', 'with an access token from before a reinstall');
      for (const one of answers) yield* obtainsNoToken(one, 'LIF-35', 'a refresh with a token from before a reinstall');
      const again = works !== undefined && accessTokenIn(works) !== undefined;
      yield* premise(again, 'the app obtained no tokens for a user who was asked again');
    },
  }),

  check({
    id: 'lifecycle/consent-is-asked-again-after-a-reinstall',
    title: 'After a reinstall each user is asked for consent again, and what the app then obtains works',
    proves: ['LIF-37', 'LIF-38'],
    needs: reinstallationNeeds,
    cases: objectOf({
      users: fc.integer({ min: 1, max: 3 }),
      reinstalls: fc.integer({ min: 1, max: 3 }),
      lastFirst: fc.boolean(),
      authorizations: fc.integer({ min: 1, max: 2 }),
      times: fc.integer({ min: 1, max: 2 }),
      /** Whether they deny the app at first. */
      denied: fc.boolean(),
      /** Whether they consented by way of another redirect URI than they are sent with afterwards. */
      elsewhere: fc.boolean(),
      /** What is done with the app while it is not installed, and when it is back. */
      meanwhile: fc.constantFrom(...changesMeanwhile),
      since: fc.constantFrom(...appChanges),
      /** Whether it is archived when it is uninstalled. */
      whileArchived: fc.boolean(),
    }),
    maxCases: 20,
    describe: ({ users, reinstalls, times, denied, elsewhere, meanwhile, since, whileArchived }) =>
      inWords`${users} users${elsewhere ? ' by way of another redirect URI' : ''}, ${reinstalls} reinstalls${whileArchived ? ', uninstalled while archived' : ''}${times > 1 ? ', uninstalled twice in a row each time' : ''}, ${meanwhile} meanwhile and ${since} since then, all of them asked after each${denied ? ', and again after a denial' : ''}`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { users, reinstalls, lastFirst, authorizations, ...given }, stage) {
      const { times, denied, elsewhere, meanwhile, since, whileArchived } = given;
      const path = pathAt(stage.forUsers, 0);
      const { app, held } = await heldBy(scene, stage, users, 0, elsewhere ? otherRedirectUri : undefined);
      for (let more = 1; more < authorizations; more++) for (const { user } of held) await aGrant(scene, app, user);
      let present = app;
      let last = held[0]?.authorization ?? '';
      const passes: Renewal[] = [];
      for (let count = 0; count < reinstalls; count++) {
        present = await reinstall(scene, present, last, path, { times, meanwhile, whileArchived });
        present = await changedSince(scene, present, since);
        for (const { user } of lastFirst ? held.toReversed() : held) {
          if (denied) await authorize(scene, { user, app: present, consent: 'deny' });
          const renewal = await renewed(scene, present, user, stage);
          passes.push(renewal);
          if (renewal.token !== undefined) last = renewal.token;
        }
      }
      return passes;
    },
    *judge(passes) {
      for (const { authorized, exchanged, calls, again } of passes) {
        yield* asksAgain(authorized, 'LIF-37', 'an authorization after a reinstall');
        if (exchanged === undefined) {
          yield finding('LIF-38', 'an authorization after a reinstall', 'ended without a code', 'a code for the app');
          continue;
        }
        const [has, what] = [accessTokenIn(exchanged) !== undefined, 'the code of a consent that was renewed'];
        yield demand(has, 'LIF-38', what, answer(exchanged), 'an access token', exchanged);
        yield* isAccepted(calls, 'LIF-38', 'with the token of a consent that was renewed');
        if (again !== undefined && accessTokenIn(again) === undefined) {
          yield finding('LIF-38', 'the refresh after a renewed consent', answer(again), 'an access token', again);
        }
      }
    },
  }),

  check({
    id: 'lifecycle/a-newcomer-authorizes-a-reinstalled-app',
    title: 'A user who had not authorized an app before it was reinstalled can, and what it obtains works',
    proves: ['DEL-27', 'DEL-62'],
    needs: reinstallationNeeds,
    cases: fc.integer({ min: 1, max: 2 }),
    maxCases: 3,
    describe: (reinstalls) => inWords`after ${reinstalls} reinstalls`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, reinstalls, stage) {
      const path = pathAt(stage.forUsers, 0);
      const { app, held } = await heldBy(scene, stage, 1, 0);
      let present = app;
      let last = held[0]?.authorization ?? '';
      let witness: Renewal = { authorized: { url: '', location: null, prompts: [], status: 0 }, calls: [] };
      for (let count = 0; count < reinstalls; count++) {
        present = await reinstall(scene, present, last, path);
        const [user = await anInsider(scene, stage)] = held.map((one) => one.user);
        witness = await renewed(scene, present, user, stage);
        last = witness.token ?? last;
      }
      return { witness, newcomer: await renewed(scene, present, await anInsider(scene, stage), stage) };
    },
    *judge({ witness, newcomer }) {
      const works = witness.token !== undefined && witness.calls.every(accepted);
      if (!(yield* premise(works, 'the app obtained nothing that works for a user of before either'))) return;
      const { exchanged, calls } = newcomer;
      const subject = 'an authorization of a reinstalled app by a user who is new to it';
      if (exchanged === undefined) yield finding('DEL-27', subject, 'ended without a code', 'a code and tokens');
      else yield* yieldsToken(exchanged, 'DEL-27', `the code of ${subject}`);
      yield* isAccepted(calls, 'DEL-62', `with the token of ${subject}`);
    },
  }),

  check({
    id: 'lifecycle/a-renewed-consent-shows-the-users-records',
    title: "After a reinstall and a new consent the app sees on every listing the user's records",
    proves: ['LIF-38'],
    needs: [...reinstallationNeeds, 'access'],
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, _, stage) {
      const [app, user] = [await anAppInside(scene, stage), await anInsider(scene, stage)];
      const held = await aGrant(scene, app, user);
      const path = pathAt(stage.forUsers, 0);
      await mustBeServed(scene, held.authorization, path, 'a delegated access token');
      const present = await reinstall(scene, app, held.authorization, path);
      const { token } = await renewed(scene, present, user, stage);
      if (token === undefined) return null;
      const views: View[] = [];
      for (const listing of (await scene.listings()).filter((one) => stage.forUsers.includes(one.path))) {
        const records = (stage.laboratory?.records ?? []).filter(({ kind }) => kind === listing.kind);
        const look = (): Promise<View> => scene.view(listing, token);
        views.push(await scene.settle(look, (view) => records.every((one) => shows(view, one))));
      }
      return { views, records: stage.laboratory?.records ?? [] };
    },
    *judge(seen) {
      if (!(yield* premise(seen !== null, 'a renewed consent gave the app no token')) || seen === null) return;
      for (const view of seen.views) {
        const records = seen.records.filter(({ kind }) => kind === view.kind);
        yield* showsAll(view, records, 'LIF-38', `GET ${view.path} with the token of a consent that was renewed`);
      }
    },
  }),

  check({
    id: 'lifecycle/one-users-consent-is-not-anothers',
    title: 'A renewed consent after a reinstall restores nothing for other users, who are asked themselves',
    proves: ['LIF-39'],
    needs: reinstallationNeeds,
    cases: objectOf({ others: fc.integer({ min: 1, max: 2 }), lastConsents: fc.boolean(), listing: fc.nat(4) }),
    maxCases: 12,
    describe: ({ others, lastConsents }) =>
      inWords`the ${lastConsents ? 'last' : 'first'} of ${others + 1} users consents again`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { others, lastConsents, listing }, stage) {
      const path = pathAt(stage.forUsers, listing);
      const app = await anAppInside(scene, stage);
      const users: { user: User; held: Grant; spare: Grant }[] = [];
      while (users.length <= others) {
        const user = await anInsider(scene, stage);
        const held = await aGrant(scene, app, user);
        users.push({ user, held, spare: await aGrant(scene, app, user) });
      }
      const [first, ...rest] = lastConsents ? users.toReversed() : users;
      if (first === undefined) throw new NothingToJudge('there is no user to compare');
      const present = await reinstall(scene, app, first.spare.authorization, path);
      // what is not refused before the consent is renewed is a matter of the reinstall itself
      const before = [];
      for (const { user, held, spare } of rest) {
        before.push({
          user,
          spare,
          call: (await callsAfterRevocation(scene, spare.authorization, [path]))[0],
          answered: await refresh(scene, present, held.refreshToken, { note: 'from before a reinstall' }),
          asked: (await authorize(scene, { user, app: present, consent: 'deny' })).prompts.includes('consent'),
        });
      }
      const { token } = await renewed(scene, present, first.user, stage);
      const tried = [];
      for (const { user, spare, call, answered, asked } of before) {
        tried.push({
          ...(call !== undefined && !accepted(call)
            ? { call: (await callsAfterRevocation(scene, spare.authorization, [path]))[0] }
            : {}),
          ...(accessTokenIn(answered) === undefined
            ? { answered: await refresh(scene, present, spare.refreshToken, { note: 'from before a reinstall' }) }
            : {}),
          ...(asked ? { authorized: await arriveAsked(scene, { user, app: present }) } : {}),
        });
      }
      return { tried, token };
    },
    *judge(seen) {
      for (const { call, answered, authorized } of seen.tried) {
        const when = 'after another user consented to the reinstalled app';
        if (call !== undefined) yield* isRevoked([call], 'LIF-39', `with a user's old access token, ${when},`);
        if (answered !== undefined)
          yield* obtainsNoToken(answered, 'LIF-39', `a refresh with a user's old token, ${when},`);
        if (authorized !== undefined) yield* asksAgain(authorized, 'LIF-39', `an authorization ${when}`);
      }
      yield* premise(seen.token !== undefined, 'a renewed consent gave the app no token');
    },
  }),

  check({
    id: 'lifecycle/a-code-from-before-an-uninstallation-is-of-no-use',
    title: 'A code from before an uninstallation gives no working token, then or after a reinstall',
    proves: ['LIF-40'],
    needs: reinstallationNeeds,
    cases: objectOf({
      when: fc.constantFrom('during', 'after', 'after a new consent'),
      attempts: fc.integer({ min: 1, max: 3 }),
      at: fc.constantFrom(tokenPath, legacyTokenPath),
      earlier: fc.nat(1),
      listing: fc.nat(4),
    }),
    maxCases: 15,
    describe: ({ when, attempts, at, earlier }) =>
      inWords`${earlier} authorizations before, the code exchanged at ${at} ${when} the reinstall, ${attempts} times`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { when, attempts, at, earlier, listing }, stage) {
      const path = pathAt(stage.forUsers, listing);
      const [app, other, user] = [await anAppInside(scene, stage), await aClient(scene), await anInsider(scene, stage)];
      const before = await aGrant(scene, app, earlier > 0 ? user : await anInsider(scene, stage));
      const code = await aCode(scene, { app, user });
      const control = await aCode(scene, { app: other, user });
      await uninstall(scene, app);
      await callsAfterRevocation(scene, before.authorization, [path]);
      let present: App = app;
      if (when !== 'during') {
        await install(scene, app);
        present = await knownAgain(scene, app);
      }
      if (when === 'after a new consent') await renewed(scene, present, user, stage);
      const uses: TokenUse[] = [];
      for (let attempt = 0; attempt < attempts; attempt++) {
        const note = 'a code from before an uninstallation';
        const answered = await exchangeCode(scene, present, code, { path: at, note });
        uses.push(await useOf(scene, present, answered, [path]));
      }
      return { uses, works: await exchangeCode(scene, other, control) };
    },
    *judge({ uses, works }, { when }) {
      const subject = `the exchange of a code from before an uninstallation, ${when === 'during' ? 'during it' : 'after a reinstall'},`;
      for (const use of uses) yield* bringsNothingUsable(use, 'LIF-40', subject);
      yield* premise(accessTokenIn(works) !== undefined, `the exchange of another app's code ${answer(works)} too`);
    },
  }),

  check({
    id: 'lifecycle/a-reinstall-after-some-time',
    title: 'However long an app was uninstalled, its old refresh tokens stay dead and consent is asked again',
    proves: ['LIF-35', 'LIF-37'],
    needs: [...reinstallationNeeds, 'passing-time'],
    maxSeconds: 1_800_000,
    cases: objectOf({
      age: fc.constantFrom(0, 901, 90_000),
      away: fc.constantFrom(1, 60, 901, 3700, 90_000, 1_300_000),
      since: fc.constantFrom(0, 0, 30, 1000, 90_000),
      /** Whether the user signs in anew by then. */
      freshSession: fc.boolean(),
    }),
    maxCases: 15,
    describe: ({ age, away, since, freshSession }) =>
      inWords`consent ${age} s old, ${away} s without the app, asked ${since} s after it came back${freshSession ? ', in a new session' : ''}`,
    arrange: (scene) => aStage(scene, 'delegated'),
    async gather(scene, { age, away, since, freshSession }, stage) {
      const path = pathAt(stage.forUsers, 0);
      const [app, user] = [await anAppInside(scene, stage), await anInsider(scene, stage)];
      const held = await aGrant(scene, app, user);
      if (age > 0) await scene.elapse(age);
      await uninstall(scene, app);
      await callsAfterRevocation(scene, held.authorization, [path]);
      await scene.elapse(away);
      await install(scene, app);
      const present = await knownAgain(scene, app);
      if (since > 0) await scene.elapse(since);
      const answered = await refresh(scene, present, held.refreshToken, { note: 'from before a reinstall' });
      // a session for another app, so that signing in is not answered by giving consent
      if (freshSession) await authorize(scene, { user, app: await aClient(scene), freshSession });
      const authorized = await arriveAsked(scene, { user, app: present });
      return { answered, authorized };
    },
    *judge({ answered, authorized }) {
      yield* obtainsNoToken(answered, 'LIF-35', 'a refresh with a token from before a reinstall');
      yield* premise(authorized.code !== undefined, 'an authorization after the reinstall gave no code');
      yield* asksAgain(authorized, 'LIF-37', 'an authorization after a reinstall');
    },
  }),
];

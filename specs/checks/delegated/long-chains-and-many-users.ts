import fc from 'fast-check';
import { inWords } from '../../../core/wording.ts';
import { PremiseUnmet } from '../../../core/trouble.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { accessTokenIn, aKey, aProject, aUser, grant, revoke, someRecords } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import {
  aClient,
  aCode,
  aGrant,
  authorize,
  exchangeCode,
  grantIn,
  refresh,
  refreshed,
  refreshedTimes,
} from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { shows, sightOf } from '../../../drivers/world/view.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, showsNone, yieldsToken } from '../../expectations/acceptance.ts';
import { arrive, wasInvisible } from '../../expectations/authorization.ts';
import { secondPage, unlessSmallPagesAreRefused } from '../../expectations/following-call.ts';
import { filledProject } from '../../expectations/page-by-page.ts';
import { failsWithInvalidGrant } from '../../expectations/spent-refresh-token.ts';
import { delegatedNeeds } from './working-grant.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

/** Long chains, many users at once, long sessions, and pages and changes after a refresh ("Delegated auth"). */
export const longChainsAndManyUsersChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/spent-tokens-of-a-long-chain-are-known',
    title: 'The first tokens of a long chain of refreshes still fail with invalid_grant',
    proves: ['DEL-37', 'DEL-44'],
    needs: delegatedNeeds,
    cases: fc.constantFrom(12, 40),
    maxCases: 2,
    describe: (length) => inWords`a chain of ${length} refreshes`,
    async gather(scene, length) {
      let held = await aGrant(scene, await aClient(scene), await aUser(scene));
      const spent: string[] = [];
      while (spent.length < length) {
        const answered = await refresh(scene, held.app, held.refreshToken);
        if (accessTokenIn(answered) === undefined) {
          const other = await aGrant(scene, held.app, await aUser(scene));
          const control = await refresh(scene, other.app, other.refreshToken);
          return { answers: [], refused: { number: spent.length + 1, answered, control } };
        }
        spent.push(held.refreshToken);
        held = grantIn(held.app, held.user, answered, 'the refresh of an unused refresh token');
      }
      const answers: { readonly age: number; readonly again: Exchange }[] = [];
      for (const place of [0, 1, Math.floor(length / 2)]) {
        const again = await refresh(scene, held.app, spent[place] ?? '', { note: 'spent' });
        answers.push({ age: length - place, again });
      }
      return { answers };
    },
    *judge({ answers, refused }) {
      if (refused !== undefined) {
        const { number, answered, control } = refused;
        if (!(yield* premise(accessTokenIn(control) !== undefined, `a first refresh ${answer(control)} too`))) return;
        yield* yieldsToken(answered, 'DEL-37', inWords`refresh number ${number} of a chain`);
        return;
      }
      yield held('DEL-37');
      for (const { age, again } of answers) {
        yield* failsWithInvalidGrant(again, 'DEL-44', `a refresh token that was spent ${age} refreshes ago`);
      }
    },
  }),

  check({
    id: 'delegated/simultaneous-exchanges-of-different-users-all-succeed',
    title: 'Codes of different users of an app that are exchanged at the same time all bring tokens',
    proves: ['DEL-27'],
    needs: delegatedNeeds,
    cases: fc.integer({ min: 2, max: 5 }),
    maxCases: 6,
    describe: (users) => inWords`${users} codes of one app at once`,
    async gather(scene, users) {
      const app = await aClient(scene);
      const codes = async (): Promise<string[]> => {
        const all: string[] = [];
        while (all.length < users) all.push(await aCode(scene, { app, user: await aUser(scene) }));
        return all;
      };
      const atOnce = await scene.together(
        (await codes()).map((code) => (part: Scene) => exchangeCode(part, app, code)),
      );
      // the same exchanges one after the other, for contrast
      const inTurn: Exchange[] = [];
      if (atOnce.some((one) => accessTokenIn(one) === undefined)) {
        for (const code of await codes()) inTurn.push(await exchangeCode(scene, app, code));
      }
      return { atOnce, inTurn };
    },
    *judge({ atOnce, inTurn }) {
      const refused = inTurn.find((one) => accessTokenIn(one) === undefined);
      if (refused !== undefined) {
        yield* premise(false, `the exchange of codes of several users one after the other ${answer(refused)} too`);
        return;
      }
      for (const one of atOnce) yield* yieldsToken(one, 'DEL-27', 'one of several simultaneous exchanges of codes');
    },
  }),

  check({
    id: 'delegated/a-consent-holds-as-long-as-the-session',
    title: 'In a session that lasts for days after a consent, a code comes at once and without any prompt',
    proves: ['DEL-17'],
    needs: [...delegatedNeeds, 'passing-time'],
    cases: fc.constantFrom(2, 8, 20),
    maxCases: 3,
    maxSeconds: 20 * day,
    describe: (days) => inWords`${days} days after the consent`,
    async gather(scene, days) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      const first = await arrive(scene, { user, app });
      const soon = await scene.settle(() => authorize(scene, { user, app }), wasInvisible);
      await scene.elapse(days * day);
      const later = await authorize(scene, { user, app });
      // The session may have ended (FRE-78), and a tenant may ask for consent in a new one (FRE-72). After the
      // sign-in there is a session.
      const signedIn = later.prompts.includes('signIn') ? await authorize(scene, { user, app }) : later;
      return { first, soon, later: signedIn };
    },
    *judge({ first, soon, later }, days) {
      const silent = first.code !== undefined && wasInvisible(soon);
      if (!(yield* premise(silent, 'no authorization was silent to begin with'))) return;
      if (!(yield* premise(!later.prompts.includes('signIn'), 'the user had to sign in again and again'))) return;
      if (!later.prompts.includes('consent')) return;
      const subject = `an authorization ${days} days after the consent, with the session of that time`;
      yield finding('DEL-17', subject, 'asked for consent again', 'a redirect with a code and no prompt', later);
    },
  }),

  check({
    id: 'delegated/a-token-gets-following-pages',
    title: 'A delegated access token gets the following page of each documented listing',
    proves: ['DEL-62'],
    needs: [...delegatedNeeds, 'access', 'apiKey.create'],
    cases: objectOf({ listing: fc.nat(4), earlier: fc.nat(1) }),
    maxCases: 10,
    describe: ({ listing, earlier }) =>
      `the second page of ${listingNamed(listing)}, with a token of ${earlier === 0 ? 'a code' : 'a refresh'}`,
    async gather(scene, { listing, earlier }) {
      const user = await aUser(scene);
      await filledProject(scene, user);
      const key = basic(await aKey(scene, user));
      const path = (await scene.listingAt(listing)).path;
      if (path === undefined) return null;
      const own = await refreshedTimes(scene, await aGrant(scene, await aClient(scene), user), earlier);
      const pagesOf = (authorization: string) =>
        scene.settle(
          () => secondPage(scene, path, authorization),
          ({ second }) => second !== undefined,
        );
      const seen = { path, pages: await pagesOf(own.authorization), byKey: await pagesOf(key) };
      if (!accepted(seen.byKey.first)) unlessSmallPagesAreRefused(seen.byKey.first);
      return seen;
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('there is no such listing');
        return;
      }
      const { path, pages, byKey } = seen;
      const { first, second } = pages;
      if (!accepted(first)) {
        const served = accepted(byKey.first);
        if (!(yield* premise(served, `GET ${path}?pageSize=1 is not served to the user's own key either`))) return;
        const subject = `GET ${path}?pageSize=1 with a delegated access token`;
        yield finding('DEL-62', subject, answer(first), 'a page', first);
        return;
      }
      if (!(yield* premise(second !== undefined, `GET ${path}?pageSize=1 had no page token`)) || second === undefined) {
        return;
      }
      if (accepted(second)) return;
      const served = byKey.second !== undefined && accepted(byKey.second);
      if (!(yield* premise(served, `the second page of GET ${path} is not served to the user's own key either`)))
        return;
      const subject = `GET ${path} for the second page, with a delegated access token`;
      yield finding('DEL-62', subject, answer(second), 'a page', second);
    },
  }),

  check({
    id: 'delegated/a-refresh-brings-nothing-back',
    title: 'The token of a refresh does not show a project that was withdrawn from the user before',
    proves: ['DEL-35'],
    needs: [...delegatedNeeds, 'access', 'project.revoke'],
    cases: fc.nat(4),
    maxCases: 5,
    describe: listingNamed,
    async gather(scene, index) {
      const listing = await scene.listingAt(index);
      if (listing === undefined) return null;
      const user = await aUser(scene);
      const [kept, gone] = [await aProject(scene), await aProject(scene)];
      const own = await someRecords(scene, kept, listing.kind);
      const foreign = await someRecords(scene, gone, listing.kind);
      for (const project of [kept, gone]) await grant(scene, project, user);
      const held = await aGrant(scene, await aClient(scene), user);
      const look = (authorization: string) => scene.view(listing, authorization);
      const before = await scene.settle(
        () => look(held.authorization),
        (view) => [...own, ...foreign].every((one) => shows(view, one)),
      );
      if (!foreign.every((one) => shows(before, one)))
        throw new PremiseUnmet('the project was not shown before either');
      await revoke(scene, gone, user);
      const hidden = (view: typeof before): boolean => !foreign.some((one) => sightOf(view, one) === 'surely');
      const after = await scene.settle(() => look(held.authorization), hidden);
      const { authorization } = await refreshed(scene, held);
      return { foreign, after, view: await scene.settle(() => look(authorization), hidden) };
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('there is no such listing');
        return;
      }
      const { foreign, after, view } = seen;
      const seesLess = !foreign.some((one) => sightOf(after, one) === 'surely');
      if (!(yield* premise(seesLess, 'the earlier token shows the withdrawn records too'))) return;
      yield* showsNone(view, foreign, 'DEL-35', `GET ${view.path} with the token of a refresh after a withdrawal`);
    },
  }),
];

import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { accessTokenIn, aKey, aReplacedKey, aUser, settledTokenRequest } from '../../../drivers/world/actors.ts';
import { aClient, aGrant, authorize, refresh, refreshed } from '../../../drivers/world/delegated.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { arrive, wasInvisible } from '../../expectations/authorization.ts';
import { filledProject, pageByPage, pagesShowNone } from '../../expectations/page-by-page.ts';
import { yieldsNoToken } from '../../expectations/refusal.ts';
import { failsWithInvalidGrant } from '../../expectations/spent-refresh-token.ts';
import { delegatedNeeds } from './working-grant.ts';
import { objectOf } from '../../../generators/object.ts';

/** Events that must not affect consents, spent tokens and pages ("GET /oauth/authorize"; "Delegated auth", 6). */
export const unrelatedEventsChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/consent-outlasts-the-uninstallation-of-another-app',
    title: 'In a session, authorization stays invisible after another app of the user is uninstalled',
    proves: ['DEL-17'],
    needs: [...delegatedNeeds, 'app.uninstall'],
    async gather(scene) {
      const [app, other, user] = [await aClient(scene), await aClient(scene), await aUser(scene)];
      await arrive(scene, { user, app });
      await arrive(scene, { user, app: other });
      const before = await scene.settle(() => authorize(scene, { user, app }), wasInvisible);
      await scene.operate('app.uninstall', { appId: other.appId });
      return { before, after: await authorize(scene, { user, app }) };
    },
    *judge({ before, after }) {
      if (!(yield* premise(wasInvisible(before), 'an authorization was not invisible to begin with'))) return;
      // the length of a session is open, and a tenant may ask for consent again after it
      if (after.prompts.includes('signIn')) yield notApplicable('the session was over');
      if (after.prompts.includes('signIn') || !after.prompts.includes('consent')) return;
      const subject = 'an authorization after the uninstallation of another app';
      yield finding('DEL-17', subject, 'asked for consent again', 'no prompt', after);
    },
  }),

  check({
    id: 'delegated/nothing-unspends-a-refresh-token',
    title: 'A spent refresh token stays spent after a new consent, an unarchiving or a new API key',
    proves: ['DEL-44'],
    needs: delegatedNeeds,
    async gather(scene) {
      const events = ['a new authorization', 'requests by clients without a right to it'];
      if (scene.supports('app.archive') && scene.supports('app.unarchive')) events.push('an archiving');
      // a rotation may end the grants that apps hold for the user (FRE-98), perhaps late, between the two refreshes
      // below
      const rotates = scene.supports('apiKey.create') && scene.supports('apiKey.rotate') && !scene.changesTakeTime;
      if (rotates) events.push('a rotation of the API key');
      const tried = [];
      for (const event of events) {
        const [app, user] = [await aClient(scene), await aUser(scene)];
        const granted = await aGrant(scene, app, user);
        const living = await refreshed(scene, granted);
        if (event === 'an archiving') {
          await scene.operate('app.archive', { appId: app.appId });
          await scene.operate('app.unarchive', { appId: app.appId });
          await settledTokenRequest(scene, app);
        } else if (event === 'a rotation of the API key') {
          await aKey(scene, user);
          await aReplacedKey(scene, user);
        } else if (event === 'a new authorization') await aGrant(scene, app, user);
        else {
          const other = await aClient(scene);
          const note = 'spent, and presented by a client without a right to it';
          await refresh(scene, other, granted.refreshToken, { note });
          await refresh(scene, { ...app, clientSecret: other.clientSecret }, granted.refreshToken, { note });
        }
        // if the event has ended the whole chain, the tenant may report the spent token as an ended one (FRE-84,
        // FRE-121)
        const control = await refresh(scene, app, living.refreshToken);
        tried.push({ event, control, again: await refresh(scene, app, granted.refreshToken, { note: 'spent' }) });
      }
      return tried;
    },
    *judge(tried) {
      for (const { event, control, again } of tried) {
        const subject = `a refresh token that was spent before ${event}`;
        if (accessTokenIn(control) !== undefined) yield* failsWithInvalidGrant(again, 'DEL-44', subject);
        else yield* yieldsNoToken(again, 'DEL-44', `${subject}, while its successor ${answer(control)},`);
      }
    },
  }),

  check({
    id: 'delegated/following-and-sorted-pages-are-its-users',
    title: 'Sorted or page by page, a listing shows a delegated token no records that only its app may see',
    proves: ['DEL-32'],
    needs: [...delegatedNeeds, 'access'],
    cases: objectOf({ listing: fc.nat(4), refreshes: fc.nat(1) }),
    maxCases: 5,
    describe: ({ listing, refreshes }) =>
      `${listingNamed(listing)} with the token of ${refreshes > 0 ? 'a refresh' : 'a code'}`,
    async arrange(scene) {
      const [app, user] = [await aClient(scene), await aUser(scene)];
      return { app, user, own: await filledProject(scene, user), foreign: await filledProject(scene, app) };
    },
    async gather(scene, { listing, refreshes }, { app, user, own, foreign }) {
      const granted = await aGrant(scene, app, user);
      const { authorization } = refreshes > 0 ? await refreshed(scene, granted) : granted;
      return { pages: await pageByPage(scene, authorization, listing, own, foreign), foreign };
    },
    *judge({ pages, foreign }) {
      yield* pagesShowNone(pages, foreign, 'DEL-32', 'a delegated token');
    },
  }),
];

import fc from 'fast-check';
import { finding, notApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { aLaboratoryFor, anAccessToken, aUser, someRecords } from '../../../drivers/world/actors.ts';
import type { Authorized } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant, authorize, refresh, refreshed, refreshedTimes } from '../../../drivers/world/delegated.ts';
import type { View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import { listingNamed } from '../../../generators/listing-cases.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { showsAll } from '../../expectations/acceptance.ts';
import { filledProject, pageByPage, pagesShowNone } from '../../expectations/page-by-page.ts';
import { proveFlow } from '../../expectations/authorization.ts';
import { failsWithInvalidGrant } from '../../expectations/spent-refresh-token.ts';
import { delegatedNeeds } from './working-grant.ts';
import { objectOf } from '../../../generators/object.ts';
import { day } from '../../../core/spans.ts';

/** Second visits, second users, later records and later days, which must not get earlier answers ("Delegated auth"). */
export const secondVisitsChecks: readonly SuiteCheck[] = [
  check({
    id: 'delegated/each-visit-has-its-own-state',
    title: 'Each of several authorizations of a user and an app comes back with the state of its own request',
    proves: ['DEL-02'],
    needs: delegatedNeeds,
    cases: fc.array(fc.constantFrom('in the same session', 'in a new session', 'for another app'), {
      minLength: 2,
      maxLength: 4,
    }),
    maxCases: 8,
    describe: (visits) => `a first authorization, then others ${visits.join(', ')}`,
    async gather(scene, visits) {
      const [app, other, user] = [await aClient(scene), await aClient(scene), await aUser(scene)];
      const seen: { sent: string; visit: Authorized }[] = [];
      await proveFlow(scene, app, await aUser(scene));
      for (const [index, kind] of ['for the first time', ...visits].entries()) {
        const sent = `state-${index}-${scene.target.name('visit').replaceAll(' ', '-')}`;
        const visit = await authorize(scene, {
          user,
          app: kind === 'for another app' ? other : app,
          state: sent,
          ...(kind === 'in a new session' ? { freshSession: true } : {}),
        });
        seen.push({ sent, visit });
      }
      return seen;
    },
    *judge(seen) {
      const some = seen.some(({ visit }) => visit.code !== undefined);
      yield* premise(some, 'no authorization with a state gave a code');
      for (const [index, { sent, visit }] of seen.entries()) {
        // other checks judge a missing code
        if (visit.code === undefined || visit.state === sent) continue;
        const earlier = seen.slice(0, index).some((one) => one.sent === visit.state);
        const observed = visit.state === undefined ? 'came back without it' : 'came back with another one';
        const subject = `authorization ${index + 1} of a user, with a state`;
        const seenSo = earlier ? 'came back with that of an earlier one' : observed;
        yield finding('DEL-02', subject, seenSo, 'its own state', visit);
      }
    },
  }),

  check({
    id: 'delegated/later-records-are-shown',
    title: 'A delegated token shows what was added to a project of its user after the token was issued',
    proves: ['DEL-31'],
    needs: [...delegatedNeeds, 'access'],
    cases: objectOf({ listing: fc.nat(4), refreshes: fc.nat(1) }),
    maxCases: 5,
    describe: ({ refreshes }) =>
      `records that are younger than the token of ${refreshes === 0 ? 'a code' : 'a refresh'}`,
    async gather(scene, { listing: index, refreshes }) {
      const user = await aUser(scene);
      const laboratory = await aLaboratoryFor(scene, user);
      if (laboratory === undefined) return null;
      const listings = await scene.listings();
      const looks = [];
      for (const listing of [...listings.slice(index), ...listings.slice(0, index)]) {
        const known = laboratory.records.filter(({ kind }) => kind === listing.kind);
        // one grant for each listing, because a further authorization may end the earlier tokens
        const granted = await refreshedTimes(scene, await aGrant(scene, await aClient(scene), user), refreshes);
        const later = await someRecords(scene, laboratory, listing.kind, 2);
        const all = (view: View) => later.every((record) => shows(view, record));
        const look = (authorization: string) => scene.settle(() => scene.view(listing, authorization), all);
        const view = await look(granted.authorization);
        // it is open whether a listing shows such records at all (FRE-13, FRE-155)
        const renewed = all(view) ? view : await look((await aGrant(scene, await aClient(scene), user)).authorization);
        looks.push({ view, later, known, listed: all(renewed) });
        if (all(renewed)) break;
      }
      return looks;
    },
    *judge(seen) {
      if (seen === null) {
        yield notApplicable('users can be given nothing to see');
        return;
      }
      const some = seen.some(({ listed }) => listed);
      if (!(yield* premise(some, 'no listing shows later records to any token of the user'))) return;
      for (const { view, later, known, listed } of seen) {
        if (!listed) continue;
        const subject = `GET ${view.path} with a delegated token that is older than some records`;
        yield* showsAll(view, later, 'DEL-31', subject, [...later, ...known]);
      }
    },
  }),

  check({
    id: 'delegated/the-same-query-is-answered-to-each-user',
    title: 'Users of one app who request the same page one right after the other each get their own records',
    proves: ['DEL-34'],
    needs: [...delegatedNeeds, 'access'],
    cases: objectOf({ listing: fc.nat(4), refreshes: fc.nat(1) }),
    maxCases: 6,
    describe: ({ listing }) => `the same pages of ${listingNamed(listing)}, sorted and not, for two users of an app`,
    async arrange(scene) {
      const app = await aClient(scene);
      const people = [];
      for (let count = 0; count < 2; count++) {
        const user = await aUser(scene);
        people.push({ granted: await aGrant(scene, app, user), records: await filledProject(scene, user) });
      }
      return people;
    },
    async gather(scene, { listing }, people) {
      const looks = [];
      for (const { granted, records } of [...people, ...people]) {
        const foreign = people.filter((one) => one.granted !== granted).flatMap((one) => one.records);
        looks.push({ pages: await pageByPage(scene, granted.authorization, listing, records, foreign), foreign });
      }
      return looks;
    },
    *judge(looks) {
      for (const { pages, foreign } of looks) {
        yield* pagesShowNone(pages, foreign, 'DEL-34', 'a delegated token right after another user of the app');
      }
    },
  }),

  check({
    id: 'delegated/a-spent-token-is-known-for-weeks',
    title: 'A spent refresh token that is presented days or weeks later fails with invalid_grant',
    proves: ['DEL-44'],
    needs: [...delegatedNeeds, 'passing-time'],
    // a token that is over thirty days old may be refused with another error (FRE-130)
    cases: objectOf({
      days: fc.constantFrom(2, 8, 15, 22, 29),
      meanwhile: fc.constantFrom('nothing', 'a token of the app'),
    }),
    maxCases: 8,
    maxSeconds: 29 * day,
    describe: ({ days, meanwhile }) => inWords`${days} days after it was spent, with ${meanwhile} in between`,
    async gather(scene, { days, meanwhile }) {
      const app = await aClient(scene);
      const user = await aUser(scene);
      const began = await scene.clock();
      const granted = await aGrant(scene, app, user);
      await refreshed(scene, granted);
      await scene.elapse(days * day);
      if (meanwhile === 'a token of the app') await anAccessToken(scene, app);
      const again = await refresh(scene, app, granted.refreshToken, { note: 'spent' });
      return { again, age: (await scene.clock()) - began };
    },
    *judge({ again, age }, { days }) {
      // other users of the tenant may have moved the clock too
      if (!(yield* premise(age < 30 * day, `the token was ${Math.ceil(age / day)} days old by then`))) return;
      yield* failsWithInvalidGrant(again, 'DEL-44', `a refresh token that was spent ${days} days before`);
    },
  }),
];

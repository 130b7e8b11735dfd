import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import type { Laboratory } from '../../../drivers/world/actors.ts';
import {
  aLaboratory,
  anAccessToken,
  anApp,
  aUser,
  grant,
  legacyTokenPath,
  requestToken,
  revoke,
  tokenPath,
} from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { refresh } from '../../../drivers/world/delegated.ts';
import type { View } from '../../../drivers/world/view.ts';
import { shows } from '../../../drivers/world/view.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, heldWhere, premise } from '../../check.ts';
import { accepted, showsNone } from '../../expectations/acceptance.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { seesAll } from '../../expectations/reach.ts';
import { yieldsNoToken } from '../../expectations/refusal.ts';
import { granted } from '../../expectations/token-request.ts';
import { lookAt, lookInto, recordsIn } from './settled-reach.ts';

/** Seconds to wait, and what becomes of an access token by them. */
const moments = [
  [860, 'an access token in its last minute'],
  [45, 'an expired access token'],
] as const;

/** What an app has after something has happened elsewhere ("OAuth bearer with app credentials"). */
export const unrelatedEventsChecks: readonly SuiteCheck[] = [
  check({
    id: 'client-credentials/withdrawals-take-what-they-name',
    title: 'Taking a user from a project, or the app from another one, leaves the app the projects that it is in',
    proves: ['CCR-08', 'CCR-12'],
    needs: ['app.create', 'user.create', 'access', 'project.revoke'],
    async gather(scene) {
      const [app, user] = [await anApp(scene), await aUser(scene)];
      const [shared, lost] = [await aLaboratory(scene), await aLaboratory(scene)];
      for (const actor of [app, user]) await grant(scene, shared, actor);
      await grant(scene, lost, app);
      const token = bearer(await anAccessToken(scene, app));
      const neighbour = await anApp(scene);
      await grant(scene, lost, neighbour);
      const ofNeighbour = bearer(await anAccessToken(scene, neighbour));
      const both = [shared, lost].map((project) => ({ project, records: project.records }));
      const kept = both.slice(0, 1);
      const looks = [];
      for (const listing of await scene.listings()) {
        const before = await lookAt(scene, listing, token, both);
        const sawBeside = await lookAt(scene, listing, ofNeighbour, both.slice(1));
        const gone = recordsIn(both.slice(1), listing);
        looks.push({ listing, before, sawBeside, own: recordsIn(kept, listing), gone });
      }
      await revoke(scene, shared, user);
      await revoke(scene, lost, app);
      const renewed = bearer(await anAccessToken(scene, app));
      const seen = [];
      for (const { listing, before, sawBeside, own, gone } of looks) {
        const without = (authorization: string): Promise<View> =>
          scene.settle(
            () => scene.view(listing, authorization),
            (view) => !gone.some((record) => shows(view, record)),
          );
        const fresh = await without(renewed);
        seen.push({
          before,
          sawBeside,
          beside: await lookAt(scene, listing, ofNeighbour, both.slice(1)),
          own,
          gone,
          fresh,
          early: await without(token),
          after: await lookAt(scene, listing, token, kept),
        });
      }
      return seen;
    },
    *judge(seen) {
      for (const { before, sawBeside, beside, own, gone, fresh, early, after } of seen) {
        const { path } = before.view;
        const known = [...own, ...gone];
        const saw = known.every((record) => shows(before.view, record));
        if (!(yield* premise(saw, `GET ${path} did not show the app what it was added to`))) continue;
        yield* seesAll(after, own, 'CCR-08', `GET ${path} by an app, of a project from which only a user was taken,`);
        if (gone.every((record) => shows(sawBeside.view, record))) {
          const neighbour = `GET ${path} by an app, of a project from which another app was taken,`;
          yield* seesAll(beside, gone, 'CCR-08', neighbour);
        }
        // what becomes of the app's access by being taken out is not described: only that tokens agree follows
        if (gone.some((record) => shows(fresh, record))) continue;
        const subject = `GET ${path} with a token from before the app was taken from a project`;
        yield* showsNone(early, gone, 'CCR-12', subject);
      }
    },
  }),

  check({
    id: 'client-credentials/a-grant-brings-nothing-back',
    title: 'Adding an app to a project does not open another one, from which it was taken before',
    proves: ['CCR-13'],
    needs: ['app.create', 'access', 'project.revoke'],
    async gather(scene) {
      const app = await anApp(scene);
      const [lost, found] = [await aLaboratory(scene), await aLaboratory(scene)];
      const holding = (laboratory: Laboratory) => [{ project: laboratory, records: laboratory.records }];
      await grant(scene, lost, app);
      const token = bearer(await anAccessToken(scene, app));
      const looks = [];
      for (const listing of await scene.listings()) {
        const before = await lookAt(scene, listing, token, holding(lost));
        looks.push({
          listing,
          before,
          gone: recordsIn(holding(lost), listing),
          own: recordsIn(holding(found), listing),
        });
      }
      await revoke(scene, lost, app);
      const left = [];
      for (const look of looks) {
        const without = await scene.settle(
          () => scene.view(look.listing, token),
          (view) => !look.gone.some((record) => shows(view, record)),
        );
        left.push({ ...look, without });
      }
      await grant(scene, found, app);
      const seen = [];
      for (const look of left) {
        // neither change need be seen at once, nor by all that answer at the same time (FRE-14)
        const after = await scene.settle(
          () => scene.view(look.listing, token),
          (view) => look.own.every((record) => shows(view, record)) && !look.gone.some((record) => shows(view, record)),
        );
        seen.push({ ...look, after });
      }
      return seen;
    },
    *judge(seen) {
      for (const { before, without, after, gone, own } of seen) {
        const { path } = before.view;
        // whatever the app keeps of a project that it was taken from, another one that it never was in is not open
        yield* showsNone(without, own, 'CCR-13', `GET ${path} by an app that was taken from its only project`);
        const saw = gone.every((record) => shows(before.view, record)) && own.every((one) => shows(after, one));
        if (!(yield* premise(saw, `GET ${path} did not show the app what it was added to`))) continue;
        // what becomes of the app's access by being taken out is not described
        if (gone.some((record) => shows(without, record))) continue;
        const subject = `GET ${path} by an app that was added to another project, for one that it was taken from,`;
        yield* showsNone(after, gone, 'CCR-13', subject);
      }
    },
  }),

  check({
    id: 'client-credentials/a-grant-after-archiving-counts',
    title: 'An app that was archived and unarchived sees what it is added to since',
    proves: ['CCR-11'],
    needs: ['app.create', 'app.archive', 'app.unarchive', 'access'],
    async gather(scene) {
      const [app, laboratory] = [await anApp(scene), await aLaboratory(scene)];
      await scene.operate('app.archive', { appId: app.appId });
      await scene.operate('app.unarchive', { appId: app.appId });
      const authorization = bearer(await anAccessToken(scene, app));
      await grant(scene, laboratory, app);
      const listing = listingAt(await scene.listings(), 0);
      return lookInto(scene, listing, authorization, laboratory);
    },
    *judge(seen) {
      const subject = `GET ${seen.look.view.path} of an app that was added to a project after it had been archived`;
      yield* seesAll(seen.look, seen.records, 'CCR-11', subject);
    },
  }),

  check({
    id: 'client-credentials/a-token-of-either-path-leaves-those-of-the-other',
    title: 'Requesting a token at one of the two paths does not end those that the app has from the other',
    proves: ['CCR-07'],
    needs: ['app.create', 'access'],
    async gather(scene) {
      const [app, laboratory] = [await anApp(scene), await aLaboratory(scene)];
      await grant(scene, laboratory, app);
      const [listing] = await scene.listings();
      const path = listing?.path ?? '';
      const turns = [];
      for (const [own, other] of [
        [tokenPath, legacyTokenPath],
        [legacyTokenPath, tokenPath],
      ] as const) {
        const authorization = bearer(await anAccessToken(scene, app, own));
        const before = await scene.settle(() => scene.call(path, { authorization }), accepted);
        const another = await requestToken(scene, app, other);
        turns.push({ own, other, before, another, after: await scene.call(path, { authorization }) });
      }
      return turns;
    },
    *judge(turns) {
      for (const { own, other, before, another, after } of turns) {
        const served = accepted(before) && granted(another);
        if (!(yield* premise(served, `a token of ${own} was not served, or ${other} gave none`))) continue;
        const subject = `a call with a token of ${own} after one was requested at ${other}`;
        if (!accepted(after)) yield finding('CCR-07', subject, answer(after), 'a page', after);
      }
    },
  }),

  check({
    id: 'client-credentials/an-expired-access-token-refreshes-nothing',
    title: "An app's access token yields no token as refresh token, before and after it expires",
    proves: ['CCR-18'],
    needs: ['app.create', 'passing-time'],
    maxSeconds: 905,
    async gather(scene) {
      const app = await anApp(scene);
      const token = await anAccessToken(scene, app);
      const attempts: { path: string; what: string; probe: Exchange }[] = [];
      for (const [pause, what] of moments) {
        await scene.elapse(pause);
        for (const path of [tokenPath, legacyTokenPath]) {
          const note = `${what} as refresh_token`;
          attempts.push({ path, what, probe: await refresh(scene, app, token, { path, note }) });
        }
      }
      return { attempts, control: await requestToken(scene, app) };
    },
    *judge({ attempts, control }) {
      const tells = yield* premise(granted(control), `a client_credentials request ${answer(control)}`);
      for (const { path, what, probe } of attempts) {
        yield* heldWhere(tells, yieldsNoToken(probe, 'CCR-18', `POST ${path} with ${what} as refresh_token`));
      }
    },
  }),
];

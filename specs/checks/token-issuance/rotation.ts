import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { demand, finding, held, notApplicable, observation } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { isRefusal } from '../../../core/trouble.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { anAppWithAccess, aProject, aUser, grant, requestToken, withNewSecret } from '../../../drivers/world/actors.ts';
import {
  aClient,
  aCode,
  exchangeCode,
  redirectUri,
  refresh,
  refreshTokenIn,
} from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { delayed, seenWithin } from '../../expectations/delay.ts';
import { granted, seen } from '../../expectations/token-request.ts';
import { aServedApp, someApps } from './request.ts';
import { objectOf } from '../../../generators/object.ts';
import { day, hour } from '../../../core/spans.ts';

/** Returns the app with a new secret. An archived or uninstalled app may have to be restored first. */
async function rotated(scene: Scene, app: App, back: 'app.unarchive' | 'app.install' = 'app.unarchive'): Promise<App> {
  return withNewSecret(scene, app).catch(async (reason: unknown) => {
    if (!isRefusal(reason) || !scene.supports(back)) throw reason;
    await scene.operate(back, { appId: app.appId });
    return withNewSecret(scene, app);
  });
}

/** Pauses before further requests. The first ones are already longer than a tenant keeps a secret in a cache. */
const pauses = [
  { after: 'more than an hour', seconds: hour + 60 },
  { after: 'more than a day', seconds: day },
  { after: 'more than a week', seconds: 7 * day },
  { after: 'more than a month', seconds: 31 * day },
] as const;

/** States that an app leaves again, with the operations that begin and end them. */
const returns = [
  { event: 'archived and unarchived', does: ['app.archive', 'app.unarchive'] },
  { event: 'uninstalled and installed again', does: ['app.uninstall', 'app.install'] },
] as const;

/** Checks of the rotation of the client secret ("POST {base_url}/oauth/token", rule 1). */
export const rotationChecks: readonly SuiteCheck[] = [
  check({
    id: 'token-issuance/a-rotated-secret-takes-the-place-of-the-former',
    title: 'After a rotation the new client secret obtains tokens, and none of the former ones does',
    proves: ['TOK-22', 'TOK-23'],
    needs: ['app.create', 'app.rotateSecret'],
    cases: fc.record({
      rotations: fc.integer({ min: 1, max: 3 }),
      usedBetween: fc.boolean(),
      /** Whether the former secrets are tried before the new one was ever used. */
      formerFirst: fc.boolean(),
      /** When the app is archived. It is unarchived after the last rotation. */
      archived: fc.constantFrom('never', 'before the last rotation', 'after the last rotation'),
      /** Whether the app is uninstalled for the last rotation, and installed again afterwards. */
      uninstalled: fc.boolean(),
    }),
    maxCases: 12,
    describe: ({ rotations, usedBetween, formerFirst, archived, uninstalled }) =>
      inWords`${rotations} rotations, ${usedBetween ? 'each secret used' : 'only the first and the last secret used'}, ${formerFirst ? 'the former' : 'the new'} one first, archived ${archived}${uninstalled ? ', uninstalled for the last rotation' : ''}`,
    async gather(scene, { rotations, usedBetween, formerFirst, archived: wanted, uninstalled }) {
      const away =
        uninstalled && wanted === 'never' && scene.supports('app.uninstall') && scene.supports('app.install');
      const able = scene.supports('app.archive') && scene.supports('app.unarchive');
      const archived = able ? wanted : 'never';
      const states = [await aServedApp(scene)];
      for (let index = 1; index <= rotations; index++) {
        const app = states.at(-1) as App;
        if (index === rotations && archived === 'before the last rotation') {
          await scene.operate('app.archive', { appId: app.appId });
        }
        const gone = index === rotations && away;
        if (gone) await scene.operate('app.uninstall', { appId: app.appId });
        const next = await rotated(scene, app, gone ? 'app.install' : 'app.unarchive');
        if (usedBetween && index < rotations) await scene.settle(() => requestToken(scene, next), granted);
        states.push(next);
      }
      const current = states.pop() as App;
      const { appId } = current;
      if (away) await scene.operate('app.install', { appId });
      if (archived === 'after the last rotation') await scene.operate('app.archive', { appId });
      if (archived !== 'never') await scene.operate('app.unarchive', { appId });
      const renew = (): Promise<Exchange> => scene.settle(() => requestToken(scene, current), granted);
      const early = formerFirst ? undefined : await renew();
      const former: Exchange[] = [];
      let longest = 0;
      for (const old of states) {
        const note = 'a secret that was rotated away';
        const look = (): Promise<Exchange> => requestToken(scene, old, undefined, { note });
        const gone = (exchange: Exchange): boolean => !granted(exchange);
        const { outcome, ms } = await delayed(scene, () => scene.settle(look, gone));
        longest = Math.max(longest, ms);
        former.push(outcome);
      }
      const renewed = early ?? (await renew());
      return { renewed, former, longest, away, control: await renew() };
    },
    *judge({ renewed, former, longest, away, control }) {
      // A reinstallation may make another secret (FRE-49). The new one is then lost, but the former ones are still
      // former.
      const isLost = away && !granted(renewed);
      const request = 'a token request with a new client secret';
      if (!isLost) yield demand(granted(renewed), 'TOK-22', request, seen(renewed), 'an access token', renewed);
      for (const [index, one] of former.entries()) {
        if (!granted(one)) continue;
        const age = former.length - index;
        const subject = `a token request with the client secret from ${age === 1 ? 'before the rotation' : `${age} rotations ago`}`;
        yield finding('TOK-23', subject, `${answer(one)} and an access_token`, 'no token', one);
      }
      if (!isLost && !former.every(granted)) {
        const served = granted(renewed) && granted(control);
        yield* premise(served, 'the new client secret obtains no token either');
        if (served && !former.some(granted)) yield held('TOK-23');
      }
      if (!former.some(granted)) yield seenWithin('FRE-16', 'the end of a former client secret', longest);
    },
  }),

  check({
    id: 'token-issuance/a-rotation-leaves-other-apps-alone',
    title: "Rotating one app's secret leaves the secrets of other apps working",
    proves: ['TOK-24'],
    needs: ['app.create', 'app.rotateSecret'],
    cases: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
    maxCases: 12,
    describe: (rotations) => `of 3 apps number ${rotations.map((which) => which + 1).join(', then ')} rotated`,
    async gather(scene, rotations) {
      // apps that share a name, a redirect URI and a project still have separate secrets
      const name = scene.target.name('namesake');
      const apps = await someApps(scene, 3, (one) => aServedApp(one, { name, redirectUris: [redirectUri] }));
      if (scene.supports('project.create') && scene.supports('project.grant')) {
        const project = await aProject(scene);
        for (const app of apps) await grant(scene, project, app);
      }
      const now = [...apps];
      const served: Exchange[] = [];
      for (const which of rotations) {
        const app = await withNewSecret(scene, now[which] as App);
        now[which] = app;
        served.push(await scene.settle(() => requestToken(scene, app), granted));
      }
      const others = now.filter((_, index) => index !== rotations.at(-1));
      const note = 'another app, with the secret that it has now';
      const asked = await scene.together(
        others.map((other) => (part) => requestToken(part, other, undefined, { note })),
      );
      return { served, others: asked };
    },
    *judge({ served, others }) {
      // whether a new secret works at all is a separate question
      if (!(yield* premise(served.every(granted), 'a new client secret obtained no token'))) return;
      const subject = "a token request of another app after one app's rotation";
      for (const other of others) {
        if (!granted(other)) yield finding('TOK-24', subject, seen(other), 'an access token', other);
      }
    },
  }),

  check({
    id: 'token-issuance/no-event-brings-a-former-secret-back',
    title: 'A former client secret yields no token after the app is unarchived or installed again',
    proves: ['TOK-23'],
    needs: ['app.create', 'app.rotateSecret'],
    async gather(scene) {
      const seen: { event: string; ended: Exchange; former: Exchange[] }[] = [];
      for (const { event, does } of returns) {
        if (!does.every((operation) => scene.supports(operation))) continue;
        const app = await aServedApp(scene);
        const note = 'the client secret from before the rotation';
        const ask = (): Promise<Exchange> => requestToken(scene, app, undefined, { note });
        const renewed = await withNewSecret(scene, app);
        const ended = await scene.settle(ask, (request) => !granted(request));
        for (const operation of does) await scene.operate(operation, { appId: app.appId });
        // wait until the app is served again, if its known credentials still work (FRE-49)
        await scene.settle(() => requestToken(scene, renewed), granted);
        seen.push({ event, ended, former: [await ask(), await ask()] });
      }
      return seen;
    },
    *judge(seen) {
      // whether a former secret ends at all is a separate question
      if (seen.every(({ ended }) => granted(ended))) yield notApplicable('no former client secret ended');
      for (const { event, ended, former } of seen) {
        if (granted(ended)) continue;
        for (const request of former.filter(granted)) {
          const subject = `a token request with a former client secret of an app that was ${event}`;
          yield finding('TOK-23', subject, `${answer(request)} and an access_token`, 'no token', request);
        }
      }
    },
  }),

  check({
    id: 'token-issuance/a-new-secret-serves-users-too',
    title: 'After a rotation the new client secret exchanges codes and refreshes the tokens that it obtained',
    proves: ['TOK-22'],
    needs: ['app.create', 'app.rotateSecret', 'user.create', 'browser.authorize'],
    async gather(scene) {
      const user = await aUser(scene);
      const obtain = async (app: App): Promise<readonly Exchange[]> => {
        const exchanged = await exchangeCode(scene, app, await aCode(scene, { app, user }));
        const token = refreshTokenIn(exchanged);
        return token === undefined ? [exchanged] : [exchanged, await refresh(scene, app, token)];
      };
      const app = await withNewSecret(scene, await aClient(scene));
      await scene.settle(() => requestToken(scene, app), granted);
      const answers = await scene.nowOrSettled(
        () => obtain(app),
        (all) => all.every(granted),
      );
      return { answers, usual: await obtain(await aClient(scene)) };
    },
    *judge({ answers, usual }) {
      if (!(yield* premise(usual.length === 2 && usual.every(granted), 'no app exchanges and refreshes'))) return;
      for (const one of answers) {
        const subject = 'a request for tokens of a user with a new client secret';
        if (!granted(one)) yield finding('TOK-22', subject, seen(one), 'an access token', one);
      }
    },
  }),

  check({
    id: 'token-issuance/an-app-at-work-goes-on-with-its-new-secret',
    title: 'An app that has tokens in use obtains another with its new client secret',
    proves: ['TOK-22'],
    needs: ['app.create', 'app.rotateSecret'],
    async gather(scene) {
      const { app, authorization } = await anAppWithAccess(scene);
      const { path } = await scene.usualListing(1);
      const before = await scene.settle(() => scene.call(path, { authorization }), accepted);
      const renewed = await withNewSecret(scene, app);
      const request = await scene.settle(() => requestToken(scene, renewed), granted);
      const outstanding = await scene.call(path, { authorization, note: 'a token from before the rotation' });
      return { before, request, outstanding };
    },
    *judge({ before, request, outstanding }) {
      if (!granted(request)) {
        yield finding('TOK-22', 'a token request with a new client secret', seen(request), 'an access token', request);
      }
      if (!accepted(before)) return;
      const fate = accepted(outstanding) ? 'still work' : 'end';
      const observed = `access tokens ${fate} when the client secret is rotated`;
      yield observation('FRE-42', observed, outstanding);
    },
  }),

  check({
    id: 'token-issuance/a-rotation-holds-as-time-passes',
    title: 'A former client secret yields no token hours, days and weeks after a rotation, and the new one does',
    proves: ['TOK-22', 'TOK-23'],
    needs: ['app.create', 'app.rotateSecret', 'passing-time'],
    cases: objectOf({ rotations: fc.integer({ min: 1, max: 2 }), used: fc.boolean() }),
    maxCases: 4,
    maxSeconds: 40 * day,
    describe: ({ rotations, used }) =>
      inWords`${rotations} rotations, the new secret ${used ? 'used at once' : 'not used before'}`,
    async gather(scene, { rotations, used }) {
      const [app, lasting] = [await aServedApp(scene), await aServedApp(scene)];
      const note = 'the client secret from before the rotation';
      const askAsBefore = (): Promise<Exchange> => requestToken(scene, app, undefined, { note });
      let renewed = app;
      for (let index = 0; index < rotations; index++) renewed = await withNewSecret(scene, renewed);
      const served = used ? await scene.settle(() => requestToken(scene, renewed), granted) : undefined;
      const ended = await scene.settle(askAsBefore, (request) => !granted(request));
      const later: { after: string; former: Exchange; current: Exchange; other: Exchange }[] = [];
      for (const { after, seconds } of pauses) {
        await scene.elapse(seconds);
        const former = await askAsBefore();
        const current = await scene.settle(() => requestToken(scene, renewed), granted);
        later.push({ after, former, current, other: await requestToken(scene, lasting) });
      }
      return { served, ended, later };
    },
    *judge({ served, ended, later }) {
      // whether a rotation changes anything at all is a separate question
      if (granted(ended)) {
        yield notApplicable('the client secret from before the rotation still yields tokens after it');
        return;
      }
      if (!(yield* premise(served === undefined || granted(served), 'the new client secret yielded no token'))) return;
      if (!later.some(({ former }) => granted(former))) yield held('TOK-23');
      if (later.every(({ current }) => granted(current))) yield held('TOK-22');
      for (const { after, former, current, other } of later) {
        if (granted(former)) {
          const subject = `a token request with a former client secret ${after} after the rotation`;
          yield finding('TOK-23', subject, `${answer(former)} and an access_token`, 'no token', former);
        }
        // the specification does not say how long secrets last, but an older one still works
        if (!granted(current) && granted(other)) {
          const subject = `a token request with a new client secret ${after} after the rotation`;
          yield finding('TOK-22', subject, seen(current), 'an access token, as for an older secret', current);
        }
      }
    },
  }),
];

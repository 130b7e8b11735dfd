import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { accessTokenIn, aLaboratoryFor, aProject, aUser, grant, withNewSecret } from '../../../drivers/world/actors.ts';
import { aClient, aGrant, refresh } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { dated, probeFrom, waitForAge } from '../../expectations/age.ts';
import { listingsOpenToKeys } from '../../expectations/open-listings.ts';
import { yieldsNoToken } from '../../expectations/refusal.ts';
import { delegatedNeeds } from '../delegated/working-grant.ts';
import { aKeyDated, callWith, surelyBefore, tenantsNow, withANewKey } from './dated-keys.ts';
import { accessLifetime, anAppThatMaySee, issuedTo, refreshLifetime } from './issuing.ts';
import { day } from '../../../core/spans.ts';

/** Changes an app in one way, where the control can; what it is then. */
async function changed(scene: Scene, app: App, change: 'its secret' | 'its projects'): Promise<App> {
  if (change === 'its projects') {
    await grant(scene, await aProject(scene), app);
    return app;
  }
  return withNewSecret(scene, app);
}

/** What is changed about apps and users neither prolongs a token nor ends a key ("Limits"; "Basic authentication", 3). */
export const changesOfAppsAndUsersChecks: readonly SuiteCheck[] = [
  check({
    id: 'expiry/no-change-of-its-app-prolongs-an-access-token',
    title: 'An app access token is refused after 900 seconds and any change of its app',
    proves: ['EXP-02'],
    needs: ['app.create', 'passing-time'],
    maxSeconds: 910,
    async gather(scene) {
      const path = (await scene.usualListing(1)).path;
      const able = scene.supports('project.create') && scene.supports('project.grant');
      const changes = [
        ...(able ? (['its projects'] as const) : []),
        ...(scene.supports('app.rotateSecret') ? (['its secret'] as const) : []),
      ];
      return scene.together(
        changes.map((change) => async (part: Scene) => {
          const app = await anAppThatMaySee(part);
          const token = await dated(part, () => issuedTo(part, app));
          const call = () => part.call(path, { authorization: token.outcome.authorization });
          const fresh = await part.settle(call, accepted);
          await waitForAge(part, token.moment, 600);
          await changed(part, app, change);
          const { exchange } = await probeFrom(part, token.moment, accessLifetime + 1, call);
          return { path, change, fresh, late: exchange };
        }),
      );
    },
    *judge(tokens) {
      for (const { path, change, fresh, late } of tokens) {
        if (!(yield* premise(accepted(fresh), `a new app access token ${answer(fresh)}`))) continue;
        if (!accepted(late)) continue;
        const subject = `GET ${path} after 900 s with the token of an app of which ${change} changed meanwhile`;
        yield finding('EXP-02', subject, `${answer(late)} and a page`, 'refusal', late);
      }
    },
  }),

  check({
    id: 'expiry/no-change-of-its-app-prolongs-a-refresh-token',
    title: 'A refresh token yields nothing after 30 days and any change of its app, at each try',
    proves: ['EXP-12'],
    needs: [...delegatedNeeds, 'app.rotateSecret', 'passing-time'],
    maxSeconds: 31 * day,
    async gather(scene) {
      const app = await aClient(scene);
      const held = await aGrant(scene, app, await aUser(scene));
      await scene.elapse(20 * day);
      const present = await changed(scene, app, 'its secret');
      await scene.elapse(refreshLifetime - 20 * day + 5);
      const tries: Exchange[] = [];
      for (let time = 0; time < 3; time++) tries.push(await refresh(scene, present, held.refreshToken));
      const fresh = await aGrant(scene, present, await aUser(scene));
      return { tries, control: await refresh(scene, present, fresh.refreshToken) };
    },
    *judge({ tries, control }) {
      yield* premise(accessTokenIn(control) !== undefined, `the refresh of a new grant ${answer(control)}`);
      for (const [index, one] of tries.entries()) {
        const subject = `try ${index + 1} of a refresh token after 30 days, the client secret having been rotated on day 20,`;
        yield* yieldsNoToken(one, 'EXP-12', subject);
      }
    },
  }),

  check({
    id: 'expiry/app-tokens-last-900-seconds-at-the-end-of-a-month',
    title: 'An app access token that is issued on the last day of a month is refused in the next one',
    proves: ['EXP-02'],
    needs: ['app', 'passing-time'],
    maxSeconds: 32 * day,
    async gather(scene) {
      const path = (await scene.usualListing(1)).path;
      const app = await anAppThatMaySee(scene);
      const now = await scene.clock();
      const date = new Date((now + accessLifetime) * 1000);
      const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
      await scene.elapse(Math.ceil((next - 450 - now) * 1000) / 1000);
      const token = await dated(scene, () => issuedTo(scene, app));
      const call = () => scene.call(path, { authorization: token.outcome.authorization });
      const fresh = await scene.settle(call, accepted);
      const { exchange } = await probeFrom(scene, token.moment, accessLifetime + 1, call);
      return { path, fresh, late: exchange };
    },
    *judge({ path, fresh, late }) {
      if (!(yield* premise(accepted(fresh), `a new app access token ${answer(fresh)}`))) return;
      if (!accepted(late)) return;
      const subject = `GET ${path} after 900 s with a token from the last minutes of a month`;
      yield finding('EXP-02', subject, `${answer(late)} and a page`, 'refusal', late);
    },
  }),

  check({
    id: 'expiry/a-suspension-prolongs-no-access-token',
    title: 'A delegated access token is refused after 900 seconds that include a suspension',
    proves: ['EXP-04'],
    needs: [...delegatedNeeds, 'user.suspend', 'user.unsuspend', 'passing-time'],
    maxSeconds: 910,
    async gather(scene) {
      const path = (await scene.usualListing(1)).path;
      return scene.together(
        [
          [300, 310],
          [100, 700, 800, 890],
          [850, 903],
        ].map((turns) => async (part: Scene) => {
          const user = await aUser(part);
          await aLaboratoryFor(part, user);
          const app = await aClient(part);
          const token = await dated(part, () => aGrant(part, app, user));
          const call = () => part.call(path, { authorization: token.outcome.authorization });
          const fresh = await part.settle(call, accepted);
          for (const [index, age] of turns.entries()) {
            await waitForAge(part, token.moment, age);
            await part.operate(index % 2 === 0 ? 'user.suspend' : 'user.unsuspend', { userId: user.userId });
          }
          const { exchange } = await probeFrom(part, token.moment, accessLifetime + 1, call);
          return { path, fresh, late: exchange };
        }),
      );
    },
    *judge(tokens) {
      for (const { path, fresh, late } of tokens) {
        if (!(yield* premise(accepted(fresh), `a new delegated access token ${answer(fresh)}`))) continue;
        if (!accepted(late)) continue;
        const subject = `GET ${path} after 900 s with the token of a user who was suspended for some of them`;
        yield finding('EXP-04', subject, `${answer(late)} and a page`, 'refusal', late);
      }
    },
  }),

  check({
    id: 'expiry/a-suspension-makes-no-old-key-expire',
    title: 'A key from before 7 August 2026 is served more than a month after a suspension of its owner',
    proves: ['EXP-24'],
    needs: ['user.create', 'user.suspend', 'user.unsuspend', 'apiKey.create', 'passing-time'],
    maxSeconds: 33 * day,
    async gather(scene) {
      const path = (await listingsOpenToKeys(scene))[0]?.path ?? '';
      const key = await aKeyDated(scene, Math.min(surelyBefore, (await tenantsNow(scene)) - 60) - 40 * day);
      const { userId } = key.user;
      await scene.operate('user.suspend', { userId });
      await scene.elapse(60);
      await scene.operate('user.unsuspend', { userId });
      const back = await scene.settle(() => callWith(scene, path, key), accepted);
      await scene.elapse(32 * day);
      const later = await scene.settle(() => callWith(scene, path, key), accepted);
      return { path, back, later, contrast: await withANewKey(scene, path) };
    },
    *judge({ path, back, later, contrast }) {
      if (!(yield* premise(accepted(back), `the key after the suspension ${answer(back)}`))) return;
      if (accepted(later)) return;
      if (!(yield* premise(accepted(contrast), `a key that was made then ${answer(contrast)} too`))) return;
      const subject = `GET ${path} with a key from before 7 August 2026, a month after a suspension of its owner`;
      yield finding('EXP-24', subject, answer(later), 'a page', later);
    },
  }),
];

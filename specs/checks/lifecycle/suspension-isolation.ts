import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { inWords } from '../../../core/wording.ts';
import {
  accessTokenIn,
  aUser,
  requestToken,
  settledTokenRequest,
  tokenPath,
  withNewSecret,
  tokenPathsOf,
} from '../../../drivers/world/actors.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { yieldsToken } from '../../expectations/acceptance.ts';
import { yieldsNoToken } from '../../expectations/refusal.ts';
import { delegatedNeeds, suspend, unsuspend } from './stage.ts';
import { day } from '../../../core/spans.ts';

/**
 * Checks of credentials that the suspension of a user does not affect ("States and transitions"; "OAuth bearer with app
 * credentials", 7).
 */
export const suspensionIsolationChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/rotation-shuts-a-suspended-user-out',
    title: "An app's old secret works after a user's suspension until it is rotated",
    proves: ['LIF-11'],
    needs: [...delegatedNeeds, 'user.suspend', 'app.rotateSecret'],
    cases: fc.integer({ min: 1, max: 3 }),
    maxCases: 4,
    describe: (rotations) => inWords`${rotations} rotations of the secret`,
    async gather(scene, rotations) {
      const user = await aUser(scene);
      // the user has consented to the first app; of the second, the user may only have known the secret
      const [known, other] = [await aClient(scene), await aClient(scene)];
      await aGrant(scene, known, user);
      await suspend(scene, user);
      const before: Exchange[] = [];
      const shut: Exchange[] = [];
      const renewed: Exchange[] = [];
      for (const app of [known, other]) {
        before.push(await requestToken(scene, app));
        const former = [app.clientSecret];
        for (let count = 0; count < rotations; count++) {
          const { clientSecret } = await withNewSecret(scene, app);
          for (const secret of former) {
            for (const path of tokenPathsOf(scene)) {
              const ask = (): Promise<Exchange> =>
                requestToken(scene, { ...app, clientSecret: secret }, path, {
                  note: 'a secret from before a rotation',
                });
              shut.push(await scene.settle(ask, (one) => accessTokenIn(one) === undefined));
            }
          }
          renewed.push(await settledTokenRequest(scene, { ...app, clientSecret }));
          former.push(clientSecret);
        }
      }
      return { before, shut, renewed };
    },
    *judge({ before, shut, renewed }) {
      for (const one of before) {
        const works = accessTokenIn(one) !== undefined;
        if (!(yield* premise(works, `the secret from before ${answer(one)} already`))) return;
      }
      for (const one of shut) {
        const { pathname } = new URL(one.request.url);
        const subject = `client_credentials at ${pathname} with a secret that was rotated after a suspension`;
        yield* yieldsNoToken(one, 'LIF-11', subject);
      }
      for (const one of renewed) {
        yield* yieldsToken(one, 'LIF-11', 'client_credentials with the secret from a rotation after a suspension');
      }
    },
  }),

  check({
    id: 'lifecycle/a-former-secret-stays-shut-out',
    title: "An app gets tokens with its current secret only, during a user's suspension and days later",
    proves: ['LIF-10', 'LIF-11'],
    needs: [...delegatedNeeds, 'user.suspend', 'user.unsuspend', 'app.rotateSecret', 'passing-time'],
    maxSeconds: 40 * day,
    async gather(scene) {
      const user = await aUser(scene);
      const app = await aClient(scene);
      await aGrant(scene, app, user);
      await suspend(scene, user);
      const { clientSecret } = await withNewSecret(scene, app);
      const present = { ...app, clientSecret };
      const witness = await withNewSecret(scene, await aClient(scene));
      const atFirst = await settledTokenRequest(scene, present);
      await settledTokenRequest(scene, witness);
      const looks = [];
      // the specification does not say how long a former secret works in addition to the new one (FRE-16)
      for (const [pause, then] of [
        [900, 'stays'],
        [day, 'stays'],
        [8 * day, 'stays'],
        [3600, 'is un-suspended'],
        [30 * day, 'stays'],
      ] as const) {
        await scene.elapse(pause);
        if (then === 'is un-suspended') await unsuspend(scene, user);
        const asked = await requestToken(scene, present);
        const former = await requestToken(scene, app, tokenPath, { note: 'a secret from before a rotation' });
        looks.push({ asked, former, control: await requestToken(scene, witness) });
      }
      return { atFirst, looks };
    },
    *judge({ atFirst, looks }) {
      // if the rotation of another app's secret affects this app's secret, the suspension is not the reason
      const worked = accessTokenIn(atFirst) !== undefined;
      if (!(yield* premise(worked, `client_credentials with the secret of a rotation ${answer(atFirst)}`))) return;
      const firstRefusal = looks.findIndex(({ former }) => accessTokenIn(former) === undefined);
      for (const [index, { asked, former, control }] of looks.entries()) {
        const works = accessTokenIn(control) !== undefined;
        if (!(yield* premise(works, `client_credentials of another app ${answer(control)} too`))) return;
        yield* yieldsToken(asked, 'LIF-10', 'client_credentials of an app some time after a user of it was suspended');
        if (firstRefusal >= 0 && index > firstRefusal) {
          const subject = 'client_credentials with a former secret that had been refused before';
          yield* yieldsNoToken(former, 'LIF-11', subject);
        }
      }
    },
  }),
];

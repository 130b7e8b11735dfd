import { accessTokenIn, anAppWithAccess, settledTokenRequest, withNewSecret } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { isAccepted, yieldsToken } from '../../expectations/acceptance.ts';
import { delayed, seenWithin } from '../../expectations/delay.ts';
import { callsWhenServed, mustBeServed } from '../../expectations/standing.ts';
import { archive, archivingNeeds, unarchive } from './stage.ts';

/** Checks of the access of an app that was unarchived ("States and transitions", App). */
export const unarchivingChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/unarchiving-restores-access',
    title: 'An unarchived app obtains a token with its earlier secret, or else with a new one, and lists',
    proves: ['LIF-26', 'LIF-27'],
    needs: [...archivingNeeds, 'app.unarchive'],
    async gather(scene) {
      const { app, authorization } = await anAppWithAccess(scene);
      const [{ path }] = scene.versionedListings;
      await mustBeServed(scene, authorization, path, "the app's token");
      await archive(scene, app);
      await unarchive(scene, app);
      const { outcome: asked, ms } = await delayed(scene, () => settledTokenRequest(scene, app));
      const isRefused = accessTokenIn(asked) === undefined && scene.supports('app.rotateSecret');
      // a new secret tests the app's access (LIF-26), and no longer its earlier secret (LIF-27)
      const anew = isRefused ? await settledTokenRequest(scene, await withNewSecret(scene, app)) : asked;
      const token = accessTokenIn(anew);
      const calls = token === undefined ? [] : await callsWhenServed(scene, bearer(token), [path]);
      return { asked, ms, calls, ...(isRefused ? { anew } : {}) };
    },
    *judge({ asked, ms, anew, calls }) {
      const whose = 'of an app that was unarchived';
      yield* yieldsToken(asked, 'LIF-27', `client_credentials ${whose}, with its secret from before,`);
      if (anew !== undefined) yield* yieldsToken(anew, 'LIF-26', `client_credentials ${whose}, with a new secret,`);
      else if (accessTokenIn(asked) !== undefined) yield seenWithin('FRE-15', 'an unarchiving', ms);
      for (const call of calls) yield* isAccepted(call, 'LIF-26', `a listing call ${whose}`);
    },
  }),
];

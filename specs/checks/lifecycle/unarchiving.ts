import { accessTokenIn, anAppWithAccess, settledTokenRequest, withNewSecret } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { isAccepted, yieldsToken } from '../../expectations/acceptance.ts';
import { delayed, seenWithin } from '../../expectations/delay.ts';
import { callsWhenServed, mustBeServed } from '../../expectations/standing.ts';
import { archive, archivingNeeds, unarchive } from './stage.ts';

/** What comes back when an app is unarchived ("States and transitions", App). */
export const unarchivingChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/unarchiving-restores-access',
    title: 'An app that was unarchived obtains a token with its secret from before, or else a new one, and lists',
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
      // with a secret of its own making it is the access that is tried, and no longer the secret
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

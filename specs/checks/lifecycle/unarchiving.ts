import {
  accessTokenIn,
  anAccessToken,
  anApp,
  settledTokenRequest,
  withNewSecret,
} from '../../../drivers/world/actors.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { yieldsToken } from '../../expectations/acceptance.ts';
import { delayed, seenWithin } from '../../expectations/delay.ts';
import { archive, archivingNeeds, unarchive } from './stage.ts';

/** What comes back when an app is unarchived ("States and transitions", App). */
export const unarchivingChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/unarchiving-restores-access',
    title: 'An app that was unarchived obtains a token with its secret from before, and if not, with a new one',
    proves: ['LIF-26', 'LIF-27'],
    needs: [...archivingNeeds, 'app.unarchive'],
    async gather(scene) {
      const app = await anApp(scene);
      await anAccessToken(scene, app);
      await archive(scene, app);
      await unarchive(scene, app);
      const { outcome: asked, ms } = await delayed(scene, () => settledTokenRequest(scene, app));
      if (accessTokenIn(asked) !== undefined || !scene.supports('app.rotateSecret')) return { asked, ms };
      // with a secret of its own making it is the access that is tried, and no longer the secret
      return { asked, ms, anew: await settledTokenRequest(scene, await withNewSecret(scene, app)) };
    },
    *judge({ asked, ms, anew }) {
      const whose = 'client_credentials of an app that was unarchived, with';
      yield* yieldsToken(asked, 'LIF-27', `${whose} its secret from before,`);
      if (anew !== undefined) yield* yieldsToken(anew, 'LIF-26', `${whose} a new secret,`);
      else if (accessTokenIn(asked) !== undefined) yield seenWithin('FRE-15', 'an unarchiving', ms);
    },
  }),
];

import { anAppWithAccess, legacyTokenPath } from '../../../drivers/world/actors.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { lifetimeProbes, respectsLifetime } from '../../expectations/lifetime.ts';

/** How long tokens of the legacy path live ("Limits": all token grants). */
export const expiryChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/legacy-tokens-expire-after-900-seconds',
    title: 'An access token from the legacy token path lasts 900 seconds and no longer',
    proves: ['VER-14'],
    needs: ['app', 'passing-time'],
    async gather(scene) {
      const issuedAfter = await scene.clock();
      const { authorization } = await anAppWithAccess(scene, legacyTokenPath);
      const issuedBefore = await scene.clock();
      const call = () => scene.call('/api/v2/entries', { authorization });
      await scene.settle(call, accepted);
      return lifetimeProbes(scene, { after: issuedAfter, before: issuedBefore }, 900, call);
    },
    *judge(probes) {
      yield* respectsLifetime(probes, accepted, 'VER-14', 'a call with an access token from the legacy path');
    },
  }),
];

import type { App } from '../../../drivers/world/actors.ts';
import { anAccessToken, anAppWithAccess, legacyTokenPath } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import type { Reusable } from '../../expectations/lifetime.ts';
import { lifetimeProbes, respectsLifetime } from '../../expectations/lifetime.ts';

const lifetime = 900;

/**
 * Returns tokens of the legacy path for probes of their lifetime on a listing. Each token has another app than the one
 * before, because several tokens of one app need not be valid at the same time.
 */
function legacyTokens(scene: Scene, apps: readonly App[], path: string): Reusable<string> {
  let issued = 0;
  return {
    lifetime,
    issue: () => anAccessToken(scene, apps[issued++ % apps.length] as App, legacyTokenPath),
    call: (token) => scene.call(path, { authorization: bearer(token) }),
    accepts: accepted,
  };
}

async function appsWithAccess(scene: Scene, count: number): Promise<App[]> {
  const apps: App[] = [];
  while (apps.length < count) apps.push((await anAppWithAccess(scene, legacyTokenPath)).app);
  return apps;
}

function subject(path: string): string {
  return `GET ${path} with an access token from the legacy path`;
}

/** Checks of the lifetime of tokens of the legacy path ("Limits": all token grants). */
export const expiryChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/legacy-tokens-expire-after-900-seconds',
    title: 'An access token from the legacy token path lasts 900 seconds and no longer, on each listing',
    proves: ['VER-14'],
    needs: ['app', 'passing-time'],
    maxSeconds: 910,
    async gather(scene) {
      const listings = await scene.listings();
      return scene.together(
        listings.map(({ path }) => async (part) => ({
          path,
          probes: await lifetimeProbes(part, legacyTokens(part, await appsWithAccess(part, 3), path)),
        })),
      );
    },
    *judge(listings) {
      for (const { path, probes } of listings) yield* respectsLifetime(probes, accepted, 'VER-14', subject(path));
    },
  }),
];

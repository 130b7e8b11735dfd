import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { orNotApplicable } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import type { App } from '../../../drivers/world/actors.ts';
import { anAccessToken, anAppWithAccess, legacyTokenPath } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { paletteMoments, someMoments } from '../../../generators/moment.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { dated } from '../../expectations/age.ts';
import type { Reusable } from '../../expectations/lifetime.ts';
import { agedProbe, agreesWithLifetime, lifetimeProbes, respectsLifetime } from '../../expectations/lifetime.ts';
import { objectOf } from '../../../generators/object.ts';

const lifetime = 900;

/**
 * Tokens that the legacy path issues, tried on a listing. Each is of another app than the one before: how many tokens
 * of one app live side by side is not what is shown here.
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

interface Plan {
  readonly issuedAt: number;
  readonly probedAt: readonly number[];
  readonly listing: number;
}

function tellPlans(plans: readonly Plan[]): string {
  const told = plans.map(
    ({ issuedAt, probedAt }) => inWords`issued at ${issuedAt} s and probed at ${probedAt.join(', ')} s`,
  );
  return `tokens of the legacy path, ${told.join('; ')} of age`;
}

/** How long tokens of the legacy path live ("Limits": all token grants). */
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

  check({
    id: 'versioning/each-legacy-token-expires-by-its-own-age',
    title: 'Each of several access tokens from the legacy token path is accepted and refused by its own age',
    proves: ['VER-14'],
    needs: ['app', 'passing-time'],
    cases: fc.array(objectOf({ issuedAt: paletteMoments, probedAt: someMoments, listing: fc.nat(4) }), {
      minLength: 1,
      maxLength: 3,
    }),
    maxCases: 15,
    maxSeconds: 3610,
    describe: tellPlans,
    async arrange(scene) {
      const apps = await appsWithAccess(scene, 1);
      const served: Exchange[] = [];
      for (const { path } of await scene.listings()) {
        const { issue, call } = legacyTokens(scene, apps, path);
        const token = await issue();
        served.push(await scene.settle(() => call(token), accepted));
      }
      return { served };
    },
    async gather(scene, plans, { served }) {
      const listings = await scene.listings();
      return scene.together(
        plans.map(({ issuedAt, probedAt, listing }) => async (part) => {
          const path = listings[listing % listings.length]?.path ?? '';
          await part.elapse(issuedAt);
          const tokens = legacyTokens(part, await appsWithAccess(part, 2), path);
          const token = await dated(part, tokens.issue);
          // what was granted may take a while to be seen (FRE-14), and the time after that is let pass at once
          await part.settle(() => tokens.call(token.outcome), accepted);
          const probes = [];
          for (const age of probedAt) probes.push(await agedProbe(part, tokens, token, age));
          return { path, probes, served: served.filter((one) => new URL(one.request.url).pathname === path) };
        }),
      );
    },
    *judge(credentials) {
      // a listing that serves no token of the legacy path at all says nothing of their age
      const told = credentials
        .filter(({ served }) => served.some(accepted))
        .flatMap(({ path, probes }) =>
          probes.flatMap((probe) => [...agreesWithLifetime(probe, lifetime, accepted, 'VER-14', subject(path))]),
        );
      yield* orNotApplicable(told, 'no probe of a listing that serves such tokens tells of their age');
    },
  }),
];

import fc from 'fast-check';
import type { Version } from '../../../drivers/world/listing.ts';
import { versions } from '../../../drivers/world/listing.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { answer } from '../../../core/exchange.ts';
import { finding, held, notApplicable } from '../../../core/judgement.ts';
import { aKeyOwnerWithAccess, anAccessToken, anAppWithAccess, settledActor } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { worseThanOther } from '../../expectations/alternation.ts';
import { usedInOrder } from './either-order.ts';
import type { Kind } from './versioned.ts';
import { listingOf, listingsOf } from './versioned.ts';
import { objectOf } from '../../../generators/object.ts';

/** Looks at the two listings of a version until one of them is served. */
async function lookAt(scene: Scene, version: Version, authorization: string): Promise<Exchange[]> {
  const paths = listingsOf(scene, version).map(({ path }) => path);
  return scene.settle(
    async () => {
      const calls = [];
      for (const path of paths) calls.push(await scene.call(path, { authorization }));
      return calls;
    },
    (calls) => calls.some(accepted),
  );
}

/** Whether a refusal can be for want of permission, whatever its status is (FRE-05): a 401 is for none. */
function isForPermission({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500 && response.status !== 401;
}

/** Where the API is, and that one access token is good for both versions ("Versioning", 1 and 2). */
export const reachChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/both-versions-are-there',
    title: 'The API is reachable under /api/v2 and under /api/v3',
    proves: ['VER-01'],
    needs: ['actor'],
    async gather(scene) {
      const { authorization, laboratory } = await settledActor(scene);
      const seen = { v2: await lookAt(scene, 'v2', authorization), v3: await lookAt(scene, 'v3', authorization) };
      const canMakeKeys = scene.supports('user.create') && scene.supports('apiKey.create');
      for (const version of versions) {
        if (seen[version].some(accepted) || !canMakeKeys) continue;
        const other = await aKeyOwnerWithAccess(scene); // perhaps it was only that kind of credential
        seen[version].push(...(await lookAt(scene, version, other.authorization)));
      }
      return { seen, granted: laboratory !== undefined };
    },
    *judge({ seen, granted }) {
      const served = (version: Version): boolean => seen[version].some(accepted);
      if (!(yield* premise(versions.some(served), 'no listing of either version was served to an actor with access')))
        return;
      for (const version of versions) {
        const last = seen[version][0];
        if (served(version) || last === undefined) continue;
        const allowed = granted || !seen[version].every(isForPermission);
        if (!(yield* premise(allowed, `no listing of ${version} was served, perhaps because permission is missing`)))
          continue;
        const subject = `an authorized call to the documented listings under /api/${version}`;
        yield finding('VER-01', subject, answer(last), 'a page, as on the other version', last);
      }
    },
  }),

  check({
    id: 'versioning/one-token-works-on-both',
    title: 'One access token of an app works on v2 and on v3, in either order',
    proves: ['VER-02'],
    needs: ['app'],
    cases: objectOf({
      first: fc.constantFrom(...versions),
      v2: fc.constantFrom<Kind>('entry', 'plate'),
      v3: fc.constantFrom<Kind>('entry', 'plate'),
    }),
    maxCases: 25,
    describe: ({ first, v2, v3 }) =>
      `a token used on ${first} first (${listingOf('v2', v2).path} and ${listingOf('v3', v3).path})`,
    async arrange(scene) {
      const { app, authorization, laboratory } = await anAppWithAccess(scene);
      for (const version of versions) await lookAt(scene, version, authorization);
      return { app, granted: laboratory !== undefined };
    },
    async gather(scene, given, { app, granted }) {
      const authorization = bearer(await anAccessToken(scene, app));
      const { calls, refused } = await usedInOrder(scene, authorization, given);
      if (refused === undefined) return { calls };
      const { version, path, turns } = refused;
      const anew = await scene.call(path, { authorization: bearer(await anAccessToken(scene, app)) });
      return {
        calls,
        refused: { path, turns, anew, granted, ofVersion: await lookAt(scene, version, authorization) },
      };
    },
    *judge({ calls, refused }) {
      if (calls.every(accepted)) yield held('VER-02');
      if (refused === undefined) return;
      const { path, turns, anew, granted, ofVersion } = refused;
      const worse = worseThanOther(turns, accepted);
      if (!(yield* premise(worse !== undefined, `the token was refused by ${path} and by the other version`))) return;
      // a listing that serves no token of an app, while its version does, is not a matter of versions
      if (!(yield* premise(accepted(anew) || !ofVersion.some(accepted), `${path} serves no token of an app`))) return;
      if (worse === undefined) return;
      const allowed = granted || !isForPermission(worse);
      if (!(yield* premise(allowed, `GET ${path} ${answer(worse)}, perhaps because permission is missing`))) return;
      const subject = `GET ${path} with an access token that works on the other version`;
      yield finding('VER-02', subject, answer(worse), 'a page', worse);
    },
  }),

  check({
    id: 'versioning/one-token-works-on-both-at-once',
    title: 'One access token of an app works on v2 and on v3 at the same time',
    proves: ['VER-02'],
    needs: ['app'],
    async gather(scene) {
      const { authorization } = await anAppWithAccess(scene);
      const open = [];
      for (const { path } of scene.versionedListings) {
        if (accepted(await scene.settle(() => scene.call(path, { authorization }), accepted))) open.push(path);
      }
      const rounds = [];
      for (let round = 0; round < 3; round++) {
        const calls = [...open, ...open].map((path) => (part: Scene) => part.call(path, { authorization }));
        rounds.push(...(await scene.together(calls)));
      }
      const alone = [];
      for (const path of open) alone.push(await scene.call(path, { authorization }));
      return { open, rounds, alone };
    },
    *judge({ open, rounds, alone }) {
      const both = versions.every((version) => open.some((path) => path.startsWith(`/api/${version}/`)));
      if (!(yield* premise(both && alone.every(accepted), 'the token alone was not served on both versions'))) return;
      const isTold = (call: Exchange): boolean => accepted(call) || call.response?.status === 401;
      if (!rounds.some(isTold)) yield notApplicable('calls at once were neither served nor refused with 401');
      for (const call of rounds) {
        // who calls much at once may be slowed down (FRE-12)
        if (call.response?.status !== 401) continue;
        const { pathname } = new URL(call.request.url);
        const subject = `GET ${pathname} with an access token that is used on the other version at the same time`;
        yield finding('VER-02', subject, answer(call), 'a page', call);
      }
    },
  }),
];

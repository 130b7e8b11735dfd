import fc from 'fast-check';
import { premise } from '../../../core/check.ts';
import type { Version } from '../../../drivers/world/listing.ts';
import { versions } from '../../../drivers/world/listing.ts';
import type { Exchange } from '../../../core/exchange.ts';
import { answer, header, saysNothingIsThere } from '../../../core/exchange.ts';
import { finding } from '../../../core/judgement.ts';
import { inWords } from '../../../core/wording.ts';
import { aUser, legacyTokenPath, tokenPath } from '../../../drivers/world/actors.ts';
import { aClient, aGrant, aUserWithAccess, refreshed } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { refreshRace } from '../../expectations/refresh-race.ts';
import { handsOutTokens } from '../../expectations/spent-refresh-token.ts';
import { userGrantNeeds } from './user-grants.ts';
import { objectOf } from '../../../generators/object.ts';

/** The listings of a version, called with one credential. */
async function callsOf(scene: Scene, version: Version, authorization: string): Promise<Exchange[]> {
  const calls: Exchange[] = [];
  for (const listing of scene.versionedListings) {
    if (listing.version !== version) continue;
    calls.push(await scene.settle(() => scene.call(listing.path, { authorization }), accepted));
  }
  return calls;
}

/** Whether there is nothing at a path, or the caller is sent away from it: no word of permission or of the credential. */
function isElsewhere({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return (status >= 300 && status < 400) || saysNothingIsThere(status) || status === 501;
}

/** The versions and the token paths for users ("Versioning", 1 to 3). */
export const usersChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/both-versions-are-there-for-users',
    title: 'Both versions are at the base address for the users of an app as well',
    proves: ['VER-01'],
    needs: [...userGrantNeeds, 'access'],
    async gather(scene) {
      const { user } = await aUserWithAccess(scene);
      const { authorization } = await aGrant(scene, await aClient(scene), user);
      return { v2: await callsOf(scene, 'v2', authorization), v3: await callsOf(scene, 'v3', authorization) };
    },
    *judge(calls) {
      const served = versions.some((version) => calls[version].some(accepted));
      if (!(yield* premise(served, 'neither version served a delegated token'))) return;
      for (const version of versions) {
        const [first] = calls[version];
        if (first === undefined || !calls[version].every(isElsewhere)) continue;
        const location = header(first, 'location');
        const observed = `${answer(first)}${location === undefined ? '' : `, sent on to ${location}`}`;
        const subject = `a call with a delegated token to the documented listings under /api/${version}`;
        yield finding('VER-01', subject, observed, 'a page, as on the other version', first);
      }
    },
  }),

  check({
    id: 'versioning/a-late-race-over-both-paths-has-one-winner-at-most',
    title: 'Once the access token has expired, simultaneous refreshes over both paths obtain tokens once at most',
    proves: ['VER-12'],
    needs: [...userGrantNeeds, 'passing-time'],
    maxSeconds: 905,
    cases: objectOf({ pairs: fc.integer({ min: 1, max: 6 }), ofRefresh: fc.boolean() }),
    maxCases: 6,
    describe: ({ pairs, ofRefresh }) =>
      inWords`${2 * pairs} refreshes at once with a token of a ${ofRefresh ? 'refresh' : 'code exchange'}, 905 s old`,
    async gather(scene, { pairs, ofRefresh }) {
      const first = await aGrant(scene, await aClient(scene), await aUser(scene));
      const grant = ofRefresh ? await refreshed(scene, first) : first;
      await scene.elapse(905);
      const over = Array.from({ length: pairs }, () => [tokenPath, legacyTokenPath]).flat();
      return refreshRace(scene, grant, over, 'own');
    },
    *judge(answers) {
      const winners = answers.filter(handsOutTokens);
      if (!(yield* premise(winners.length > 0, 'none of the simultaneous refreshes obtained tokens'))) return;
      const [, second] = winners;
      if (second === undefined) return;
      const subject = `${answers.length} simultaneous refreshes over both token paths with one refresh token of 905 s`;
      yield finding('VER-12', subject, `obtained tokens ${winners.length} times`, 'once at most', second);
    },
  }),
];

import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { finding, held } from '../../../core/judgement.ts';
import { aClient, aGrant, aUserWithAccess, refreshedTimes } from '../../../drivers/world/delegated.ts';
import { versions } from '../../../drivers/world/listing.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { worseThanOther } from '../../expectations/alternation.ts';
import { usedInOrder } from './either-order.ts';
import { userGrantNeeds } from './user-grants.ts';
import type { Kind } from './versioned.ts';
import { listingOf } from './versioned.ts';
import { objectOf } from '../../../generators/object.ts';

/** That one delegated token is good for both versions ("Versioning", 2). */
export const userTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'versioning/one-delegated-token-works-on-both',
    title: 'One delegated access token, of a code or of a refresh, works on v2 and on v3, in either order',
    proves: ['VER-03'],
    needs: userGrantNeeds,
    cases: objectOf({
      first: fc.constantFrom(...versions),
      v2: fc.constantFrom<Kind>('entry', 'plate'),
      v3: fc.constantFrom<Kind>('entry', 'plate'),
      refreshes: fc.nat(2),
    }),
    maxCases: 20,
    describe: ({ first, v2, v3, refreshes }) =>
      `the token of ${refreshes === 0 ? 'a code' : `refresh ${refreshes}`} used on ${first} first (${listingOf('v2', v2).path} and ${listingOf('v3', v3).path})`,
    async arrange(scene) {
      const { user, laboratory } = await aUserWithAccess(scene);
      const app = await aClient(scene);
      const { authorization } = await aGrant(scene, app, user);
      const look = async (): Promise<boolean> => {
        for (const { path } of scene.versionedListings)
          if (!accepted(await scene.call(path, { authorization }))) return false;
        return true;
      };
      await scene.settle(look, (served) => served);
      return { app, user, granted: laboratory !== undefined };
    },
    async gather(scene, given, { app, user, granted }) {
      const aToken = async (): Promise<string> => {
        const grant = await refreshedTimes(scene, await aGrant(scene, app, user), given.refreshes);
        return grant.authorization;
      };
      const authorization = await aToken();
      const { calls, refused } = await usedInOrder(scene, authorization, given);
      if (refused === undefined) return { calls };
      const { version, path, turns } = refused;
      const sister = listingOf(version, given[version] === 'entry' ? 'plate' : 'entry').path;
      const fresh = await aToken();
      const ofCode = async () =>
        scene.call(path, {
          authorization: (await aGrant(scene, app, user)).authorization,
          note: 'the token of a code',
        });
      return {
        calls,
        refused: {
          path,
          turns,
          granted,
          anew: await scene.call(path, { authorization: fresh }),
          beside: await scene.call(sister, { authorization: fresh }),
          // last, since it may end the tokens before it
          ...(given.refreshes === 0 ? {} : { ofCode: await ofCode() }),
        },
      };
    },
    *judge({ calls, refused }) {
      if (calls.every(accepted)) yield held('VER-03');
      if (refused === undefined) return;
      const { path, turns, granted, anew, beside, ofCode } = refused;
      const worse = worseThanOther(turns, accepted);
      if (!(yield* premise(worse !== undefined, `the token was refused by ${path} and by the other version`))) return;
      // a listing that serves no delegated token, while its version does, is not a matter of versions
      const ofVersion = accepted(anew) || !accepted(beside) || (ofCode !== undefined && accepted(ofCode));
      if (!(yield* premise(ofVersion, `${path} serves no delegated token`)) || worse === undefined) return;
      // who was granted nothing may be refused on the one version and shown an empty page on the other (FRE-05)
      const allowed = granted || worse.response?.status === 401;
      if (!(yield* premise(allowed, `GET ${path} ${answer(worse)}, perhaps because permission is missing`))) return;
      const subject = `GET ${path} with a delegated access token that works on the other version`;
      yield finding('VER-03', subject, answer(worse), 'a page', worse);
    },
  }),
];

import { answer } from '../../../core/exchange.ts';
import { aKey } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import { anIdToken, aTokenUser, plainIdToken } from '../../../drivers/world/identity.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted, isAccepted } from '../../expectations/acceptance.ts';
import { idTokenNeeds, listingsOpenToIdTokens } from '../../expectations/id-token.ts';
import { callInsistently, listingAt, listingsOpenTo } from '../../expectations/open-listings.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';

/** Keys of users who have ID tokens as well ("Authentication", the table of methods). */
export const besideIdTokensChecks: readonly SuiteCheck[] = [
  check({
    id: 'api-key/an-id-token-neither-ends-a-key-nor-stands-in-for-one',
    title: 'A key works on after a call with an ID token, which is no Basic username',
    proves: ['KEY-06', 'KEY-17'],
    needs: [...idTokenNeeds, 'apiKey.create'],
    async gather(scene) {
      // the key comes first, so that it is seen to work before any ID token of its owner is
      const user = await aTokenUser(scene);
      const authorization = basic(await aKey(scene, user));
      const { path } = listingAt(await listingsOpenTo(scene, authorization), 0);
      const before = await callInsistently(scene, path, authorization);
      await listingsOpenToIdTokens(scene, user);
      const idToken = (): Promise<string> => anIdToken(scene, plainIdToken, { user });
      const after = await callInsistently(scene, path, authorization);
      const probe = await scene.call(path, { authorization: basic(await idToken()), note: 'an ID token as username' });
      return { path, before, after, probe };
    },
    *judge({ path, before, after, probe }) {
      if (!(yield* premise(accepted(before), `GET ${path} with the same key ${answer(before)} before`))) return;
      yield* isAccepted(after, 'KEY-17', `GET ${path} with the key of a user who called with an ID token`);
      yield* refusedByContrast(probe, before, 'KEY-06', `GET ${path} with an ID token as Basic username`);
    },
  }),
];

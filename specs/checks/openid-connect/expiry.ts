import fc from 'fast-check';
import { answer } from '../../../core/exchange.ts';
import { inWords } from '../../../core/wording.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { anIdToken, plainIdToken } from '../../../drivers/world/identity.ts';
import { expiredIdTokens, malformedIdTokens } from '../../../generators/id-token.ts';
import type { SuiteCheck } from '../../check.ts';
import { check, premise } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { idTokenNeeds, idTokenStage, rightCall } from '../../expectations/id-token.ts';
import { listingAt } from '../../expectations/open-listings.ts';
import { refusedByContrast } from '../../expectations/refusal.ts';
import { wrongTokenCheck } from './wrong-token.ts';
import { objectOf } from '../../../generators/object.ts';

/** Seconds that a short-lived token has left when it is first sent, in addition to the allowance for clock skew. */
const shortLife = 60;
/**
 * Seconds after which the token has been expired for a quarter of an hour: no allowance for clock skew is that large.
 */
const wait = 905;

/** Checks of expired and malformed ID tokens. */
export const expiryChecks: readonly SuiteCheck[] = [
  wrongTokenCheck({
    id: 'openid-connect/an-expired-id-token-is-answered-401',
    title: 'An ID token that expired minutes to a month ago is answered with 401',
    requirement: 'OIC-21',
    tokens: expiredIdTokens,
    maxCases: 40,
  }),

  check({
    id: 'openid-connect/an-id-token-does-not-outlive-its-end',
    title: 'An ID token that was accepted is answered with 401 a quarter of an hour after it expired',
    proves: ['OIC-21'],
    needs: [...idTokenNeeds, 'passing-time'],
    cases: objectOf({
      uses: fc.integer({ min: 1, max: 3 }),
      between: fc.integer({ min: 0, max: 3 }),
      listing: fc.nat(4),
    }),
    maxCases: 6,
    maxSeconds: 910,
    describe: ({ uses, between }) =>
      inWords`an ID token used ${uses} times, and tried at ${between} moments before the last call`,
    arrange: idTokenStage,
    async gather(scene, { uses, between, listing }, { user, open }) {
      const { path } = listingAt(open, listing);
      const spec = { ...plainIdToken, claims: { ...plainIdToken.claims, exp: shortLife } };
      const token = await anIdToken(scene, spec, { user });
      const call = () => scene.call(path, { authorization: bearer(token), note: 'an ID token of a minute' });
      const first = await scene.settle(call, accepted);
      for (let use = 1; use < uses; use++) await call();
      for (let step = 0; step < between; step++) {
        await scene.elapse(300);
        await call();
      }
      await scene.elapse(Math.max(1, wait - 300 * between));
      return { path, first, late: await call(), right: await rightCall(scene, path, user) };
    },
    *judge({ path, first, late, right }) {
      if (!(yield* premise(accepted(first), `GET ${path} with an ID token of a minute ${answer(first)}`))) return;
      yield* refusedByContrast(
        late,
        right,
        'OIC-21',
        `GET ${path} with an ID token that expired a quarter of an hour before`,
      );
    },
  }),

  wrongTokenCheck({
    id: 'openid-connect/a-malformed-id-token-is-answered-401',
    title: 'A malformed ID token is answered with 401',
    requirement: 'OIC-22',
    tokens: malformedIdTokens,
  }),
];

import fc from 'fast-check';

import { inWords } from '../../../core/wording.ts';

import { accessTokenIn, aKey } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant, refresh } from '../../../drivers/world/delegated.ts';
import { anIdToken, plainIdToken } from '../../../drivers/world/identity.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { yieldsToken } from '../../expectations/acceptance.ts';
import { dated, probe } from '../../expectations/age.ts';
import { callsWhenServed, isAccepted, mustBeServed } from '../../expectations/standing.ts';
import { anInsider, aStage, delegatedNeeds, pathAt } from './stage.ts';
import { objectOf } from '../../../generators/object.ts';

/**
 * Checks that a suspension at the identity provider differs from one in the platform ("States and transitions", User).
 */
export const providerOnlyChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/a-suspension-at-the-provider-has-no-effect',
    title: "A user who gets no ID tokens any more keeps the API key, and apps keep the user's tokens",
    proves: ['LIF-12', 'LIF-13', 'LIF-14'],
    needs: [...delegatedNeeds, 'apiKey.create', 'identityProvider.trust', 'passing-time'],
    maxSeconds: 91_000,
    cases: objectOf({
      pause: fc.constantFrom(500, 500, 850, 4000, 90_000),
      /** Whether the user presents the ID token once more after it has expired. */
      presentsExpired: fc.boolean(),
      listing: fc.nat(4),
    }),
    maxCases: 8,
    describe: ({ pause, presentsExpired }) =>
      inWords`the last ID token lasted 300 s, ${pause} s ago${presentsExpired ? ', and is presented once more' : ''}`,
    arrange: (scene) => aStage(scene, 'key', 'delegated'),
    async gather(scene, { pause, presentsExpired, listing }, stage) {
      const [keyPath, userPath] = [pathAt(stage.forKeys, listing), pathAt(stage.forUsers, listing)];
      const user = await anInsider(scene, stage);
      const key = basic(await aKey(scene, user));
      const client = await aClient(scene);
      const { outcome: held, moment: born } = await dated(scene, () => aGrant(scene, client, user));
      await mustBeServed(scene, held.authorization, userPath, 'a delegated access token');
      await mustBeServed(scene, key, keyPath, 'the key of an active user');
      const spec = { ...plainIdToken, claims: { ...plainIdToken.claims, exp: 300 } };
      const last = bearer(await anIdToken(scene, spec, { user }));
      await mustBeServed(scene, last, userPath, 'an ID token of the provider');
      await scene.elapse(pause);
      if (presentsExpired) await scene.call(userPath, { authorization: last, note: 'the last ID token, expired' });
      const byKey = await scene.call(keyPath, { authorization: key });
      const call = () => scene.call(userPath, { authorization: held.authorization });
      const probed = pause < 890 ? await probe(scene, born, call) : undefined;
      // other checks that share the clock may have moved it meanwhile: the token may now be too old to be judged
      const byToken = probed !== undefined && probed.atMost < 900 ? probed.exchange : undefined;
      const renewed = await refresh(scene, held.app, held.refreshToken);
      const token = accessTokenIn(renewed);
      const after = token === undefined ? [] : await callsWhenServed(scene, bearer(token), [userPath]);
      return { byKey, renewed, after, ...(byToken === undefined ? {} : { byToken }) };
    },
    *judge({ byKey, byToken, renewed, after }) {
      const whose = 'of a user to whom the identity provider gives no tokens any more';
      yield* isAccepted([byKey], 'LIF-12', `with the API key ${whose}`);
      if (byToken !== undefined) yield* isAccepted([byToken], 'LIF-13', `with a delegated access token ${whose}`);
      yield* yieldsToken(renewed, 'LIF-14', `a refresh with a token ${whose}`);
      yield* isAccepted(after, 'LIF-14', `with the access token from a refresh with a token ${whose}`);
    },
  }),
];

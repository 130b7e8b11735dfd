import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import { unlessRefused } from '../../../drivers/control/unless-refused.ts';
import { anAccessToken } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aGrant, refresh } from '../../../drivers/world/delegated.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { yieldsToken } from '../../expectations/acceptance.ts';
import { callsWhenServed, isAccepted, mustBeServed } from '../../expectations/standing.ts';
import { aKeyHolder, anAppInside, aStage, delegatedNeeds, install, pathAt, unarchive, unsuspend } from './stage.ts';
import { objectOf } from '../../../generators/object.ts';

/** Checks that a change to a state that an actor has already ends nothing ("States and transitions"). */
export const repetitionChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/what-holds-already-changes-nothing',
    title: 'Un-suspending an active user, or unarchiving or installing an active app, ends nothing',
    proves: ['LIF-42'],
    needs: [...delegatedNeeds, 'apiKey.create'],
    cases: objectOf({
      acts: fc.array(fc.constantFrom('unsuspend', 'unarchive', 'install'), { minLength: 1, maxLength: 3 }),
      listing: fc.nat(4),
    }),
    maxCases: 10,
    describe: ({ acts }) => `${acts.join(', ')}, of a user and an app in that state`,
    arrange: (scene) => aStage(scene, 'key', 'delegated', 'app'),
    async gather(scene, { acts, listing }, stage) {
      const [app, owner] = [await anAppInside(scene, stage), await aKeyHolder(scene, stage)];
      const held = await aGrant(scene, app, owner);
      const credentials = [
        { what: 'the API key', authorization: basic(owner.apiKey), path: pathAt(stage.forKeys, listing) },
        { what: 'a delegated token', authorization: held.authorization, path: pathAt(stage.forUsers, listing) },
        {
          what: 'an app token',
          authorization: bearer(await anAccessToken(scene, app)),
          path: pathAt(stage.forApps, 0),
        },
      ];
      for (const { what, authorization, path } of credentials) await mustBeServed(scene, authorization, path, what);
      for (const act of acts) {
        // a console may decline an operation that changes nothing (FRE-119)
        if (act === 'unsuspend' && scene.supports('user.unsuspend')) await unlessRefused(unsuspend(scene, owner));
        if (act === 'unarchive' && scene.supports('app.unarchive')) await unlessRefused(unarchive(scene, app));
        if (act === 'install' && scene.supports('app.install')) await unlessRefused(install(scene, app));
      }
      const calls: { what: string; call: Exchange }[] = [];
      for (const { what, authorization, path } of credentials) {
        for (const call of await callsWhenServed(scene, authorization, [path])) calls.push({ what, call });
      }
      return { calls, again: await refresh(scene, app, held.refreshToken) };
    },
    *judge({ calls, again }) {
      const when = 'after a change to a state that held already';
      for (const { what, call } of calls) yield* isAccepted([call], 'LIF-42', `with ${what} ${when}`);
      yield* yieldsToken(again, 'LIF-42', `a refresh ${when}`);
    },
  }),
];

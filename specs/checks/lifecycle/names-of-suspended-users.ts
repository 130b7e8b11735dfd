import fc from 'fast-check';
import { aKey, grant } from '../../../drivers/world/actors.ts';
import { basic } from '../../../drivers/world/authorization.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { callsAfterRevocation, isRevoked } from '../../expectations/standing.ts';
import { addressKinds, nameKinds } from '../../../generators/population.ts';
import { aUserCalled } from '../../world/populations.ts';
import { aStage, pathAt, suspend, suspensionNeeds } from './stage.ts';
import { NothingToJudge } from '../../../core/trouble.ts';
import { objectOf } from '../../../generators/object.ts';

/** A suspension stops whoever is suspended ("States and transitions", User). */
export const namesOfSuspendedUsersChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/a-suspension-stops-whichever-user',
    title: "A suspended user's API key is refused in any projects and with any name of the user",
    proves: ['LIF-01'],
    needs: suspensionNeeds,
    cases: objectOf({
      address: fc.constantFrom(...addressKinds),
      called: fc.constantFrom(...nameKinds),
      inside: fc.boolean(),
      listing: fc.nat(4),
    }),
    maxCases: 10,
    describe: ({ address, called, inside }) =>
      `a user ${inside ? 'in a project' : 'in no project'}, with ${address} and ${called}`,
    arrange: (scene) => aStage(scene, 'key'),
    async gather(scene, { address, called, inside, listing }, stage) {
      const path = pathAt(stage.forKeys, listing);
      // whether a tenant keeps an address as it is, is free too (FRE-103)
      const user = await aUserCalled(scene, address, called);
      if (user === undefined) throw new NothingToJudge('the tenant keeps no user of this address');
      if (inside && stage.laboratory !== undefined) await grant(scene, stage.laboratory, user);
      const authorization = basic(await aKey(scene, user));
      // who has no access need not be shown an empty page (FRE-05)
      const before = await scene.settle(() => scene.call(path, { authorization }), accepted);
      if (!accepted(before)) throw new NothingToJudge('who has no access is refused');
      await suspend(scene, user);
      return callsAfterRevocation(scene, authorization, [path]);
    },
    *judge(calls, { address, called, inside }) {
      const whose = `a suspended user in ${inside ? 'a project' : 'no project'} who has ${address} and ${called}`;
      yield* isRevoked(calls, 'LIF-01', `with the API key of ${whose}`);
    },
  }),
];

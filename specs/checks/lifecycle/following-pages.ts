import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import type { App, Project, User } from '../../../drivers/world/actors.ts';
import { aLaboratory, aUser, grant } from '../../../drivers/world/actors.ts';
import { bearer } from '../../../drivers/world/authorization.ts';
import { aClient } from '../../../drivers/world/delegated.ts';
import { anIdToken, plainIdToken, signInOnce } from '../../../drivers/world/identity.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { objectOf } from '../../../generators/object.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { filteredCall, followingCall, sortedCall } from '../../expectations/following-call.ts';
import { isRevoked } from '../../expectations/standing.ts';
import { suspend } from './stage.ts';

export async function anAppIn(scene: Scene, project: Project): Promise<App> {
  const app = await aClient(scene);
  await grant(scene, project, app);
  return app;
}

export async function aUserIn(scene: Scene, project: Project): Promise<User> {
  const user = await aUser(scene);
  await grant(scene, project, user);
  return user;
}

/** Following pages of an ID token that was stopped in the midst of a listing ("States and transitions"). */
export const followingPagesChecks: readonly SuiteCheck[] = [
  check({
    id: 'lifecycle/a-suspension-stops-following-pages-of-id-tokens',
    title: 'An ID token of a suspended user gets no following, filtered or sorted page',
    proves: ['LIF-15'],
    needs: ['user.create', 'user.suspend', 'identityProvider.trust', 'access'],
    cases: objectOf({ listing: fc.nat(4), how: fc.constantFrom('a following page', 'a filter', 'an order') }),
    maxCases: 8,
    arrange: (scene) => aLaboratory(scene, 2),
    async gather(scene, { listing, how }, project) {
      const user = await aUserIn(scene, project);
      // a tenant may know users by their first sign-in only (FRE-109)
      await signInOnce(scene, user);
      const authorization = bearer(await anIdToken(scene, plainIdToken, { user }));
      const other =
        how === 'a filter'
          ? await filteredCall(scene, authorization, project)
          : how === 'an order'
            ? await sortedCall(scene, authorization, listing)
            : undefined;
      const call = other ?? (await followingCall(scene, authorization, listing));
      await suspend(scene, user);
      return scene.settle(
        (): Promise<Exchange> => call.again(),
        (seen) => !accepted(seen),
      );
    },
    *judge(call) {
      const whose = 'an ID token of a suspended user';
      yield* isRevoked([call], 'LIF-15', `for a following page, with a filter or in an order, with ${whose}`);
    },
  }),
];

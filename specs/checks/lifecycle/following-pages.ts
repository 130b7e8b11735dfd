import fc from 'fast-check';
import type { Exchange } from '../../../core/exchange.ts';
import type { App, Project, User } from '../../../drivers/world/actors.ts';
import { aLaboratory, aKey, anAccessToken, aUser, grant } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import { anIdToken, plainIdToken, signInOnce } from '../../../drivers/world/identity.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { SuiteCheck } from '../../check.ts';
import { check } from '../../check.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { filteredCall, followingCall, sortedCall } from '../../expectations/following-call.ts';
import { isRevoked } from '../../expectations/standing.ts';
import { archive, archivingNeeds, delegatedNeeds, suspend, suspensionNeeds, uninstall } from './stage.ts';
import { objectOf } from '../../../generators/object.ts';

const cases = objectOf({ listing: fc.nat(4), how: fc.constantFrom<How>('a following page', 'a filter', 'an order') });

/** How a call differs from the plain one of a listing. */
type How = 'a following page' | 'a filter' | 'an order';

/** A call for a following page, with a filter or in an order, after what stops it. A page token may end of itself, which is a refusal too. */
async function whenStopped(
  scene: Scene,
  authorization: string,
  project: Project,
  { listing, how }: { readonly listing: number; readonly how: How },
  stop: () => Promise<void>,
  soon: 'at once' | 'in time',
): Promise<Exchange> {
  const other =
    how === 'a filter'
      ? await filteredCall(scene, authorization, project)
      : how === 'an order'
        ? await sortedCall(scene, authorization, listing)
        : undefined;
  const call = other ?? (await followingCall(scene, authorization, listing));
  await stop();
  return soon === 'at once'
    ? call.again()
    : scene.settle(
        () => call.again(),
        (seen) => !accepted(seen),
      );
}

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

/** An app, and what it holds for a user who may see the project. */
async function aHolderIn(scene: Scene, project: Project): Promise<Pick<Grant, 'app' | 'user' | 'authorization'>> {
  return aGrant(scene, await aClient(scene), await aUserIn(scene, project));
}

/** Who is stopped, by what, and what a following page would be asked for with. */
interface Stopping extends Pick<SuiteCheck, 'id' | 'title' | 'needs'> {
  readonly requirement: RequirementId;
  readonly whose: string;
  /** When it must be refused. */
  readonly soon: 'at once' | 'in time';
  readonly begin: (
    scene: Scene,
    project: Project,
  ) => Promise<{ readonly authorization: string; readonly stop: () => Promise<void> }>;
}

/** A check that no following, filtered or sorted page is given to whom is stopped in the midst of a listing. */
function followingPagesCheck({ id, title, requirement, needs, whose, soon, begin }: Stopping): SuiteCheck {
  return check({
    id,
    title,
    proves: [requirement],
    needs,
    cases,
    maxCases: 8,
    arrange: (scene) => aLaboratory(scene, 2),
    async gather(scene, which, project) {
      const { authorization, stop } = await begin(scene, project);
      return whenStopped(scene, authorization, project, which, stop, soon);
    },
    *judge(call) {
      yield* isRevoked([call], requirement, `for a following page, with a filter or in an order, with ${whose}`);
    },
  });
}

/** Following pages of what was stopped in the midst of a listing ("States and transitions"). */
export const followingPagesChecks: readonly SuiteCheck[] = [
  followingPagesCheck({
    id: 'lifecycle/a-suspension-stops-following-pages',
    title: "A suspended user's key gets no following, filtered or sorted page",
    requirement: 'LIF-01',
    needs: [...suspensionNeeds, 'access'],
    whose: 'the key of a suspended user',
    soon: 'in time',
    async begin(scene, project) {
      const user = await aUserIn(scene, project);
      const authorization = basic(await aKey(scene, user));
      return { authorization, stop: () => suspend(scene, user) };
    },
  }),

  followingPagesCheck({
    id: 'lifecycle/a-suspension-stops-following-pages-of-apps',
    title: 'An app gets no following, filtered or sorted page for a suspended user',
    requirement: 'LIF-02',
    needs: [...delegatedNeeds, 'user.suspend', 'access'],
    whose: 'a delegated token of a suspended user',
    soon: 'in time',
    async begin(scene, project) {
      const { user, authorization } = await aHolderIn(scene, project);
      return { authorization, stop: () => suspend(scene, user) };
    },
  }),

  followingPagesCheck({
    id: 'lifecycle/a-suspension-stops-following-pages-of-id-tokens',
    title: 'An ID token of a suspended user gets no following, filtered or sorted page',
    requirement: 'LIF-15',
    needs: ['user.create', 'user.suspend', 'identityProvider.trust', 'access'],
    whose: 'an ID token of a suspended user',
    soon: 'in time',
    async begin(scene, project) {
      const user = await aUserIn(scene, project);
      // a tenant may know users by their first sign-in only (FRE-109)
      await signInOnce(scene, user);
      const authorization = bearer(await anIdToken(scene, plainIdToken, { user }));
      return { authorization, stop: () => suspend(scene, user) };
    },
  }),

  followingPagesCheck({
    id: 'lifecycle/archiving-stops-following-pages',
    title: 'An archived app gets no following, filtered or sorted page',
    requirement: 'LIF-21',
    needs: [...archivingNeeds, 'access'],
    whose: 'the token of an archived app',
    soon: 'at once',
    async begin(scene, project) {
      const app = await anAppIn(scene, project);
      const authorization = bearer(await anAccessToken(scene, app));
      return { authorization, stop: () => archive(scene, app) };
    },
  }),

  followingPagesCheck({
    id: 'lifecycle/archiving-stops-following-pages-for-users',
    title: 'Once an app is archived, it gets no following page in a user’s name, and nothing filtered or sorted',
    requirement: 'LIF-23',
    needs: [...delegatedNeeds, 'app.archive', 'access'],
    whose: 'a delegated token of an archived app',
    soon: 'at once',
    async begin(scene, project) {
      const { app, authorization } = await aHolderIn(scene, project);
      return { authorization, stop: () => archive(scene, app) };
    },
  }),

  followingPagesCheck({
    id: 'lifecycle/an-uninstallation-stops-following-pages',
    title: "An uninstalled app gets no following, filtered or sorted page in a user's name",
    requirement: 'LIF-31',
    needs: [...delegatedNeeds, 'app.uninstall', 'access'],
    whose: 'a delegated token of an uninstalled app',
    soon: 'in time',
    async begin(scene, project) {
      const { app, authorization } = await aHolderIn(scene, project);
      return { authorization, stop: () => uninstall(scene, app) };
    },
  }),
];

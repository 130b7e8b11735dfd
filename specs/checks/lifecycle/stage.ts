import { PremiseUnmet } from '../../../core/trouble.ts';
import type { Need } from '../../../drivers/session/need.ts';
import type { App, KeyOwner, Laboratory, User } from '../../../drivers/world/actors.ts';
import { aKey, aLaboratory, anAccessToken, aUser, grant } from '../../../drivers/world/actors.ts';
import { basic, bearer } from '../../../drivers/world/authorization.ts';
import { aClient, aGrant } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { listingsOpenTo } from '../../expectations/open-listings.ts';

export const delegatedNeeds = ['app.create', 'user.create', 'browser.authorize'] as const satisfies readonly Need[];
export const archivingNeeds = ['app.create', 'app.archive'] as const satisfies readonly Need[];
export const reinstallationNeeds = [
  ...delegatedNeeds,
  'app.uninstall',
  'app.install',
] as const satisfies readonly Need[];

/** A laboratory for all actors of a check, and the listings on which each kind of credential was seen to work. */
export interface Stage {
  readonly laboratory: Laboratory | undefined;
  /** Listings for API keys. Empty if this kind was not asked for; so are the next two. */
  readonly forKeys: readonly string[];
  /** Listings for delegated access tokens. */
  readonly forUsers: readonly string[];
  /** Listings for access tokens of apps. */
  readonly forApps: readonly string[];
}

type Kind = 'key' | 'delegated' | 'app';

/** Finds the listings on which these kinds of credential work. It uses actors of its own, which no case touches. */
export async function aStage(scene: Scene, ...kinds: readonly Kind[]): Promise<Stage> {
  const able = (['project.create', 'project.grant', 'record.create'] as const).every((name) => scene.supports(name));
  const laboratory = able ? await aLaboratory(scene) : undefined;
  const pathsOf = async (kind: Kind, authorization: () => Promise<string>): Promise<string[]> =>
    kinds.includes(kind) ? (await listingsOpenTo(scene, await authorization())).map(({ path }) => path) : [];
  return {
    laboratory,
    forKeys: await pathsOf('key', async () => basic((await aKeyHolder(scene, { laboratory })).apiKey)),
    forUsers: await pathsOf('delegated', async () => {
      const user = await anInsider(scene, { laboratory });
      return (await aGrant(scene, await aClient(scene), user)).authorization;
    }),
    forApps: await pathsOf('app', async () =>
      bearer(await anAccessToken(scene, await anAppInside(scene, { laboratory }))),
    ),
  };
}

/** Returns the path for a drawn number. @throws PremiseUnmet if there are no paths */
export function pathAt(paths: readonly string[], index: number): string {
  const path = paths[index % paths.length];
  if (path === undefined) throw new PremiseUnmet('no listing serves such a credential');
  return path;
}

/** Makes a user who may see the laboratory. */
export async function anInsider(scene: Scene, { laboratory }: Pick<Stage, 'laboratory'>): Promise<User> {
  const user = await aUser(scene);
  if (laboratory !== undefined) await grant(scene, laboratory, user);
  return user;
}

/** Makes a user with a key who may see the laboratory. */
export async function aKeyHolder(scene: Scene, stage: Pick<Stage, 'laboratory'>): Promise<KeyOwner> {
  const user = await anInsider(scene, stage);
  return { ...user, apiKey: await aKey(scene, user) };
}

/** Makes an app that may see the laboratory and that users can authorize. */
export async function anAppInside(scene: Scene, { laboratory }: Pick<Stage, 'laboratory'>): Promise<App> {
  const app = await aClient(scene);
  if (laboratory !== undefined) await grant(scene, laboratory, app);
  return app;
}

export async function suspend(scene: Scene, { userId }: User): Promise<void> {
  await scene.operate('user.suspend', { userId });
}

export async function unsuspend(scene: Scene, { userId }: User): Promise<void> {
  await scene.operate('user.unsuspend', { userId });
}

export async function archive(scene: Scene, { appId }: App): Promise<void> {
  await scene.operate('app.archive', { appId });
}

export async function unarchive(scene: Scene, { appId }: App): Promise<void> {
  await scene.operate('app.unarchive', { appId });
}

export async function uninstall(scene: Scene, { appId }: App): Promise<void> {
  await scene.operate('app.uninstall', { appId });
}

export async function install(scene: Scene, { appId }: App): Promise<void> {
  await scene.operate('app.install', { appId });
}

import type { Exchange } from '../../../core/exchange.ts';
import type { App, User } from '../../../drivers/world/actors.ts';
import { accessTokenIn } from '../../../drivers/world/actors.ts';
import type { Grant } from '../../../drivers/world/delegated.ts';
import { aGrant, refresh, refreshedTimes } from '../../../drivers/world/delegated.ts';
import type { Scene } from '../../../drivers/world/scene.ts';
import { accepted } from '../../expectations/acceptance.ts';
import { callsAfterRevocation, overConnection, refreshAfterRevocation } from '../../expectations/standing.ts';

/** Which of the tokens that apps hold for users is tried. */
export type TokenKind = 'access' | 'refresh';

/** What one app holds for one user, and which of several apps or users that is. */
export interface Held {
  readonly of: number;
  readonly grant: Grant;
}

/** What came of trying something held after it was to be stopped. */
export interface Tried {
  readonly of: number;
  readonly shown: Exchange;
  /** Whether it was served all the same. */
  readonly through: boolean;
}

/** What several authorizations give an app for a user, each refreshed some times. */
export async function grantsHeld(
  scene: Scene,
  { app, user }: { readonly app: App; readonly user: User },
  {
    authorizations,
    refreshes,
    at,
  }: { readonly authorizations: number; readonly refreshes: number; readonly at: string },
): Promise<Grant[]> {
  const grants: Grant[] = [];
  for (let turn = 0; turn < authorizations; turn++) {
    const grant = await refreshedTimes(scene, await aGrant(scene, app, user, { path: at }), refreshes, at);
    grants.push(grant);
  }
  return grants;
}

/** Uses the access tokens, and gives those that were served. */
export async function served(scene: Scene, path: string, held: readonly Held[]): Promise<Held[]> {
  const working: Held[] = [];
  for (const one of held) {
    const call = await scene.settle(() => scene.call(path, { authorization: one.grant.authorization }), accepted);
    if (accepted(call)) working.push(one);
  }
  return working;
}

/** Tries what is held after it was to be stopped. */
export async function tryHeld(
  scene: Scene,
  path: string,
  held: readonly Held[],
  { kind, connection }: { readonly kind: TokenKind; readonly connection: 'shared' | 'own' },
): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const { of, grant } of held) {
    const shown = await overConnection(scene, connection, async (options) =>
      kind === 'access'
        ? ((await callsAfterRevocation(scene, grant.authorization, [path], options))[0] ?? grant.answered)
        : refreshAfterRevocation(scene, grant, options),
    );
    tried.push({ of, shown, through: works(kind, shown) });
  }
  return tried;
}

/** Uses what nothing stopped, in the same way. */
export function useHeld(scene: Scene, path: string, grant: Grant, kind: TokenKind): Promise<Exchange> {
  return kind === 'access'
    ? scene.call(path, { authorization: grant.authorization })
    : refresh(scene, grant.app, grant.refreshToken);
}

/** Whether an answer serves a token of this kind. */
export function works(kind: TokenKind, exchange: Exchange): boolean {
  return kind === 'access' ? accepted(exchange) : accessTokenIn(exchange) !== undefined;
}

/** The apps or users of whom at least one token was refused. */
export function stoppedIn(tried: readonly Tried[]): ReadonlySet<number> {
  return new Set(tried.filter(({ through }) => !through).map(({ of }) => of));
}

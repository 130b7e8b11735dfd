import { premise } from '../../core/check.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Judgement } from '../../core/judgement.ts';
import type { App, User } from '../../drivers/world/actors.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import type { RequirementId } from '../requirements/index.ts';
import { accepted, isAccepted } from './acceptance.ts';
import { listingsOpenTo } from './open-listings.ts';
import { aWriting } from './standing.ts';

/** A call before a record was created with its credential, and the same call afterwards. */
export interface AroundCreation {
  readonly path: string;
  readonly before: Exchange;
  readonly wrote: boolean;
  readonly after: Exchange;
}

/**
 * Calls a listing that is open to the actor, creates a record with the same credential, and calls the listing again.
 */
export async function aroundCreation(scene: Scene, authorization: string, actor: App | User): Promise<AroundCreation> {
  const [{ path }] = await listingsOpenTo(scene, authorization);
  const before = await scene.settle(() => scene.call(path, { authorization }), accepted);
  const writing = await aWriting(scene, authorization, actor);
  return { path, before, wrote: writing !== undefined, after: await scene.call(path, { authorization }) };
}

/**
 * Demands that a credential is still served after a record was created with it.
 *
 * @param who the caller, such as "the app"
 * @param what the credential, such as "a token"
 */
export function* isServedAfterCreation(
  { path, before, wrote, after }: AroundCreation,
  requirement: RequirementId,
  who: string,
  what: string,
): Generator<Judgement<RequirementId, never>> {
  if (!(yield* premise(accepted(before) && wrote, `${who} could not list or create anything`))) return;
  yield* isAccepted(after, requirement, `GET ${path} with ${what} with which a record was created`);
}

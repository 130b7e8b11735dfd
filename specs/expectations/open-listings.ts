import type { Exchange } from '../../core/exchange.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import type { KeyOwner, Laboratory, SettledActor, User } from '../../drivers/world/actors.ts';
import {
  aKey,
  aKeyOfAnotherDay,
  aKeyOwnerWithAccess,
  aLaboratoryFor,
  aReplacedKey,
  aUser,
  settledActor,
} from '../../drivers/world/actors.ts';
import { basic } from '../../drivers/world/authorization.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { accepted } from './acceptance.ts';

/** A key that works, and the listings on which it does: whether it does on all of them is a question of its own. */
export interface KeyStage {
  readonly owner: KeyOwner;
  readonly authorization: string;
  readonly laboratory?: Laboratory;
  /** At least one. */
  readonly open: readonly Listing[];
}

/**
 * A user with a key, something to see where the control can make it, and the listings that serve the key.
 *
 * @throws PremiseUnmet where no listing does
 */
export async function keyStage(scene: Scene): Promise<KeyStage> {
  const actor = await aKeyOwnerWithAccess(scene);
  return { ...actor, open: await listingsOpenTo(scene, actor.authorization) };
}

/** A key of each kind that can be had: a new one, one from before keys expired, and one of a rotation. */
export interface KindOfKey extends SettledActor {
  readonly kind: 'a new key' | 'a key of 2025' | 'a key of a rotation';
  readonly owner: KeyOwner;
}

/** Keys of different users, one of each kind that the control can make: each is made when the one before was looked at. */
export async function* keysOfEachKind(scene: Scene): AsyncGenerator<KindOfKey> {
  yield { kind: 'a new key', ...(await aKeyOwnerWithAccess(scene)) };
  if (!scene.supports('user.create') || !scene.supports('apiKey.create')) return;
  const made = async (kind: KindOfKey['kind'], make: (user: User) => Promise<string>): Promise<KindOfKey> => {
    const user = await aUser(scene);
    const laboratory = await aLaboratoryFor(scene, user);
    const apiKey = await make(user);
    const key = { kind, owner: { ...user, apiKey }, authorization: basic(apiKey) };
    return laboratory === undefined ? key : { ...key, laboratory };
  };
  yield made('a key of 2025', (user) => aKeyOfAnotherDay(scene, user, '2025-11-05T08:00:00Z'));
  if (!scene.supports('apiKey.rotate')) return;
  yield made('a key of a rotation', async (user) => {
    await aKey(scene, user);
    return aReplacedKey(scene, user);
  });
}

/**
 * As {@link keyStage}, with a key of each kind. That one of another kind than the first is served nowhere is for other
 * checks to tell.
 *
 * @throws PremiseUnmet where no listing serves the first
 */
export async function* keyStages(scene: Scene): AsyncGenerator<KeyStage & Pick<KindOfKey, 'kind'>> {
  let isFirst = true;
  for await (const key of keysOfEachKind(scene)) {
    const open = await listingsOpenTo(scene, key.authorization).catch((reason: unknown) => {
      if (!isFirst && reason instanceof PremiseUnmet) return [];
      throw reason;
    });
    isFirst = false;
    if (open.length > 0) yield { ...key, open };
  }
}

/** Somebody who may list, and the listings on which that is so. */
export interface ListingActor extends SettledActor {
  readonly open: readonly [Listing, ...Listing[]];
}

/**
 * Any actor that may list: an app, whose tokens have to be served on each listing, or where there is none a user with a
 * key, and the listings that serve it.
 *
 * @throws PremiseUnmet where no listing serves the key
 */
export async function listingActor(scene: Scene): Promise<ListingActor> {
  const actor = await settledActor(scene);
  const isApp = actor.app !== undefined;
  return { ...actor, open: isApp ? await scene.listings() : await listingsOpenTo(scene, actor.authorization) };
}

/** Where keys work, found out with a key of its own, for checks whose cases make their own users. */
export async function listingsOpenToKeys(scene: Scene): Promise<readonly Listing[]> {
  return (await keyStage(scene)).open;
}

/** One of the listings, by a number that was drawn before they were known. */
export function listingAt(open: readonly Listing[], index: number): Listing {
  const listing = open[index % open.length];
  if (listing === undefined) throw new PremiseUnmet('no listing serves the right credential');
  return listing;
}

/** One of the listings of each kind: the drawn one, and of the other kinds by the number that was drawn. */
export function oneOfEachKind(open: readonly Listing[], drawn: Listing, index: number): readonly Listing[] {
  const kinds = Map.groupBy(open, ({ kind }) => kind).set(drawn.kind, [drawn]);
  return [...kinds.values()].map((some) => listingAt(some, index));
}

/** Asks each listing in turn until one serves the credential; the last answer is its. */
export async function callsUntilServed(scene: Scene, authorization: string): Promise<readonly Exchange[]> {
  const listings = await scene.listings();
  return scene.settle(
    async () => {
      const calls: Exchange[] = [];
      for (const { path } of listings) {
        calls.push(await scene.call(path, { authorization }));
        if (calls.some(accepted)) break;
      }
      return calls;
    },
    (calls) => calls.some(accepted),
  );
}

/**
 * A call that is made up to three times until it is served: that a key is served at times only is a matter of its use
 * (KEY-17), and says nothing of where, or after what, it is served.
 */
export async function callInsistently(scene: Scene, path: string, authorization: string): Promise<Exchange> {
  return scene.settle(() => callAgain(scene, path, authorization), accepted);
}

async function callAgain(scene: Scene, path: string, authorization: string): Promise<Exchange> {
  let call = await scene.call(path, { authorization });
  for (let again = 1; again < 3 && !accepted(call); again++) call = await scene.call(path, { authorization });
  return call;
}

/**
 * The listings that serve a credential: that keys work on both versions is inference only, so that a check
 * that needs a served key looks where it is.
 *
 * @throws PremiseUnmet where no listing does
 */
export async function listingsOpenTo(scene: Scene, authorization: string): Promise<readonly [Listing, ...Listing[]]> {
  const listings = await scene.listings();
  const served = await scene.settle(
    async () => {
      const open: Listing[] = [];
      for (const listing of listings) {
        if (accepted(await callAgain(scene, listing.path, authorization))) open.push(listing);
      }
      return open;
    },
    (open) => open.length === listings.length,
  );
  const [first, ...others] = served;
  if (first === undefined) throw new PremiseUnmet('no listing serves the right credential');
  return [first, ...others];
}

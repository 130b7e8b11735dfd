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

/** A key that works, and the listings that serve it: another check judges whether all of them do. */
export interface KeyStage {
  readonly owner: KeyOwner;
  readonly authorization: string;
  readonly laboratory?: Laboratory;
  /** At least one listing. */
  readonly open: readonly Listing[];
}

/**
 * Creates a user with a key, records to see if the control can create them, and finds the listings that serve the key.
 *
 * @throws PremiseUnmet if no listing does
 */
export async function keyStage(scene: Scene): Promise<KeyStage> {
  const actor = await aKeyOwnerWithAccess(scene);
  return { ...actor, open: await listingsOpenTo(scene, actor.authorization) };
}

/** A key of one kind: a new one, one from before keys expired, or one of a rotation. */
export interface KindOfKey extends SettledActor {
  readonly kind: 'a new key' | 'a key of 2025' | 'a key of a rotation';
  readonly owner: KeyOwner;
}

/**
 * Creates keys of different users, one of each kind that the control can create, each after the one before was
 * examined.
 */
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
 * Creates a stage of {@link keyStage} for a key of each kind. If no listing serves a key of a later kind, that kind is
 * left out: other checks judge it.
 *
 * @throws PremiseUnmet if no listing serves the first key
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

/** An actor that may list, and the listings that serve it. */
export interface ListingActor extends SettledActor {
  readonly open: readonly [Listing, ...Listing[]];
}

/**
 * Returns an actor that may list: an app, whose tokens must be served on each listing, or, without an app, a user with
 * a key and the listings that serve it.
 *
 * @throws PremiseUnmet if no listing serves the key
 */
export async function listingActor(scene: Scene): Promise<ListingActor> {
  const actor = await settledActor(scene);
  const isApp = actor.app !== undefined;
  return { ...actor, open: isApp ? await scene.listings() : await listingsOpenTo(scene, actor.authorization) };
}

/**
 * Returns the listings that serve keys, found with a key made for that, for checks whose cases create their own users.
 */
export async function listingsOpenToKeys(scene: Scene): Promise<readonly Listing[]> {
  return (await keyStage(scene)).open;
}

/** Returns one of the listings, by a number that was drawn before they were known. */
export function listingAt(open: readonly Listing[], index: number): Listing {
  const listing = open[index % open.length];
  if (listing === undefined) throw new PremiseUnmet('no listing serves the right credential');
  return listing;
}

/** Returns one listing of each kind: the drawn one, and of the other kinds one by the number that was drawn. */
export function oneOfEachKind(open: readonly Listing[], drawn: Listing, index: number): readonly Listing[] {
  const kinds = Map.groupBy(open, ({ kind }) => kind).set(drawn.kind, [drawn]);
  return [...kinds.values()].map((some) => listingAt(some, index));
}

/** Calls each listing in turn until one serves the credential; the last answer is then the served one. */
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
 * Calls up to three times until the call is served. An intermittent refusal of a key is a matter of its use (KEY-17),
 * and says nothing about the listing, or about a change before the call.
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
 * Returns the listings that serve a credential. That keys work on both versions is only inferred, so a check that needs
 * a served key uses the listings that serve it.
 *
 * @throws PremiseUnmet if no listing does
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

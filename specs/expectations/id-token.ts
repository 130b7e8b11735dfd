import type { Exchange } from '../../core/exchange.ts';
import { answer } from '../../core/exchange.ts';
import { PremiseUnmet } from '../../core/trouble.ts';
import type { IdTokenSpec } from '../../generators/id-token-spec.ts';
import { describeIdToken } from '../../generators/id-token-spec.ts';
import type { User } from '../../drivers/world/actors.ts';
import { aUser } from '../../drivers/world/actors.ts';
import { bearer } from '../../drivers/world/authorization.ts';
import type { TokenHolder, TokenOccasion } from '../../drivers/world/identity.ts';
import {
  aTokenUser,
  callWithIdToken,
  plainIdToken,
  signInOnce,
  signInWhereNeeded,
} from '../../drivers/world/identity.ts';
import type { Listing } from '../../drivers/world/listing.ts';
import type { Scene } from '../../drivers/world/scene.ts';
import { accepted } from './acceptance.ts';
import { isClientError } from './refusal.ts';
import { listingAt } from './open-listings.ts';

/** A user whose ID tokens are served, and the listings that serve them. */
export interface IdTokenStage {
  readonly user: TokenHolder;
  /** Another user, who exists and may see nothing. */
  readonly other: User;
  /** At least one listing: another check judges whether ID tokens work on all of them. */
  readonly open: readonly Listing[];
}

/** The needs of a check of ID tokens: that one is accepted can be seen without any records. */
export const idTokenNeeds = ['identityProvider.trust', 'user.create'] as const;

/** The needs of a check of ID tokens whose subject is records. */
export const idTokenReaderNeeds = [...idTokenNeeds, 'access'] as const;

/**
 * Creates a user whose plain ID tokens are served.
 *
 * @throws PremiseUnmet if no listing serves them
 */
export async function idTokenStage(scene: Scene): Promise<IdTokenStage> {
  const user = await aTokenUser(scene);
  const other = await aUser(scene);
  const open = await listingsOpenToIdTokens(scene, user);
  await signInWhereNeeded(scene, other);
  return { user, other, open };
}

/**
 * Creates the stage of {@link idTokenStage} for checks that judge by pages: a page of each listing shows that the token
 * was accepted.
 *
 * @throws PremiseUnmet if no listing shows that
 */
export async function servedStage(scene: Scene): Promise<IdTokenStage> {
  const stage = await idTokenStage(scene);
  return { ...stage, open: await telling(scene, stage.user, stage.open) };
}

/**
 * Returns those of the listings on which a page shows that a token of the user was accepted. A user who may see nothing
 * gets an empty page, as anyone might: it is evidence only if a token that was never issued is refused.
 *
 * @throws PremiseUnmet if there are none
 */
export async function telling(
  scene: Scene,
  { laboratory }: TokenHolder,
  listings: readonly Listing[],
): Promise<readonly Listing[]> {
  if (laboratory !== undefined) return listings;
  const authorization = bearer(scene.target.name('nobody-issued-this').replaceAll(' ', '-'));
  const some: Listing[] = [];
  for (const listing of listings) {
    if (isClientError(await scene.call(listing.path, { authorization, note: 'a token that nobody issued' })))
      some.push(listing);
  }
  if (some.length === 0) throw new PremiseUnmet('a token that nobody issued is refused by none of the listings');
  return some;
}

/**
 * Returns the listings that serve plain ID tokens of a user. The user signs in to the web application first if nothing
 * is served otherwise. Each listing is called up to twice, each time with a new token.
 *
 * @throws PremiseUnmet if no listing serves them
 */
export async function listingsOpenToIdTokens(scene: Scene, user: User): Promise<readonly Listing[]> {
  const listings = await scene.listings();
  let last: Exchange | undefined;
  const look = async (): Promise<readonly Listing[]> => {
    const open: Listing[] = [];
    for (const listing of listings) {
      for (let time = 0; time < 2; time++) {
        last = await callWithIdToken(scene, listing.path, plainIdToken, { user });
        if (!accepted(last)) continue;
        open.push(listing);
        break;
      }
    }
    return open;
  };
  const some = (open: readonly Listing[]): boolean => open.length > 0;
  let open = await scene.settle(look, some);
  if (!some(open) && (await signInOnce(scene, user))) {
    open = await scene.settle(look, some);
    scene.target.identities.signInFirst ||= some(open);
  }
  if (!some(open)) {
    throw new PremiseUnmet(`no listing serves an ID token: it ${last === undefined ? 'was not sent' : answer(last)}`);
  }
  return open;
}

/** A call with a wrong ID token, and the same call with a right one. */
export interface TokenContrast {
  readonly path: string;
  readonly what: string;
  readonly wrong: Exchange;
  readonly right: Exchange;
}

/** Sends a wrong and a right token of the same user, each made for its call, to one of the open listings. */
export async function contrastWith(
  scene: Scene,
  { user, other, open }: IdTokenStage,
  listing: number,
  spec: IdTokenSpec,
  occasion: Partial<TokenOccasion> = {},
): Promise<TokenContrast> {
  const { path } = listingAt(open, listing);
  // The right token comes first, at the same listing: afterwards the tenant knows the keys and has seen the user.
  const right = await rightCall(scene, path, user);
  const wrong = await callWithIdToken(scene, path, spec, { user, other, ...occasion });
  return { path, what: describeIdToken(spec), wrong, right };
}

/** Calls with a plain token made for this call, signed by the first key unless another is given. */
export function rightCall(
  scene: Scene,
  path: string,
  user: Pick<User, 'email'>,
  { signature }: Pick<IdTokenSpec, 'signature'> = plainIdToken,
): Promise<Exchange> {
  return scene.settle(() => callWithIdToken(scene, path, { ...plainIdToken, signature }, { user }), accepted);
}

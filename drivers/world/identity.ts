import { disturbanceOf } from '../../core/disturbance.ts';
import type { Exchange } from '../../core/exchange.ts';
import { PremiseUnmet, SuiteMistake } from '../../core/trouble.ts';
import type { IdTokenSpec } from '../../generators/id-token-spec.ts';
import { describeIdToken } from '../../generators/id-token-spec.ts';
import type { IdentityProvider } from '../identity-provider/provider.ts';
import type { TrustedProvider } from '../session/identities.ts';
import type { Laboratory, User } from './actors.ts';
import { aLaboratoryFor, anApp, aUser } from './actors.ts';
import { bearer } from './authorization.ts';
import { authorize, redirectUri } from './delegated.ts';
import { clockOffset } from './clock-offset.ts';
import { readClockRecently } from './clock-readings.ts';
import type { CallOptions } from './request.ts';
import type { Scene } from './scene.ts';

/** An ID token without anything unusual ("OpenID Connect (legacy)"). */
export const plainIdToken: IdTokenSpec = {
  claims: {
    email: { kind: 'own' },
    emailVerified: true,
    sub: 'opaque',
    iss: 'own',
    aud: 'expected',
    // a tenant may well allow no more than an hour (FRE-100)
    exp: 1800,
    iat: 0,
    nbf: 'missing',
    named: {},
    extra: {},
  },
  typ: 'JWT',
  kid: 'own',
  signature: { kind: 'published', key: 0 },
  shape: { kind: 'whole' },
};

/** A user whom an ID token can name: by the address, or by the identifier if there is one. */
export type TokenUser = Pick<User, 'email'> & Partial<Pick<User, 'userId'>>;

/** The user for whom an ID token is made, and the provider that makes it. */
export interface TokenOccasion {
  readonly user: TokenUser;
  /** The user that the spec means by another user. */
  readonly other?: TokenUser;
  /** The provider that issues the token; by default the trusted one. */
  readonly from?: IdentityProvider;
  /** The provider whose issuer and keys the spec means by another provider. */
  readonly otherProvider?: IdentityProvider;
  /** Signs with the latest published key of the trusted provider instead of the keys that it had at first. */
  readonly newestKey?: true;
}

/**
 * Returns the time that the tenant's clock shows. If the control does not report it, returns this machine's time plus
 * the measured offset and the time that was let pass.
 */
export async function instant(scene: Scene): Promise<Date> {
  if (scene.supports('clock.now')) {
    const { after, before } = await readClockRecently(scene);
    return new Date(((after + before) / 2) * 1000);
  }
  const { realTime, moved } = scene.target;
  return new Date(realTime.today().getTime() + (moved() + (await clockOffset(scene))) * 1000);
}

/** Attempts to present a provider's token before the provider is set up, if the answer is disturbed each time. */
const triesBefore = 5;

/**
 * Returns the suite's provider that the tenant trusts. It is set up once per tenant, because another provider may
 * replace it (FRE-108). Right before the set-up, one of its tokens is presented.
 */
export function aTrustedProvider(scene: Scene): Promise<TrustedProvider> {
  return scene.target.identities.trusted(async (provider) => {
    const user = await aUser(scene);
    const [usual, ...others] = scene.versionedListings;
    const { path } = [usual, ...others].find((listing) => scene.isServed(listing)) ?? usual;
    const presented = async (): Promise<Pick<TrustedProvider, 'before' | 'tokenBefore'>> => {
      const tokenBefore = await issued(scene, plainIdToken, { user, from: provider }, undefined);
      const before = await scene.call(path, {
        authorization: bearer(tokenBefore),
        note: 'an ID token of a provider that is about to be set up',
      });
      return { before, tokenBefore };
    };
    let tried = await presented();
    // this moment does not return, however often a case that refers to it is done again
    for (let times = 1; times < triesBefore && disturbanceOf(tried.before) !== undefined; times++)
      tried = await presented();
    const input = {
      issuer: provider.issuer,
      configurationUrl: provider.configurationUrl,
      ...(provider.caPem === undefined ? {} : { caPem: provider.caPem }),
    };
    const { audience } = await scene.operate('identityProvider.trust', input);
    return { ...tried, ...(audience === undefined ? {} : { audience }) };
  });
}

/**
 * Copies the exchange from before the set-up of the provider into the journal of this case. Another check may have done
 * the set-up.
 *
 * @throws PremiseUnmet if that exchange was disturbed: the suite can conclude nothing from it
 */
export function importProviderExchange(scene: Scene, { before, tokenBefore }: TrustedProvider): Exchange {
  if (disturbanceOf(before) !== undefined)
    throw new PremiseUnmet(`each of ${triesBefore} calls before the provider was set up was disturbed`);
  const mine = scene.journal.exchanges.find((exchange) => exchange === before);
  if (mine !== undefined) return mine;
  learnIdToken(scene, tokenBefore);
  const copy = { ...before, number: scene.journal.number() };
  scene.journal.record(copy);
  return copy;
}

/**
 * Issues an ID token by the tenant's clock and registers it as a secret. Its times leave room for servers whose clocks
 * differ by as much as the profile's `limits.clockSkewSeconds` allows, and no two tokens are the same.
 */
export async function anIdToken(scene: Scene, spec: IdTokenSpec, occasion: TokenOccasion): Promise<string> {
  return issued(scene, spec, occasion, await aTrustedProvider(scene));
}

async function issued(
  scene: Scene,
  spec: IdTokenSpec,
  { user, other, from, otherProvider, newestKey }: TokenOccasion,
  trusted: TrustedProvider | undefined,
): Promise<string> {
  const provider = from ?? trusted?.provider;
  if (provider === undefined) throw new SuiteMistake('an ID token needs a provider that issues it');
  const skew = scene.target.settings.limits.clockSkewSeconds;
  const keys = provider === trusted?.provider ? trusted.keys : provider.keys.published.length;
  const key = newestKey === true ? provider.keys.published.length - 1 : undefined;
  const { audience } = trusted ?? {};
  const { token } = await provider.issueIdToken(
    signedByKnownKey(madeUnique(spec, scene.target.name('ID token'), skew), keys, key),
    {
      email: user.email,
      // the clock may be read a second late
      at: new Date((await instant(scene)).getTime() - (skew + 1) * 1000),
      ...(other === undefined ? {} : { otherEmail: other.email }),
      ...(user.userId === undefined ? {} : { id: user.userId }),
      ...(other?.userId === undefined ? {} : { otherId: other.userId }),
      ...(otherProvider === undefined ? {} : { otherProvider }),
      ...(audience === undefined ? {} : { audience }),
    },
  );
  return learnIdToken(scene, token);
}

/** Registers an ID token as a secret, and the parts of the token that are secrets by themselves. */
export function learnIdToken(scene: Scene, token: string): string {
  const { secrets } = scene.journal;
  secrets.learn('ID token', token);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const parts = [
    [`${header}.${payload}`, 'without its signature'],
    [`${payload}.${signature}`, 'without its header'],
    [payload, 'the claims alone'],
    [signature, 'the signature alone'],
  ] as const;
  for (const [part, what] of parts) if (part.length >= 16) secrets.learnNearMiss(token, part, what);
  return token;
}

/** Sends a call with an ID token made for it. The note says what is special about the token. */
export async function callWithIdToken(
  scene: Scene,
  path: string,
  spec: IdTokenSpec,
  occasion: TokenOccasion,
  options: Pick<CallOptions, 'query' | 'mayBeUnreachable'> = {},
): Promise<Exchange> {
  const authorization = bearer(await anIdToken(scene, spec, occasion));
  return scene.call(path, { authorization, note: describeIdToken(spec), ...options });
}

/** A user with no other credential than ID tokens, and with something to see if the control can make it. */
export interface TokenHolder extends User {
  readonly laboratory?: Laboratory;
}

/** A {@link TokenHolder} that is known to have something to see. */
export type TokenReader = TokenHolder & Required<Pick<TokenHolder, 'laboratory'>>;

export async function aTokenUser(scene: Scene): Promise<TokenHolder> {
  const user = await aUser(scene);
  const laboratory = await aLaboratoryFor(scene, user);
  return { ...user, ...(laboratory === undefined ? {} : { laboratory }) };
}

/** Returns the same user, for checks about records. */
export function asReader(user: TokenHolder): TokenReader {
  const { laboratory } = user;
  if (laboratory === undefined)
    throw new SuiteMistake('a check of the records that an ID token shows needs a laboratory');
  return { ...user, laboratory };
}

/** Makes a user with an e-mail address of the caller's choice. */
export async function aUserAt(scene: Scene, email: string): Promise<User> {
  const made = await scene.operate('user.create', { email, name: scene.target.name('user') });
  return { userId: made.userId, email: made.email };
}

/**
 * Has a user sign in to the web application. Users usually do so before they use ID tokens, and the tenant may know a
 * user only after that (FRE-109). The user denies the consent that the tenant then asks for.
 *
 * @returns false if the control has no browser for the sign-in
 */
export async function signInOnce(scene: Scene, user: User, consent: 'grant' | 'deny' = 'deny'): Promise<boolean> {
  if (!scene.supports('browser.authorize') || !scene.supports('app.create')) return false;
  const app = await anApp(scene, { redirectUris: [redirectUri] });
  // the tenant does not ask an unknown user for consent
  await scene.settle(
    () => authorize(scene, { user, app, consent }),
    ({ prompts }) => prompts.includes('consent'),
  );
  return true;
}

/** Has a user sign in if this tenant was seen not to know a user by an ID token before the first sign-in (FRE-109). */
export async function signInWhereNeeded(scene: Scene, user: User): Promise<void> {
  if (scene.target.identities.signInFirst) await signInOnce(scene, user);
}

/** Returns the spec of a unique token, whose times allow for clocks that differ. */
function madeUnique(spec: IdTokenSpec, name: string, skew: number): IdTokenSpec {
  const { claims } = spec;
  const exp = typeof claims.exp !== 'number' || claims.exp < 0 ? claims.exp : claims.exp + 2 * skew + 1;
  return { ...spec, claims: { ...claims, exp, extra: { ...claims.extra, x_token: name } } };
}

/** Replaces the drawn key with a key that the tenant can be expected to know. */
function signedByKnownKey(spec: IdTokenSpec, keys: number, key: number | undefined): IdTokenSpec {
  const { signature } = spec;
  if (!['published', 'altered', 'symmetric'].includes(signature.kind) || !('key' in signature)) return spec;
  return { ...spec, signature: { ...signature, key: key ?? signature.key % keys } };
}

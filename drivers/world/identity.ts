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
import { recently } from './clock-readings.ts';
import type { CallOptions } from './request.ts';
import type { Scene } from './scene.ts';

/** An ID token in which there is nothing unusual ("OpenID Connect (legacy)"). */
export const plainIdToken: IdTokenSpec = {
  claims: {
    email: { kind: 'own' },
    emailVerified: true,
    sub: 'opaque',
    iss: 'own',
    aud: 'expected',
    // an hour is the most that a tenant may well allow (FRE-100)
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

/** Whom an ID token can name: by the address, or by the identifier where there is one. */
export type TokenUser = Pick<User, 'email'> & Partial<Pick<User, 'userId'>>;

/** For whom an ID token is made, and by whom. */
export interface TokenOccasion {
  readonly user: TokenUser;
  /** Whom the spec means by another user. */
  readonly other?: TokenUser;
  /** The provider that issues it; the trusted one unless given. */
  readonly from?: IdentityProvider;
  /** Whose issuer and keys the spec means by another provider. */
  readonly otherProvider?: IdentityProvider;
  /** Signs with the key of the trusted provider that was published last instead of those it had at first. */
  readonly newestKey?: true;
}

/**
 * The instant that the tenant's clock shows; where the control does not tell, this machine's with the offset that was
 * measured, and what was let pass.
 */
export async function instant(scene: Scene): Promise<Date> {
  if (scene.supports('clock.now')) {
    const { after, before } = await recently(scene);
    return new Date(((after + before) / 2) * 1000);
  }
  const { realTime, moved } = scene.target;
  return new Date(realTime.today().getTime() + (moved() + (await clockOffset(scene))) * 1000);
}

/** How often a provider's token is tried before it is set up, where the answer is disturbed each time. */
const triesBefore = 5;

/**
 * The provider of the suite's own that the tenant trusts: set up once a tenant, since another one may take its place
 * (FRE-108). Right before that one of its tokens is tried.
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
    // the moment does not come again, however often a case that looks back at it is done anew
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
 * Brings what was done when the provider was set up, perhaps by another check, into the evidence of this one.
 *
 * @throws PremiseUnmet where that was disturbed: nothing follows from it
 */
export function recalled(scene: Scene, { before, tokenBefore }: TrustedProvider): Exchange {
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
 * Issues an ID token by the tenant's clock and makes it known as a secret. Its times leave room for servers whose clocks
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
    signedBy(unlike(spec, scene.target.name('ID token'), skew), keys, key),
    {
      email: user.email,
      // a clock may be read a second late
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

/** An ID token, and the parts of it that are worth something by themselves. */
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

/** A call with an ID token made for it; the note says what is special about the token. */
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

/** A user with no other credential than ID tokens, and with something to see where the control can make it. */
export interface TokenHolder extends User {
  readonly laboratory?: Laboratory;
}

/** A {@link TokenHolder} of whom it is known that there is something to see. */
export type TokenReader = TokenHolder & Required<Pick<TokenHolder, 'laboratory'>>;

export async function aTokenUser(scene: Scene): Promise<TokenHolder> {
  const user = await aUser(scene);
  const laboratory = await aLaboratoryFor(scene, user);
  return { ...user, ...(laboratory === undefined ? {} : { laboratory }) };
}

/** The same user, for checks whose subject is records. */
export function asReader(user: TokenHolder): TokenReader {
  const { laboratory } = user;
  if (laboratory === undefined) throw new SuiteMistake('a check of what ID tokens show needs access');
  return { ...user, laboratory };
}

/** A user with an address of the caller's choice. */
export async function aUserAt(scene: Scene, email: string): Promise<User> {
  const made = await scene.operate('user.create', { email, name: scene.target.name('user') });
  return { userId: made.userId, email: made.email };
}

/**
 * Has a user sign in to the web application, which is usual before ID tokens are used and may be what makes the user
 * known there (FRE-109). The consent that is asked for then is denied.
 *
 * @returns false where the control has no browser for it
 */
export async function signInOnce(scene: Scene, user: User, consent: 'grant' | 'deny' = 'deny'): Promise<boolean> {
  if (!scene.supports('browser.authorize') || !scene.supports('app.create')) return false;
  const app = await anApp(scene, { redirectUris: [redirectUri] });
  // whom the tenant does not know yet, it asks for no consent
  await scene.settle(
    () => authorize(scene, { user, app, consent }),
    ({ prompts }) => prompts.includes('consent'),
  );
  return true;
}

/** Has a user sign in at a tenant that was seen to know nobody by an ID token before (FRE-109). */
export async function signInWhereNeeded(scene: Scene, user: User): Promise<void> {
  if (scene.target.identities.signInFirst) await signInOnce(scene, user);
}

/** A token like no other, whose times allow for clocks that differ. */
function unlike(spec: IdTokenSpec, name: string, skew: number): IdTokenSpec {
  const { claims } = spec;
  const exp = typeof claims.exp !== 'number' || claims.exp < 0 ? claims.exp : claims.exp + 2 * skew + 1;
  return { ...spec, claims: { ...claims, exp, extra: { ...claims.extra, x_token: name } } };
}

/** Has a key that the tenant can be expected to know take the place of the one that was drawn. */
function signedBy(spec: IdTokenSpec, keys: number, key: number | undefined): IdTokenSpec {
  const { signature } = spec;
  if (!['published', 'altered', 'symmetric'].includes(signature.kind) || !('key' in signature)) return spec;
  return { ...spec, signature: { ...signature, key: key ?? signature.key % keys } };
}

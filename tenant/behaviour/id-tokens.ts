import { compactVerify, importJWK, type JWK } from 'jose';
import type { Actor, Call } from '../call.ts';
import { isRefusal, refusal, type Refusal } from '../http/refusal.ts';
import { fetchProviderKeys } from '../identity/provider-keys.ts';
import type { FetchedKeys, IdentityProvider, IdToken, VerifiedIdToken } from '../state/identity-provider.ts';
import type { User } from '../state/model.ts';
import type { Tenant } from '../tenant.ts';

/** ID tokens of a trusted provider as bearer tokens ("OpenID Connect (legacy)"). */
export interface IdTokenBehaviour {
  /** Sets up a provider. Returns the value that its ID tokens must carry as `aud`, if the tenant wants one. */
  readonly trustProvider: (tenant: Tenant, provider: IdentityProvider) => string | undefined;
  /** Returns the credential of the call that may be an ID token. It is verified before the call is answered. */
  readonly idTokenOf: (call: Call) => string | undefined;
  /** Parses the token. */
  readonly readIdToken: (call: Call, value: string) => IdToken | Refusal;
  /** Returns the trusted provider that the token names as its issuer. */
  readonly providerOf: (call: Call, token: IdToken) => IdentityProvider | undefined;
  readonly algorithmIsAllowed: (call: Call, algorithm: unknown) => boolean;
  /** Reports whether keys that were fetched before may be used again. */
  readonly keysAreFresh: (call: Call, fetched: FetchedKeys) => boolean;
  /** Returns the address of the keys, from the provider's configuration. */
  readonly keysAddress: (
    call: Call,
    provider: IdentityProvider,
    configuration: Readonly<Record<string, unknown>>,
  ) => string;
  /** Returns the provider's keys. With `anew`, fetches them even if the tenant has stored them. */
  readonly keysOf: (call: Call, provider: IdentityProvider, anew: boolean) => Promise<readonly JWK[]>;
  /** Returns the keys with which the token may have been signed. */
  readonly keysFor: (call: Call, token: IdToken, keys: readonly JWK[]) => readonly JWK[];
  readonly keyVerifies: (call: Call, token: IdToken, key: JWK) => Promise<boolean>;
  /** Reports whether one of the provider's keys made the signature. Rejects if the keys cannot be fetched. */
  readonly signatureIsRight: (call: Call, provider: IdentityProvider, token: IdToken) => Promise<boolean>;
  /** Returns the clock skew between provider and tenant that is tolerated, in seconds. */
  readonly idTokenLeeway: (call: Call) => number;
  readonly idTokenHasExpired: (call: Call, token: IdToken) => boolean;
  readonly idTokenIsTooEarly: (call: Call, token: IdToken) => boolean;
  /** Returns the problem with the claims, apart from the e-mail. */
  readonly claimsProblem: (call: Call, token: IdToken, provider: IdentityProvider) => Refusal | undefined;
  readonly verifyIdToken: (call: Call, value: string) => Promise<VerifiedIdToken | Refusal>;
  /** Verifies the token that was sent, so that the decision need not wait. Returns `undefined` if there is no token. */
  readonly prepareIdToken: (call: Call) => Promise<void> | undefined;
  readonly emailOf: (call: Call, token: IdToken) => string | undefined;
  readonly emailMatches: (call: Call, user: User, email: string) => boolean;
  readonly userOfIdToken: (call: Call, token: VerifiedIdToken) => User | Refusal;
  readonly authenticateIdToken: (call: Call, value: string) => Actor | Refusal;
}

declare module './behaviour.ts' {
  interface Behaviour extends IdTokenBehaviour {}
}

/** The accepted algorithms. With each of them, a published key cannot be used as a secret. */
const ALGORITHMS: ReadonlySet<unknown> = new Set(['RS256', 'PS256', 'ES256', 'EdDSA']);
const KEYS_LAST = 60_000;

function jsonObject(segment: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(segment)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

export const specifiedIdTokens: IdTokenBehaviour = {
  trustProvider: (tenant, provider) => {
    tenant.state.identityProviders.set(provider.issuer, provider);
    return undefined;
  },

  idTokenOf: (call) => {
    const [sent, ...more] = call.request.headers.get('authorization') ?? [];
    const value = /^bearer +(\S+)$/i.exec(sent?.trim() ?? '')?.[1];
    if (value?.includes('.') !== true || more.length > 0) return undefined;
    // An access token may have any form, even that of a JWT.
    return call.tenant.behaviour.findAccessToken(call, value) === undefined ? value : undefined;
  },

  readIdToken: (_call, value) => {
    const segments = value.split('.');
    const header = jsonObject(segments[0] ?? '');
    const claims = jsonObject(segments[1] ?? '');
    return header === undefined || claims === undefined || segments.length !== 3
      ? refusal('malformed-id-token', 'The ID token cannot be read.')
      : { value, header, claims };
  },

  providerOf: (call, { claims }) =>
    typeof claims['iss'] === 'string' ? call.tenant.state.identityProviders.get(claims['iss']) : undefined,

  algorithmIsAllowed: (_call, algorithm) => ALGORITHMS.has(algorithm),

  keysAreFresh: (call, fetched) =>
    call.now.getTime() - fetched.at.getTime() < KEYS_LAST && call.tenant.elapsed() - fetched.atElapsed < KEYS_LAST,

  keysAddress: (_call, _provider, configuration) => String(configuration['jwks_uri']),

  keysOf: async (call, provider, anew) => {
    const { behaviour, elapsed } = call.tenant;
    const known = provider.fetched;
    if (!anew && known !== undefined && behaviour.keysAreFresh(call, known)) return known.keys;
    const keys = await fetchProviderKeys(provider, (configuration) =>
      behaviour.keysAddress(call, provider, configuration),
    );
    provider.fetched = { keys, at: call.now, atElapsed: elapsed() };
    return keys;
  },

  // Keys in the token, or at an address in the token, are the sender's own: they prove nothing.
  keysFor: (_call, { header }, keys) =>
    keys.filter(
      (key) =>
        (header['kid'] === undefined || key.kid === header['kid']) &&
        (key.alg === undefined || key.alg === header['alg']) &&
        (key.use === undefined || key.use === 'sig'),
    ),

  keyVerifies: async (_call, token, jwk) => {
    try {
      const algorithm = String(token.header['alg']);
      await compactVerify(token.value, await importJWK(jwk, algorithm), { algorithms: [algorithm] });
      return true;
    } catch {
      return false;
    }
  },

  signatureIsRight: async (call, provider, token) => {
    const { behaviour } = call.tenant;
    const verifies = async (keys: readonly JWK[]) => {
      for (const key of keys) if (await behaviour.keyVerifies(call, token, key)) return true;
      return false;
    };
    const before = provider.fetched;
    const known = behaviour.keysFor(call, token, await behaviour.keysOf(call, provider, false));
    if (await verifies(known)) return true;
    // A key that is missing may have been published since the last fetch: the stored keys do not show that.
    const mayBeNew = known.length === 0 || token.header['kid'] === undefined;
    if (!mayBeNew || provider.fetched !== before) return false;
    return verifies(behaviour.keysFor(call, token, await behaviour.keysOf(call, provider, true)));
  },

  idTokenLeeway: () => 60,

  idTokenHasExpired: (call, { claims }) =>
    typeof claims['exp'] !== 'number' ||
    call.now.getTime() / 1000 >= claims['exp'] + call.tenant.behaviour.idTokenLeeway(call),

  idTokenIsTooEarly: (call, { claims }) =>
    claims['nbf'] !== undefined &&
    (typeof claims['nbf'] !== 'number' ||
      call.now.getTime() / 1000 < claims['nbf'] - call.tenant.behaviour.idTokenLeeway(call)),

  claimsProblem: (call, token) => {
    const { behaviour } = call.tenant;
    if (behaviour.idTokenHasExpired(call, token)) return refusal('expired-id-token', 'The ID token has expired.');
    return behaviour.idTokenIsTooEarly(call, token)
      ? refusal('wrong-claims', 'The ID token does not hold yet.')
      : undefined;
  },

  verifyIdToken: async (call, value) => {
    const { behaviour } = call.tenant;
    const token = behaviour.readIdToken(call, value);
    if (isRefusal(token)) return token;
    const provider = behaviour.providerOf(call, token);
    if (provider === undefined) return refusal('untrusted-issuer', 'The issuer of the ID token is not trusted.');
    const wrong = refusal('wrong-signature', 'The signature of the ID token is wrong.');
    if (!behaviour.algorithmIsAllowed(call, token.header['alg'])) return wrong;
    let right: boolean;
    try {
      right = await behaviour.signatureIsRight(call, provider, token);
    } catch {
      return refusal('unreachable-provider', 'The keys of the identity provider could not be fetched.');
    }
    if (!right) return wrong;
    return behaviour.claimsProblem(call, token, provider) ?? { ...token, issuer: provider.issuer };
  },

  prepareIdToken: (call) => {
    const { behaviour } = call.tenant;
    const value = behaviour.idTokenOf(call);
    if (value === undefined) return undefined;
    return behaviour.verifyIdToken(call, value).then((outcome) => {
      call.found.idToken = { value, outcome };
    });
  },

  emailOf: (_call, { claims }) =>
    typeof claims['email'] === 'string' && claims['email'] !== '' ? claims['email'] : undefined,

  emailMatches: (_call, user, email) => user.email === email,

  userOfIdToken: (call, token) => {
    const { behaviour, state } = call.tenant;
    const email = behaviour.emailOf(call, token);
    if (email === undefined) return refusal('wrong-claims', 'The ID token names no e-mail address.');
    return (
      state.users.values().find((user) => behaviour.emailMatches(call, user, email)) ??
      refusal('unknown-user', 'There is no user with this e-mail address.')
    );
  },

  authenticateIdToken: (call, value) => {
    const { behaviour } = call.tenant;
    const { idToken } = call.found;
    if (idToken?.value !== value) return refusal('unknown-credential', 'The access token is not known.');
    if (isRefusal(idToken.outcome)) return idToken.outcome;
    const user = behaviour.userOfIdToken(call, idToken.outcome);
    if (isRefusal(user)) return user;
    const credential = { kind: 'idToken', idToken: idToken.outcome, userId: user.id } as const;
    const actor: Actor = { kind: 'user', id: user.id, credential };
    return behaviour.actorIsBarred(call, actor) ?? actor;
  },
};

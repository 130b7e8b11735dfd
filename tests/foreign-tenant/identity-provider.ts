import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { Agent, request } from 'undici';
import type { Registry, User } from './registry.ts';

const SKEW_SECONDS = 60;

export interface IdentityProvider {
  readonly issuer: string;
  readonly configurationUrl: URL;
  /** The private authority to trust, if the certificate of the provider is signed by one. */
  readonly caPem?: string;
}

/**
 * The tenant's verifier of ID tokens of an external provider (OpenID Connect). The tenant trusts one provider at a
 * time.
 */
export interface OpenIdConnect {
  /** Trusts this provider instead of the one before, and returns the `aud` that its tokens must have. */
  trust(provider: IdentityProvider): string;
  /** Returns the user that a valid ID token of the trusted provider names by `email`, or undefined if there is none. */
  userOf(token: string): Promise<User | undefined>;
}

/**
 * Creates the verifier. It checks issuer, audience and times (tolerance: one minute) and refuses unverified e-mail
 * addresses.
 */
export function openIdConnect(registry: Registry): OpenIdConnect {
  const audience = `urn:lab:tenant:${registry.tenantId}`;
  let trusted: { readonly provider: IdentityProvider; readonly key: JWTVerifyGetKey } | undefined;
  return {
    trust(provider) {
      trusted = { provider, key: keysOf(provider) };
      return audience;
    },
    async userOf(token) {
      if (trusted === undefined) return undefined;
      try {
        const { payload } = await jwtVerify(token, trusted.key, {
          issuer: trusted.provider.issuer,
          audience,
          algorithms: ['RS256', 'ES256'],
          requiredClaims: ['exp'],
          clockTolerance: SKEW_SECONDS,
          currentDate: new Date(registry.clock.now()),
        });
        const { email, email_verified: verified } = payload;
        if (typeof email !== 'string' || verified === false) return undefined;
        return [...registry.users.values()].find((user) => user.email === email);
      } catch {
        // The caller stays unknown for every reason, including a provider that cannot be reached.
        return undefined;
      }
    },
  };
}

/**
 * Returns a function that looks a token's key up in the keys last read, and reads the provider's keys again if it is
 * missing.
 */
function keysOf(provider: IdentityProvider): JWTVerifyGetKey {
  let known: ReturnType<typeof createLocalJWKSet> | undefined;
  return async (header, token) => {
    if (known !== undefined) {
      try {
        return await known(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      }
    }
    known = createLocalJWKSet(await fetchKeys(provider));
    return known(header, token);
  };
}

async function fetchKeys({ configurationUrl, caPem }: IdentityProvider): Promise<JSONWebKeySet> {
  const agent = new Agent({ connect: caPem === undefined ? {} : { ca: caPem }, headersTimeout: 5000, allowH2: false });
  try {
    const document = async (url: URL): Promise<unknown> => {
      const response = await request(url, { dispatcher: agent, headers: { accept: 'application/json' } });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw new Error(`${url.pathname} was answered with ${response.statusCode}`);
      return JSON.parse(text);
    };
    const configuration = (await document(configurationUrl)) as { readonly jwks_uri?: unknown } | null;
    return (await document(new URL(String(configuration?.jwks_uri)))) as JSONWebKeySet;
  } finally {
    await agent.close();
  }
}

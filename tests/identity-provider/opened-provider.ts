import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTVerifyResult } from 'jose';
import { request } from 'undici';
import {
  createKeyStore,
  openIdentityProvider,
  type IdentityProvider,
} from '../../drivers/identity-provider/provider.ts';
import type { ProviderOptions } from '../../drivers/identity-provider/provider.ts';

/** The instant at which these tests take place. */
export const AT = new Date('2026-11-20T08:00:00.000Z');

export const EMAIL = 'rosalind@laboratory.example';
export const OTHER_EMAIL = 'barbara@laboratory.example';

/** The keys of a test file's tests. They are made once, because RSA keys are slow to make. */
export const keyStore = createKeyStore();

/** Opens a provider on loopback. By default it has two RSA keys and an EC key. */
export function openedProvider(options: Partial<ProviderOptions> = {}): Promise<IdentityProvider> {
  return openIdentityProvider({
    listen: '127.0.0.1:0',
    seed: 1,
    now: () => AT,
    keyring: keyStore.keyring(),
    algorithms: ['RS256', 'ES256', 'RS256'],
    ...options,
  });
}

/** Reads the published keys like a tenant: first the configuration, then the address that it names. */
export async function publishedKeys({ configurationUrl }: IdentityProvider): Promise<JSONWebKeySet> {
  const configuration = (await json(configurationUrl)) as { jwks_uri: string };
  return (await json(configuration.jwks_uri)) as JSONWebKeySet;
}

/** Verifies a token with another implementation of JWT, by the set and nothing else. */
export async function verified(token: string, set: JSONWebKeySet, currentDate = AT): Promise<JWTVerifyResult> {
  return jwtVerify(token, createLocalJWKSet(set), { currentDate });
}

export async function json(url: string): Promise<unknown> {
  const { statusCode, body } = await request(url);
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${url} was answered with ${statusCode}`);
  return JSON.parse(text) as unknown;
}

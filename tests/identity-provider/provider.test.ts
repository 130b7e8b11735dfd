import fc from 'fast-check';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { ConfigurationError, SuiteMistake } from '../../core/trouble.ts';
import { createKeyStore, openIdentityServer, type IdentityProvider } from '../../drivers/identity-provider/provider.ts';
import { rightIdTokens } from '../../generators/id-token.ts';
import type { IdTokenSpec } from '../../generators/id-token-spec.ts';
import { loopbackCertificate } from '../foreign-tenant/loopback.ts';
import { AT, EMAIL, json, keyStore, openedProvider, publishedKeys, verified } from './opened-provider.ts';

const [PLAIN] = fc.sample(rightIdTokens, { seed: 1, numRuns: 1 }) as [IdTokenSpec];
const withKey = (key: number): IdTokenSpec => ({ ...PLAIN, signature: { kind: 'published', key } });
const tokenOf = async (provider: IdentityProvider, spec: IdTokenSpec) =>
  (await provider.issueIdToken(spec, { email: EMAIL })).token;

async function during(provider: IdentityProvider, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } finally {
    await provider.close();
  }
}

test('the configuration names the issuer and leads to the keys at an address that cannot be guessed from it', async () => {
  const provider = await openedProvider();
  await during(provider, async () => {
    const configuration = (await json(provider.configurationUrl)) as Record<string, unknown>;
    expect(provider.configurationUrl).toBe(`${provider.issuer}/.well-known/openid-configuration`);
    expect(configuration).toMatchObject({
      issuer: provider.issuer,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    });
    expect(configuration['jwks_uri']).not.toMatch(/jwks|certs/);
    const { keys } = await publishedKeys(provider);
    expect(keys.map(({ alg, kid }) => [alg, kid])).toEqual(
      provider.keys.published.map(({ algorithm, kid }) => [algorithm, kid]),
    );
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(3);
    for (const key of keys) expect(Object.keys(key)).not.toContain('d');
  });
});

test('each published key works for a verifier that follows the configuration', async () => {
  const provider = await openedProvider();
  await during(provider, async () => {
    const { jwks_uri } = (await json(provider.configurationUrl)) as { jwks_uri: string };
    const keys = createRemoteJWKSet(new URL(jwks_uri));
    for (const key of [0, 1, 2]) {
      const token = await tokenOf(provider, withKey(key));
      const options = { currentDate: AT, issuer: provider.issuer, audience: 'laboratory-platform' };
      const { payload, protectedHeader } = await jwtVerify(token, keys, options);
      expect(payload['email']).toBe(EMAIL);
      expect(protectedHeader.kid).toBe(provider.keys.published[key]?.kid);
    }
  });
});

test('an added key verifies, and a withdrawn key no longer verifies', async () => {
  const provider = await openedProvider();
  await during(provider, async () => {
    const before = await publishedKeys(provider);
    const added = await provider.keys.add('ES256');
    const byAdded = await tokenOf(provider, withKey(3));
    await expect(verified(byAdded, before)).rejects.toThrow(errors.JOSEError);
    await expect(verified(byAdded, await publishedKeys(provider))).resolves.toBeDefined();

    provider.keys.withdraw(added.kid);
    await expect(verified(byAdded, await publishedKeys(provider))).rejects.toThrow(errors.JOSEError);
    expect(provider.keys.withdrawn).toEqual([added]);
    const signedLater = await tokenOf(provider, { ...PLAIN, signature: { kind: 'withdrawn', key: 0 } });
    await expect(verified(signedLater, await publishedKeys(provider))).rejects.toThrow(errors.JOSEError);
    expect(() => provider.keys.withdraw(added.kid)).toThrow(SuiteMistake);
  });
});

test('a rotation replaces a key with one of the same algorithm and a new kid', async () => {
  const provider = await openedProvider({ algorithms: ['RS256'] });
  await during(provider, async () => {
    const [old] = provider.keys.published;
    const byOld = await tokenOf(provider, withKey(0));
    const fresh = await provider.keys.rotate(old?.kid ?? '');
    expect(fresh.algorithm).toBe('RS256');
    expect(fresh.kid).not.toBe(old?.kid);
    expect((await publishedKeys(provider)).keys).toEqual([fresh.jwk]);
    await expect(verified(byOld, await publishedKeys(provider))).rejects.toThrow(errors.JOSEError);
    await expect(verified(await tokenOf(provider, withKey(0)), await publishedKeys(provider))).resolves.toBeDefined();
  });
});

test('requests for each document are counted, with their time', async () => {
  let now = AT;
  const provider = await openedProvider({ now: () => now });
  await during(provider, async () => {
    expect(provider.fetches('configuration')).toBe(0);
    await publishedKeys(provider);
    now = new Date(AT.getTime() + 1000);
    await json(provider.configurationUrl);
    await request(`${provider.issuer}/authorize`);
    expect(provider.fetches('configuration')).toBe(2);
    expect(provider.fetches('keys')).toBe(1);
    expect(provider.requests()).toEqual([
      { document: 'configuration', at: AT },
      { document: 'keys', at: AT },
      { document: 'configuration', at: now },
    ]);
  });
});

test('a document can fail, wait, and be served again', async () => {
  const provider = await openedProvider();
  await during(provider, async () => {
    provider.conduct('keys', { kind: 'failing', status: 500 });
    await expect(publishedKeys(provider)).rejects.toThrow('was answered with 500');
    expect(provider.fetches('keys')).toBe(1);

    const gate = Promise.withResolvers<void>();
    provider.conduct('keys', { kind: 'slow', until: () => gate.promise });
    const order: string[] = [];
    const slow = publishedKeys(provider).then(() => order.push('keys'));
    while (provider.fetches('keys') < 2) await json(provider.configurationUrl);
    order.push('opened');
    gate.resolve();
    await slow;
    expect(order).toEqual(['opened', 'keys']);

    provider.conduct('keys', { kind: 'plain' });
    await expect(publishedKeys(provider)).resolves.toBeDefined();
  });
});

test('a provider can be closed while a caller waits', async () => {
  const provider = await openedProvider();
  provider.conduct('configuration', { kind: 'slow', until: () => new Promise(() => undefined) });
  const waiting = json(provider.configurationUrl).then(
    () => 'answered',
    () => 'dropped',
  );
  while (provider.fetches('configuration') === 0)
    await request(`${provider.issuer}/nothing`).then(({ body }) => body.dump());
  await provider.close();
  expect(await waiting).toBe('dropped');
});

test('providers at one server differ in issuer, paths and keys, and do not affect each other', async () => {
  const server = await openIdentityServer({ listen: '127.0.0.1:0' });
  const keyring = keyStore.keyring();
  const open = () => server.openProvider({ seed: 1, now: () => AT, keyring });
  const [one, other] = [await open(), await open()];
  expect(one.issuer).not.toBe(other.issuer);
  const kids = [...one.keys.published, ...other.keys.published].map(({ kid }) => kid);
  const material = [...one.keys.published, ...other.keys.published].map(({ jwk }) => jwk.n ?? jwk.x);
  expect(new Set(kids).size).toBe(4);
  expect(new Set(material).size).toBe(4);

  const token = await tokenOf(one, PLAIN);
  await expect(verified(token, await publishedKeys(one))).resolves.toBeDefined();
  await expect(verified(token, await publishedKeys(other))).rejects.toThrow(errors.JOSEError);

  one.conduct('configuration', { kind: 'failing', status: 503 });
  await expect(json(one.configurationUrl)).rejects.toThrow('503');
  await expect(json(other.configurationUrl)).resolves.toMatchObject({ issuer: other.issuer });
  expect([one.fetches('keys'), other.fetches('keys')]).toEqual([1, 1]);

  await one.close();
  await expect(json(one.configurationUrl)).rejects.toThrow('404');
  await expect(json(other.configurationUrl)).resolves.toBeDefined();
  await server.close();
});

test('keyrings of one store share keys that are made once; one keyring hands out no key twice', async () => {
  const made: string[] = [];
  const store = createKeyStore(async (algorithm) => {
    made.push(algorithm);
    return keyStore.keyring().next(algorithm);
  });
  const [one, other] = [store.keyring(), store.keyring()];
  const [first, again] = await Promise.all([one.next('ES256'), other.next('ES256')]);
  expect(again).toBe(first);
  await one.next('ES256');
  await one.stranger('ES256');
  await other.stranger('ES256');
  expect(made).toEqual(['ES256', 'ES256', 'ES256']);

  const keyring = createKeyStore().keyring();
  const keys = await Promise.all([keyring.next('ES256'), keyring.next('ES256'), keyring.stranger('ES256')]);
  expect(new Set(keys.map(({ publicKey }) => publicKey.export({ format: 'jwk' }).x)).size).toBe(3);
});

test('with a certificate it serves https, and names the authority to trust', async () => {
  const { cert, key, caPem } = await loopbackCertificate();
  const server = await openIdentityServer({
    listen: '127.0.0.1:0',
    certificate: { certPem: cert, keyPem: key, caPem },
  });
  const provider = await server.openProvider({ seed: 1, now: () => AT, algorithms: ['ES256'] });
  expect(provider.issuer).toMatch(/^https:\/\/127\.0\.0\.1:\d+\//);
  expect(provider.caPem).toBe(caPem);
  await expect(json(provider.configurationUrl)).rejects.toThrow(/certificate/);
  const dispatcher = new Agent({ connect: { ca: caPem } });
  const { body } = await request(provider.configurationUrl, { dispatcher });
  expect(await body.json()).toMatchObject({ issuer: provider.issuer });
  await dispatcher.close();
  await server.close();
});

test('behind a public address it names that address, and answers with its path or without', async () => {
  const local = await openIdentityServer({ listen: '127.0.0.1:0', publicUrl: 'https://idp.example/suite/' });
  const provider = await local.openProvider({ seed: 1, now: () => AT, algorithms: ['ES256'] });
  expect(provider.issuer).toMatch(/^https:\/\/idp\.example\/suite\/[^/]+$/);
  const { pathname } = new URL(provider.configurationUrl);
  const asked = [pathname, pathname.replace('/suite', '')].map((path) => json(`${local.localAddress}${path}`));
  for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ issuer: provider.issuer });
  await local.close();
});

test('a request with another method or for another path is refused with 405 or 404', async () => {
  const provider = await openedProvider();
  await during(provider, async () => {
    const answered = async (path: string, method: 'GET' | 'HEAD' | 'POST') => {
      const { statusCode, body } = await request(path, { method });
      await body.dump();
      return statusCode;
    };
    expect(await answered(provider.configurationUrl, 'POST')).toBe(405);
    expect(await answered(provider.configurationUrl, 'HEAD')).toBe(200);
    expect(await answered(`${provider.configurationUrl}?v=1`, 'GET')).toBe(200);
    expect(await answered(new URL('/', provider.issuer).href, 'GET')).toBe(404);
    expect(provider.fetches('configuration')).toBe(2);
  });
});

test('an address that cannot be listened on is an error of the configuration that names the key', async () => {
  for (const listen of ['nowhere', '127.0.0.1:', ':80', '127.0.0.1:70000', '203.0.113.1:0']) {
    const opening = openIdentityServer({ listen });
    await expect(opening).rejects.toThrow(ConfigurationError);
    await expect(opening).rejects.toThrow(`identityProvider.listen is ${listen}`);
  }
});

import { createHmac } from 'node:crypto';
import { exportSPKI, importJWK, type CryptoKey } from 'jose';
import { expect, test } from 'vitest';
import { createCertificate } from '../../tenant/index.ts';
import { bearer, namesIn, openTenant, STARTS_AT } from './opened-tenant.ts';
import { signingKey, startSigningProvider, type SigningKey } from './signing-provider.ts';

const NOW = STARTS_AT.getTime() / 1000;
const [key, stranger, rsa, edwards] = await Promise.all([
  signingKey('one'),
  signingKey('one'),
  signingKey('two', 'RS256'),
  signingKey('three', 'EdDSA'),
]);
const claims = { email: 'ada@lab.example', sub: 'ben@lab.example', exp: NOW + 300, iat: NOW };
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function opened() {
  const tenant = await openTenant();
  const provider = await startSigningProvider([key.jwk]);
  const { userId } = await tenant.userWithKey('ada@lab.example');
  const { userId: ben } = await tenant.userWithKey('ben@lab.example');
  await tenant.project('ada', { userId });
  await tenant.project('ben', { userId: ben });
  const { issuer, configurationUrl } = provider;
  const trust = () => tenant.operate('identityProvider.trust', { issuer, configurationUrl });
  const call = (token: string) => tenant.get('/api/v3/entry/items', bearer(token));
  const statusOf = async (claimsSent: Record<string, unknown>, by: SigningKey = key, header = {}) =>
    (await call(await provider.sign(by, claimsSent, header))).status;
  const dispose = async () => {
    await provider[Symbol.asyncDispose]();
    await tenant[Symbol.asyncDispose]();
  };
  return { tenant, provider, userId, trust, call, statusOf, [Symbol.asyncDispose]: dispose };
}

test('an ID token acts as the user of its e-mail claim once its provider is trusted', async () => {
  await using bed = await opened();
  const { provider, call } = bed;
  const token = await provider.sign(key, claims);
  expect((await call(token)).status).toBe(401);
  expect(provider.asked).toEqual([]);
  await bed.trust();
  expect(namesIn(await call(token))).toEqual(['entry of ada']);
  expect(namesIn(await call(token))).toEqual(['entry of ada']);
  expect(provider.asked).toEqual(['/.well-known/openid-configuration', '/odd/keys']);
  const tokenOfBen = await provider.sign(key, { ...claims, email: 'ben@lab.example' });
  expect(namesIn(await call(tokenOfBen))).toEqual(['entry of ben']);
});

test('only the published key that the token names verifies it', async () => {
  await using bed = await opened();
  const { provider, statusOf, call } = bed;
  await bed.trust();
  expect(await statusOf(claims)).toBe(200);
  expect(await statusOf(claims, stranger)).toBe(401);
  expect(await statusOf(claims, { ...stranger, kid: 'unknown' })).toBe(401);
  expect(await statusOf(claims, stranger, { jwk: stranger.jwk })).toBe(401);
  expect(await statusOf(claims, rsa)).toBe(401);
  provider.keys.push(rsa.jwk, edwards.jwk);
  expect(await statusOf(claims, rsa)).toBe(200);
  expect(await statusOf(claims, edwards)).toBe(200);
  expect(await statusOf(claims, rsa, { kid: undefined })).toBe(200);

  const payload = base64url({ iss: provider.issuer, ...claims });
  const unsigned = `${base64url({ alg: 'none' })}.${payload}.`;
  expect((await call(unsigned)).status).toBe(401);
  const published = (await importJWK({ ...rsa.jwk, ext: true }, 'RS256')) as CryptoKey;
  for (const secret of [await exportSPKI(published), JSON.stringify(rsa.jwk)]) {
    const signed = `${base64url({ alg: 'HS256', kid: 'two' })}.${payload}`;
    const symmetric = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    expect((await call(symmetric)).status).toBe(401);
  }
  for (const malformed of ['a.b.c', '..', 'e30.e30', 'e30.e30.', 'bnVsbA.bnVsbA.AA', `${unsigned}.x`]) {
    expect((await call(malformed)).status).toBe(401);
  }
});

test('the claims must name an existing user, a trusted issuer and a time that has not passed', async () => {
  await using bed = await opened();
  const { statusOf, tenant } = bed;
  await bed.trust();
  const { email: _email, ...withoutEmail } = claims;
  const wrong: Record<string, unknown>[] = [
    withoutEmail,
    { ...claims, iss: 'https://idp.example' },
    { ...claims, iss: undefined },
    { ...claims, exp: NOW - 60 },
    { ...claims, exp: undefined },
    { ...claims, nbf: NOW + 120 },
    ...['', 'nobody@lab.example', 'ada@lab.example ', 7, null, ['ada@lab.example'], { toString: 'x' }].map((email) => ({
      ...claims,
      email,
    })),
  ];
  for (const each of wrong) expect([each, await statusOf(each)]).toEqual([each, 401]);
  expect(await statusOf({ ...claims, exp: NOW - 59 })).toBe(200);

  const unknown = { ...claims, email: 'new@lab.example' };
  expect([await statusOf(unknown), await statusOf(unknown)]).toEqual([401, 401]);
  await tenant.operate('user.create', { email: 'new@lab.example' });
  expect(await statusOf(unknown)).toBe(200);
});

test('a suspension in the platform stops ID tokens too, and an ID token is no code, secret or refresh token', async () => {
  await using bed = await opened();
  const { tenant, userId, provider, statusOf } = bed;
  await bed.trust();
  const token = await provider.sign(key, claims);
  const { clientId: client_id, clientSecret: client_secret } = await tenant.app();
  for (const grant_type of ['authorization_code', 'refresh_token', 'client_credentials']) {
    const secret = grant_type === 'client_credentials' ? token : client_secret;
    const fields = { grant_type, client_id, client_secret: secret, code: token, refresh_token: token };
    const reply = await tenant.form({ ...fields, redirect_uri: 'https://app.example/callback' });
    expect([grant_type, 'access_token' in reply.json]).toEqual([grant_type, false]);
  }
  await tenant.operate('user.suspend', { userId });
  expect(await statusOf(claims)).toBe(401);
  await tenant.operate('user.unsuspend', { userId });
  expect(await statusOf(claims)).toBe(200);
});

test('a provider that cannot be reached authenticates no user, and its keys are requested again after a minute', async () => {
  await using bed = await opened();
  const { tenant, provider, statusOf } = bed;
  const { issuer } = provider;
  await tenant.operate('identityProvider.trust', { issuer, configurationUrl: `${issuer}/odd/keys` });
  expect(await statusOf(claims)).toBe(401);
  await bed.trust();
  expect(await statusOf(claims)).toBe(200);
  provider.keys.splice(0, 1, rsa.jwk);
  expect(await statusOf(claims)).toBe(200);
  await tenant.operate('clock.advance', { seconds: 60 });
  expect(await statusOf(claims)).toBe(401);
});

test('a provider with a private authority is reached if that authority is trusted', async () => {
  const certificate = await createCertificate(new Date());
  await using provider = await startSigningProvider([key.jwk], certificate);
  await using tenant = await openTenant();
  await tenant.userWithKey('ada@lab.example');
  const token = await provider.sign(key, claims);
  const { issuer, configurationUrl } = provider;
  for (const [more, status] of [
    [{}, 401],
    [{ caPem: certificate.caPem }, 200],
  ] as const) {
    await tenant.operate('identityProvider.trust', { issuer, configurationUrl, ...more });
    expect((await tenant.get('/api/v2/plates', bearer(token))).status).toBe(status);
  }
});

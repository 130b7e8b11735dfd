import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createServer, type Server } from 'node:https';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningTenant, startForeignTenant } from './foreign-tenant.ts';
import { listenOnLoopback, loopbackCertificate, stopListening } from './loopback.ts';
import { callerOf, type TenantCaller } from './tenant-caller.ts';

let tenant: RunningTenant;
let caller: TenantCaller;
let provider: Server;
let issuer: string;
let caPem: string;
let published: object[] = [];
const asked: string[] = [];

beforeAll(async () => {
  tenant = await startForeignTenant({ seed: 'openid-connect.test' });
  caller = callerOf(tenant);
  const certificate = await loopbackCertificate();
  caPem = certificate.caPem;
  provider = createServer(certificate, (request, response) => {
    asked.push(request.url ?? '');
    const body = request.url === '/odd/keys' ? { keys: published } : { issuer, jwks_uri: `${issuer}/odd/keys` };
    response.end(JSON.stringify(body));
  });
  issuer = `https://127.0.0.1:${await listenOnLoopback(provider)}`;
});

afterAll(async () => {
  await caller.close();
  await Promise.all([tenant.close(), stopListening(provider)]);
});

async function newKey(kid: string, isPublished = true): Promise<CryptoKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  if (isPublished) published = [...published, { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }];
  return privateKey;
}

test('an ID token of the trusted provider acts as the user of its e-mail address, and no other token does', async () => {
  const email = 'idp@bench.example';
  const key = await newKey('first');
  const now = Math.floor(Date.parse(String((await caller.operate('clock.now'))['now'])) / 1000);
  let audience = 'unknown';
  const statusWith = async (
    changes: Record<string, unknown> = {},
    signer: { kid: string; key: CryptoKey } = { kid: 'first', key },
  ): Promise<number> => {
    const claims = { iss: issuer, aud: audience, sub: 'somebody', email, iat: now, exp: now + 300, ...changes };
    const defined = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
    const token = await new SignJWT(defined).setProtectedHeader({ alg: 'ES256', kid: signer.kid }).sign(signer.key);
    return (await caller.get('/api/v2/entries', `Bearer ${token}`)).status;
  };

  const { userId } = await caller.operate('user.create', { email });
  expect(await statusWith()).toBe(401);
  const trust = { issuer, configurationUrl: `${issuer}/.well-known/openid-configuration`, caPem };
  audience = String((await caller.operate('identityProvider.trust', trust))['audience']);
  expect(await statusWith()).toBe(200);
  expect(asked).toEqual(['/.well-known/openid-configuration', '/odd/keys']);

  const wrong: Record<string, unknown>[] = [
    { aud: 'another' },
    { aud: undefined },
    { iss: 'https://another.example' },
    { exp: now - 120 },
    { exp: undefined },
    { nbf: now + 120 },
    { email: undefined },
    { email: [email] },
    { email: '' },
    { email: 'nobody@bench.example' },
    { email_verified: false },
  ];
  for (const changes of wrong) expect([changes, await statusWith(changes)]).toEqual([changes, 401]);
  expect(await statusWith({ exp: now - 30, sub: 'other@bench.example' })).toBe(200);
  const foreign = await newKey('foreign', false);
  expect(await statusWith({}, { kid: 'first', key: foreign })).toBe(401);
  expect(await statusWith({}, { kid: 'foreign', key: foreign })).toBe(401);
  expect(await statusWith({}, { kid: 'second', key: await newKey('second') })).toBe(200);
  expect(await statusWith()).toBe(200);

  await caller.operate('user.suspend', { userId });
  expect(await statusWith()).toBe(403);
  await caller.operate('user.unsuspend', { userId });
  await caller.operate('clock.advance', { seconds: 420 });
  expect(await statusWith()).toBe(401);
});

test('a value that only looks like a token authenticates no user', async () => {
  for (const value of ['a.b', 'e30.e30.', 'eyJhbGciOiJub25lIn0.e30.', '...', 'eyJhbGciOiJSUzI1NiJ9.bm8.bm8']) {
    expect((await caller.get('/api/v3/plate/items', `Bearer ${value}`)).status).toBe(401);
  }
});

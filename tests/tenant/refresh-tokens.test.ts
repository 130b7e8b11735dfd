import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accessTokenIn, CALLBACK, delegatedClientOf, refreshTokenIn } from './delegated-client.ts';
import { bearer, namesIn, openTenant } from './opened-tenant.ts';

const PATHS = ['/oauth/token', '/api/v2/token'];

async function opened() {
  const tenant = await openTenant();
  const client = delegatedClientOf(tenant);
  const [ada, ben] = [await tenant.userWithKey('ada@lab.example'), await tenant.userWithKey('ben@lab.example')];
  const app = await client.app('Protocol editor');
  return { tenant, client, app, ada, ben, [Symbol.asyncDispose]: tenant[Symbol.asyncDispose] };
}

test('a code is exchanged once, by its app, with its redirect URI, within a minute', async () => {
  await using bed = await opened();
  const { client, app, ada } = bed;
  const other = await client.app('Sample tracker');
  const codeFor = async () => (await client.authorize(app, ada.userId)).query.get('code') ?? '';
  const code = await codeFor();
  const refused = [
    client.exchange(other, code),
    client.exchange(app, code, { redirect_uri: 'https://other.example/callback' }),
    client.exchange(app, code.toLowerCase()),
    client.exchange(app, code.slice(0, -1)),
    client.exchange(app, `${code}A`),
  ];
  for (const reply of await Promise.all(refused)) {
    expect([reply.status, reply.json['error']]).toEqual([400, 'invalid_grant']);
  }
  const { clientId: client_id, clientSecret: client_secret } = app;
  const fields = { grant_type: 'authorization_code', client_id, client_secret };
  expect((await bed.tenant.form({ ...fields, code })).json['error']).toBe('invalid_request');
  expect((await bed.tenant.form({ ...fields, redirect_uri: CALLBACK })).json['error']).toBe('invalid_request');
  expect((await client.exchange(app, code)).json).toEqual({
    token_type: 'Bearer',
    access_token: expect.stringMatching(/^at_/),
    expires_in: 900,
    refresh_token: expect.stringMatching(/^rt_/),
    refresh_token_expires_in: 2_592_000,
  });
  expect((await client.exchange(app, code)).json['error']).toBe('invalid_grant');
  const inTime = await codeFor();
  await bed.tenant.operate('clock.advance', { seconds: 59.999 });
  expect((await client.exchange(app, inTime)).status).toBe(200);
  const late = await codeFor();
  await bed.tenant.operate('clock.advance', { seconds: 60 });
  expect((await client.exchange(app, late)).json['error']).toBe('invalid_grant');
});

test('a delegated token acts as the user who consented, also if another user consented last', async () => {
  await using bed = await opened();
  const { client, app, ada, ben, tenant } = bed;
  await tenant.project('ada', { userId: ada.userId });
  await tenant.project('ben', { userId: ben.userId });
  await tenant.project('app', { appId: app.appId });
  const codes = [await client.authorize(app, ada.userId), await client.authorize(app, ben.userId)];
  for (const [index, name] of ['ada', 'ben'].entries()) {
    const exchanged = await client.exchange(app, codes[index]?.query.get('code') ?? '');
    const refreshed = await client.refresh(app, refreshTokenIn(exchanged));
    for (const reply of [exchanged, refreshed]) {
      const page = await tenant.get('/api/v2/entries', bearer(accessTokenIn(reply)));
      expect(namesIn(page)).toEqual([`entry of ${name}`]);
    }
  }
});

test('in a chain of refreshes at either path only the newest token works, and it stays valid', async () => {
  await using bed = await opened();
  const { client, app, ada } = bed;
  const steps = fc.array(fc.record({ path: fc.constantFrom(...PATHS), seconds: fc.constantFrom(0.5, 900, 86_400) }), {
    minLength: 1,
    maxLength: 5,
  });
  const property = fc.asyncProperty(steps, fc.constantFrom(...PATHS), async (chain, pathOfReuse) => {
    let { refreshToken } = await client.tokens(app, ada.userId);
    const spent: string[] = [];
    for (const { path, seconds } of chain) {
      await bed.tenant.operate('clock.advance', { seconds });
      const reply = await client.refresh(app, refreshToken, path);
      expect(reply.status).toBe(200);
      spent.push(refreshToken);
      refreshToken = refreshTokenIn(reply);
    }
    for (const each of spent) {
      const reply = await client.refresh(app, each, pathOfReuse);
      expect([reply.status, reply.json['error']]).toEqual([400, 'invalid_grant']);
    }
    expect(new Set([...spent, refreshToken]).size).toBe(spent.length + 1);
    expect((await client.refresh(app, refreshToken)).status).toBe(200);
  });
  await fc.assert(property, { seed: 24, numRuns: 15 });
});

test('of many simultaneous refreshes with one token exactly one succeeds, and with different tokens all succeed', async () => {
  await using bed = await opened();
  const { client, app, ada, ben } = bed;
  const { refreshToken } = await client.tokens(app, ada.userId);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => client.refresh(app, refreshToken, PATHS[index % 2])),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ json }) => json['error'] === 'invalid_grant')).toHaveLength(9);
  const different = [];
  for (const { userId } of [ada, ben, ada, ben]) different.push((await client.tokens(app, userId)).refreshToken);
  const all = await Promise.all(different.map((each) => client.refresh(app, each)));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a refused refresh does not spend the token, and no token replaces one of another kind', async () => {
  await using bed = await opened();
  const { client, app, ada, tenant } = bed;
  const other = await client.app('Sample tracker');
  const { accessToken, refreshToken } = await client.tokens(app, ada.userId);
  expect((await client.refresh({ ...app, clientSecret: 'wrong' }, refreshToken)).status).toBe(401);
  expect((await client.refresh(other, refreshToken)).json['error']).toBe('invalid_grant');
  expect((await client.refresh(app, accessToken)).json['error']).toBe('invalid_grant');
  expect((await client.refresh(app, refreshToken.toUpperCase())).json['error']).toBe('invalid_grant');
  expect((await tenant.get('/api/v2/plates', bearer(refreshToken))).status).toBe(401);
  expect((await client.refresh(app, refreshToken)).status).toBe(200);
});

test('each refresh brings another thirty days to the second, and calls do not extend a token', async () => {
  await using bed = await opened();
  const { client, app, ada, tenant } = bed;
  const month = 2_592_000;
  let { accessToken, refreshToken } = await client.tokens(app, ada.userId);
  for (let months = 0; months < 13; months++) {
    await tenant.get('/api/v2/entries', bearer(accessToken));
    await tenant.operate('clock.advance', { seconds: month - 0.001 });
    const reply = await client.refresh(app, refreshToken);
    expect(reply.status).toBe(200);
    [accessToken, refreshToken] = [accessTokenIn(reply), refreshTokenIn(reply)];
  }
  await tenant.operate('clock.advance', { seconds: 899.999 });
  expect((await tenant.get('/api/v2/entries', bearer(accessToken))).status).toBe(200);
  await tenant.operate('clock.advance', { seconds: 0.001 });
  expect((await tenant.get('/api/v2/entries', bearer(accessToken))).status).toBe(401);
  await tenant.operate('clock.advance', { seconds: month - 900 });
  expect((await client.refresh(app, refreshToken)).json['error']).toBe('invalid_grant');
  await client.tokens(app, ada.userId);
  expect((await client.refresh(app, refreshToken)).json['error']).toBe('invalid_grant');
});

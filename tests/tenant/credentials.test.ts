import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { basic, bearer, LISTING_PATHS, namesIn, openTenant } from './opened-tenant.ts';

test('every listing is refused with 401, challenges and a JSON error without a credential', async () => {
  await using opened = await openTenant();
  for (const path of LISTING_PATHS) {
    const reply = await opened.get(`${path}?pageSize=abc&sort=%3F&nextToken=x`);
    expect(reply.status).toBe(401);
    expect(reply.headers['www-authenticate']).toEqual([
      expect.stringMatching(/^Bearer /),
      expect.stringMatching(/^Basic /),
    ]);
    expect(reply.json).toEqual({ error: { code: 'unauthorized', message: expect.any(String) } });
  }
});

test('bearer and basic are recognised in any letter case', async () => {
  await using opened = await openTenant();
  const token = await opened.token(await opened.app());
  const { apiKey } = await opened.userWithKey('ada@lab.example');
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    expect((await opened.get('/api/v2/plates', `${scheme} ${token}`)).status).toBe(200);
  }
  for (const scheme of ['basic', 'BASIC']) {
    expect((await opened.get('/api/v2/plates', basic(apiKey).replace('Basic', scheme))).status).toBe(200);
  }
});

test('a credential in the wrong place or form is answered with 401', async () => {
  await using opened = await openTenant();
  const app = await opened.app();
  const token = await opened.token(app);
  const email = 'ada@lab.example';
  const { apiKey } = await opened.userWithKey(email);
  const wrong = [
    'Bearer',
    'Bearer ',
    'Basic !!!',
    `Token ${token}`,
    `Digest ${token}`,
    token,
    bearer(token.slice(0, -1)),
    bearer(`${token}A`),
    bearer(token.toLowerCase()),
    bearer(apiKey),
    bearer(app.clientId),
    bearer(app.clientSecret),
    basic(token),
    basic(app.clientId, app.clientSecret),
    basic(app.clientSecret),
    basic(''),
    basic('', apiKey),
    basic(email, apiKey),
    basic(apiKey, 'x'),
    basic(apiKey.toUpperCase()),
    basic(apiKey.slice(0, -1)),
    basic(`${apiKey}A`),
  ];
  for (const authorization of wrong) {
    expect([authorization, (await opened.get('/api/v3/plate/items', authorization)).status]).toEqual([
      authorization,
      401,
    ]);
  }
  expect((await opened.get(`/api/v2/plates?access_token=${token}`)).status).toBe(401);
  expect((await opened.get('/api/v2/plates', bearer(token))).status).toBe(200);
  expect((await opened.get('/api/v2/plates', basic(apiKey))).status).toBe(200);
});

test('a suspended user is refused, and the same key works again afterwards', async () => {
  await using opened = await openTenant();
  const { userId, apiKey } = await opened.userWithKey('ada@lab.example');
  await opened.operate('user.suspend', { userId });
  expect((await opened.get('/api/v2/entries', basic(apiKey))).status).toBe(401);
  await opened.operate('user.unsuspend', { userId });
  expect((await opened.get('/api/v2/entries', basic(apiKey))).status).toBe(200);
});

test('keys dated after 7 August 2026 live for 30 days, and earlier ones do not expire', async () => {
  await using opened = await openTenant();
  const keyOf = async (email: string, createdAt?: string) => {
    const { userId } = await opened.operate('user.create', { email });
    const dated = createdAt === undefined ? {} : { createdAt };
    return String((await opened.operate('apiKey.create', { userId, ...dated }))['apiKey']);
  };
  const old = await keyOf('old@lab.example', '2026-08-05T12:00:00Z');
  const expired = await keyOf('expired@lab.example', '2026-08-10T12:00:00Z');
  const young = await keyOf('young@lab.example');
  const statuses = () =>
    Promise.all([old, expired, young].map(async (key) => (await opened.get('/api/v2/entries', basic(key))).status));
  expect(await statuses()).toEqual([200, 401, 200]);
  await opened.operate('clock.advance', { seconds: 30 * 86_400 - 1 });
  expect(await statuses()).toEqual([200, 401, 200]);
  await opened.operate('clock.advance', { seconds: 1 });
  expect(await statuses()).toEqual([200, 401, 401]);
  await opened.operate('clock.advance', { seconds: 3650 * 86_400 });
  expect(await statuses()).toEqual([200, 401, 401]);
});

test('rotation replaces a key with one that expires', async () => {
  await using opened = await openTenant();
  const { userId, apiKey } = await opened.userWithKey('ada@lab.example');
  const other = await opened.userWithKey('ben@lab.example');
  const { apiKey: rotated } = await opened.operate('apiKey.rotate', { userId });
  expect((await opened.get('/api/v2/entries', basic(apiKey))).status).toBe(401);
  expect((await opened.get('/api/v2/entries', basic(String(rotated)))).status).toBe(200);
  expect((await opened.get('/api/v2/entries', basic(other.apiKey))).status).toBe(200);
});

test('each actor sees the projects granted to it, at once and until they are revoked', async () => {
  await using opened = await openTenant();
  const app = await opened.app();
  const token = await opened.token(app);
  const ada = await opened.userWithKey('ada@lab.example');
  await opened.project('apps', { appId: app.appId });
  const shared = await opened.project('both', { appId: app.appId }, { userId: ada.userId });
  await opened.project('nobody');
  for (const path of LISTING_PATHS) {
    const kind = path.includes('plate') ? 'plate' : path.includes('assay') ? 'assayResult' : 'entry';
    expect(namesIn(await opened.get(path, bearer(token))).toSorted()).toEqual([`${kind} of apps`, `${kind} of both`]);
    expect(namesIn(await opened.get(path, basic(ada.apiKey)))).toEqual([`${kind} of both`]);
  }
  await opened.operate('project.revoke', { projectId: shared, userId: ada.userId });
  expect(namesIn(await opened.get('/api/v2/entries', basic(ada.apiKey)))).toEqual([]);
});

test('a created entry names its creator, and projects without a grant are not found', async () => {
  await using opened = await openTenant();
  const app = await opened.app();
  const ada = await opened.userWithKey('ada@lab.example');
  const projectId = await opened.project('apps', { appId: app.appId });
  const create = async (authorization: string, body: unknown) =>
    opened.send('/api/v2/entries', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const token = bearer(await opened.token(app));
  const created = await create(token, { name: 'Titration', projectId });
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({ name: 'Titration', createdBy: { id: app.appId, type: 'app' } });
  const listed = await opened.get('/api/v3/entry/items?sort=modifiedAt:desc', token);
  expect(JSON.parse(listed.text)).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ name: 'Titration' })]),
  });
  expect((await create(basic(ada.apiKey), { name: 'Titration', projectId })).status).toBe(404);
  expect((await create(token, { name: 'Titration', projectId: 'none' })).status).toBe(404);
  expect((await create(token, { name: 'Titration' })).status).toBe(400);
  expect((await create('Bearer x', { name: 'Titration' })).status).toBe(401);
});

test('an unencrypted connection is closed without an answer', async () => {
  await using opened = await openTenant();
  const { hostname, port } = new URL(opened.tenant.baseUrl);
  const received = await new Promise<string>((resolve) => {
    let text = '';
    const socket = createConnection({ host: hostname, port: Number(port) });
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.write('GET /api/v2/entries HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });
  expect(received).not.toMatch(/^HTTP/);
});

test('an unknown path is answered with 404, and an unknown method with 405', async () => {
  await using opened = await openTenant();
  expect((await opened.get('/api/v2/nothing')).status).toBe(404);
  const reply = await opened.send('/api/v2/plates', { method: 'DELETE' });
  expect([reply.status, reply.headers['allow']]).toEqual([405, 'GET']);
});

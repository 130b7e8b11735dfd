import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bearer, openTenant, type AppCredentials } from './opened-tenant.ts';

const FORM = 'application/x-www-form-urlencoded';
const fieldsOf = ({ clientId, clientSecret }: AppCredentials) => ({
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: clientSecret,
});

test.each(['/oauth/token', '/api/v2/token'])(
  '%s issues a bearer token for 900 seconds and nothing else',
  async (path) => {
    await using opened = await openTenant();
    const reply = await opened.form(fieldsOf(await opened.app()), path);
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({ token_type: 'Bearer', access_token: expect.stringMatching(/^at_/), expires_in: 900 });
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    expect(reply.headers['cache-control']).toBe('no-store');
  },
);

test('secrets contain characters that a form must encode', async () => {
  await using opened = await openTenant();
  for (let index = 0; index < 20; index++) {
    const { clientSecret } = await opened.app();
    for (const special of '+/&%=') expect(clientSecret).toContain(special);
  }
});

test('a request is the same in any encoding and any order of its fields', async () => {
  await using opened = await openTenant();
  const fields = Object.entries(fieldsOf(await opened.app()));
  const encodeAll = (text: string) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const encodings = fc.constantFrom(encodeURIComponent, encodeAll, (text: string) => encodeAll(text).toUpperCase());
  const property = fc.asyncProperty(
    fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
    encodings,
    async (order, encode) => {
      const body = order.map((index) => fields[index]?.map(encode).join('=')).join('&');
      const headers = { 'content-type': `${FORM}; charset=UTF-8` };
      expect((await opened.send('/oauth/token', { method: 'POST', headers, body })).status).toBe(200);
    },
  );
  await fc.assert(property, { seed: 1, numRuns: 20 });
});

test('a secret that is sent without encoding is refused', async () => {
  await using opened = await openTenant();
  const app = await opened.app();
  const body = `grant_type=client_credentials&client_id=${app.clientId}&client_secret=${app.clientSecret}`;
  const reply = await opened.send('/oauth/token', { method: 'POST', headers: { 'content-type': FORM }, body });
  expect(reply.status).toBeGreaterThanOrEqual(400);
  expect(reply.text).not.toContain('access_token');
});

test('near misses of a client credential are answered with 401 and invalid_client', async () => {
  await using opened = await openTenant();
  const app = await opened.app();
  const other = await opened.app();
  const { clientSecret: secret } = app;
  const swapped = secret === secret.toLowerCase() ? secret.toUpperCase() : secret.toLowerCase();
  const wrong = [secret.slice(0, 8), secret.slice(0, -1), `${secret}x`, swapped, '', other.clientSecret];
  for (const clientSecret of wrong) {
    const reply = await opened.form(fieldsOf({ ...app, clientSecret }));
    expect([clientSecret, reply.status]).toEqual([clientSecret, 401]);
    expect(reply.json).toEqual({ error: 'invalid_client', error_description: expect.any(String) });
    expect(reply.headers['www-authenticate']).toMatch(/^Basic /);
    expect(reply.headers['cache-control']).toBe('no-store');
  }
  expect((await opened.form(fieldsOf({ ...app, clientId: app.clientId.toLowerCase() }))).status).toBe(401);
});

test('malformed token requests are answered with 400 and the error that OAuth names', async () => {
  await using opened = await openTenant();
  const fields = fieldsOf(await opened.app());
  const { grant_type: _, ...withoutGrantType } = fields;
  const form = new URLSearchParams(fields).toString();
  const post = (body: string, contentType = FORM) =>
    opened.send('/oauth/token', { method: 'POST', headers: { 'content-type': contentType }, body });
  const outcome = async (reply: ReturnType<typeof post>) => [(await reply).status, (await reply).json['error']];

  expect(await outcome(opened.form(withoutGrantType))).toEqual([400, 'invalid_request']);
  expect(await outcome(opened.form({ ...fields, grant_type: 'CLIENT_CREDENTIALS' }))).toEqual([
    400,
    'unsupported_grant_type',
  ]);
  expect(await outcome(post(`${form}&client_id=x`))).toEqual([400, 'invalid_request']);
  expect(await outcome(post(`${form}&extra=%E0%A4`))).toEqual([400, 'invalid_request']);
  expect(await outcome(post(form, 'text/plain'))).toEqual([400, 'invalid_request']);
  expect(await outcome(post('{}', 'application/json'))).toEqual([400, 'invalid_request']);
  expect((await opened.send('/oauth/token')).status).toBe(405);
});

test('tokens differ, and a new token ends no earlier one', async () => {
  await using opened = await openTenant();
  const app = await opened.app();
  const tokens = await Promise.all(Array.from({ length: 20 }, () => opened.token(app)));
  expect(new Set(tokens).size).toBe(20);
  for (const token of tokens) expect((await opened.get('/api/v2/entries', bearer(token))).status).toBe(200);
});

test('a rotated secret ends the former one and does not affect other apps', async () => {
  await using opened = await openTenant();
  const app = await opened.app();
  const other = await opened.app();
  const { clientSecret } = await opened.operate('app.rotateSecret', { appId: app.appId });
  expect((await opened.form(fieldsOf(app))).status).toBe(401);
  expect((await opened.form(fieldsOf({ ...app, clientSecret: String(clientSecret) }))).status).toBe(200);
  expect((await opened.form(fieldsOf(other))).status).toBe(200);
});

test('an archived app gets no token and no records until it is unarchived', async () => {
  await using opened = await openTenant();
  const app = await opened.app();
  const token = await opened.token(app);
  await opened.operate('app.archive', { appId: app.appId });
  expect((await opened.form(fieldsOf(app))).status).toBe(401);
  expect((await opened.get('/api/v2/entries', bearer(token))).status).toBe(401);
  await opened.operate('app.unarchive', { appId: app.appId });
  expect((await opened.form(fieldsOf(app))).status).toBe(200);
  expect((await opened.get('/api/v2/entries', bearer(token))).status).toBe(200);
});

test('a token is accepted for 899 seconds and refused at 900, used or not', async () => {
  await using opened = await openTenant();
  const token = await opened.token(await opened.app());
  await opened.operate('clock.advance', { seconds: 899.999 });
  expect((await opened.get('/api/v3/entry/items', bearer(token))).status).toBe(200);
  await opened.operate('clock.advance', { seconds: 0.001 });
  expect((await opened.get('/api/v3/entry/items', bearer(token))).status).toBe(401);
});

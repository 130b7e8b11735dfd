import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CALLBACK, delegatedClientOf } from './delegated-client.ts';
import { openTenant } from './opened-tenant.ts';

async function opened() {
  const tenant = await openTenant();
  const { userId } = await tenant.userWithKey('ada@lab.example');
  return { tenant, client: delegatedClientOf(tenant), userId, [Symbol.asyncDispose]: tenant[Symbol.asyncDispose] };
}

test('users sign in once, consent once for each app, and then see no more pages', async () => {
  await using bed = await opened();
  const { client, userId } = bed;
  const [app, other] = [await client.app('Protocol editor'), await client.app('Sample tracker')];
  const promptsOf = async (...passage: Parameters<typeof client.authorize>) =>
    (await client.authorize(...passage)).prompts;
  expect(await promptsOf(app, userId)).toEqual(['signIn', 'consent']);
  expect(await promptsOf(app, userId)).toEqual([]);
  expect(await promptsOf(other, userId)).toEqual(['consent']);
  expect(await promptsOf(app, userId, { freshSession: true })).toEqual(['signIn']);
  const { userId: ben } = await bed.tenant.userWithKey('ben@lab.example');
  expect(await promptsOf(app, ben)).toEqual(['signIn', 'consent']);
});

test('a denial is reported to the app, brings no code, and is not remembered as consent', async () => {
  await using bed = await opened();
  const app = await bed.client.app('Protocol editor');
  const denied = await bed.client.authorize(app, bed.userId, { consent: 'deny', parameters: { state: 'x y' } });
  expect(Object.fromEntries(denied.query)).toMatchObject({ error: 'access_denied', state: 'x y' });
  expect(denied.query.has('code')).toBe(false);
  expect((await bed.client.authorize(app, bed.userId)).prompts).toEqual(['consent']);
});

test('any state is returned unchanged, in any encoding', async () => {
  await using bed = await opened();
  const { client, userId, tenant } = bed;
  const app = await client.app('Protocol editor');
  const hex = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const encodings = fc.constantFrom(encodeURIComponent, hex, (text: string) => hex(text).toUpperCase());
  const states = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('+', '/', '%', '2B', '&', '=', '"', ' ', '#', 'é') }),
  );
  const property = fc.asyncProperty(states, encodings, async (state, encode) => {
    const url = `${client.addressFor(app)}&state=${encode(state)}`;
    const { location } = await tenant.operate('browser.authorize', { userId, url, consent: 'grant' });
    expect(new URL(String(location)).searchParams.get('state')).toBe(state);
  });
  await fc.assert(property, { seed: 21, numRuns: 60 });
});

test('without a state none is returned, and unknown parameters change nothing', async () => {
  await using bed = await opened();
  const app = await bed.client.app('Protocol editor');
  const { location, query } = await bed.client.authorize(app, bed.userId, {
    parameters: { prompt: 'none', nonce: '1' },
  });
  expect(location).toMatch(/^https:\/\/app\.example\/callback\?code=ac_[\w-]+$/);
  expect([...query.keys()]).toEqual(['code']);
});

test('each registered redirect URI can be used, and keeps its query', async () => {
  await using bed = await opened();
  const uris = [CALLBACK, `${CALLBACK}?tenant=a%20b&c`, 'http://localhost:7777/cb', 'https://other.example'];
  const app = await bed.client.app('Protocol editor', uris);
  for (const redirectUri of uris) {
    const { location } = await bed.client.authorize(app, bed.userId, { redirectUri, parameters: { state: 's' } });
    const separator = redirectUri.includes('?') ? '&' : '?';
    expect(location).toMatch(/code=ac_[\w-]+&state=s$/);
    expect(location?.startsWith(`${redirectUri}${separator}code=`)).toBe(true);
  }
});

test.each([
  { client_id: undefined },
  { client_id: 'nobody' },
  { redirect_uri: undefined },
  { redirect_uri: '' },
  { redirect_uri: `${CALLBACK}/deeper` },
  { redirect_uri: `${CALLBACK}?x` },
  { redirect_uri: 'https://app.example/' },
  { redirect_uri: 'https://app.example.evil.example/callback' },
  { redirect_uri: 'http://app.example/callback' },
  { redirect_uri: 'https://tracker.example/callback' },
])('a request with %j ends on a page of the tenant', async (parameters) => {
  await using bed = await opened();
  const app = await bed.client.app('Protocol editor');
  await bed.client.app('Sample tracker', ['https://tracker.example/callback']);
  await bed.client.authorize(app, bed.userId);
  const arrival = await bed.client.authorize(app, bed.userId, { parameters });
  expect([arrival.location, arrival.status]).toEqual([null, 400]);
});

test.each(['', 'token', 'id_token', 'CODE', 'code token'])('response_type %j brings no code', async (type) => {
  await using bed = await opened();
  const app = await bed.client.app('Protocol editor');
  const { query } = await bed.client.authorize(app, bed.userId, { parameters: { response_type: type, state: 's' } });
  expect(Object.fromEntries(query)).toMatchObject({ error: 'unsupported_response_type', state: 's' });
  expect(query.has('code')).toBe(false);
});

test('a parameter that is repeated or badly encoded is refused on a page', async () => {
  await using bed = await opened();
  const app = await bed.client.app('Protocol editor');
  for (const more of ['&state=a&state=b', '&state=%E0%A4', `&client_id=${app.clientId}`]) {
    const url = bed.client.addressFor(app) + more;
    const arrival = await bed.tenant.operate('browser.authorize', { userId: bed.userId, url, consent: 'grant' });
    expect(arrival).toMatchObject({ location: null, status: 400 });
  }
});

test('codes are pairwise different', async () => {
  await using bed = await opened();
  const app = await bed.client.app('Protocol editor');
  const arrivals = await Promise.all(Array.from({ length: 12 }, () => bed.client.authorize(app, bed.userId)));
  const codes = arrivals.map(({ query }) => query.get('code'));
  expect(new Set(codes).size).toBe(12);
  // All visits are in one browser at the same time: only the first one needs sign-in and consent.
  expect(arrivals.map(({ prompts }) => prompts.length)).toEqual([2, ...Array.from({ length: 11 }, () => 0)]);
});

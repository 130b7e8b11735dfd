import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DelegatedApp, delegatedClient, type DelegatedClient, HOME } from './delegated-client.ts';
import { type RunningTenant, startForeignTenant } from './foreign-tenant.ts';
import { covers, objectionTo } from './redirect-uris.ts';
import { callerOf, type TenantCaller } from './tenant-caller.ts';

let tenant: RunningTenant;
let caller: TenantCaller;
let client: DelegatedClient;
let app: DelegatedApp;

beforeAll(async () => {
  tenant = await startForeignTenant({ seed: 'authorization.test' });
  caller = callerOf(tenant);
  client = delegatedClient(caller, tenant.baseUrl);
  app = await client.newApp();
});

afterAll(async () => {
  await caller.close();
  await tenant.close();
});

function queryWith(changes: Record<string, string | undefined>): Record<string, string> {
  const query = { client_id: app.credentials.client_id, redirect_uri: HOME, response_type: 'code', ...changes };
  return Object.fromEntries(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

test('one page asks for the account and for consent, and then the step is invisible', async () => {
  const { userId } = await client.newUser();
  const first = await client.authorize(app, userId);
  expect(first).toMatchObject({ prompts: ['signIn', 'consent'], status: 303 });
  expect(first.location?.startsWith(`${HOME}&`)).toBe(true);
  expect(first.parameters.get('of')).toBe('mine');
  expect(first.parameters.get('code')).not.toBe('');
  expect(first.parameters.get('iss')).toBe(tenant.baseUrl);
  expect(first.parameters.has('state')).toBe(false);
  expect(first.cookies.some((cookie) => cookie.startsWith('lab_desk='))).toBe(true);
  expect((await client.authorize(app, userId)).prompts).toEqual([]);
});

test('a state comes back as it was sent', async () => {
  const { userId } = await client.newUser();
  const states = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  await fc.assert(
    fc.asyncProperty(
      states.filter((state) => state !== ''),
      async (state) => {
        const { parameters } = await client.authorize(app, userId, { query: queryWith({ state }) });
        expect(parameters.getAll('state')).toEqual([state]);
      },
    ),
    { seed: 1, numRuns: 30 },
  );
  const long = 'A+/='.repeat(512);
  const { parameters } = await client.authorize(app, userId, { query: queryWith({ state: long }) });
  expect(parameters.get('state')).toBe(long);
});

test.each<[string, Record<string, string | undefined>]>([
  ['no client_id', { client_id: undefined }],
  ['an unknown client_id', { client_id: 'urn:lab:client:nobody' }],
  ['no redirect_uri', { redirect_uri: undefined }],
  ['an unregistered redirect_uri', { redirect_uri: 'https://elsewhere.example/back' }],
  ['a longer redirect_uri', { redirect_uri: 'http://localhost:7777/back/further?of=mine' }],
  ['no response_type', { response_type: undefined }],
  ['another response_type', { response_type: 'token' }],
  ['a state beyond ASCII', { state: 'é' }],
  ['an unknown code challenge method', { code_challenge: 'x', code_challenge_method: 'S1' }],
])('a request with %s ends on a page', async (_, changes) => {
  const { userId } = await client.newUser();
  expect(await client.authorize(app, userId, { query: queryWith(changes) })).toMatchObject({
    location: null,
    status: 400,
  });
});

test('consent is asked of each user, for each app and after each sign-in, and a refusal is no consent', async () => {
  const [one, other] = [await client.newUser(), await client.newUser()];
  const otherApp = await client.newApp();
  expect(await client.authorize(app, one.userId, { consent: 'deny' })).toMatchObject({ location: null, status: 200 });
  expect((await client.authorize(app, one.userId)).prompts).toEqual(['consent']);
  expect((await client.authorize(otherApp, one.userId)).prompts).toEqual(['consent']);
  expect((await client.authorize(app, one.userId)).prompts).toEqual([]);
  expect((await client.authorize(app, other.userId)).prompts).toEqual(['signIn', 'consent']);
  expect((await client.authorize(otherApp, one.userId, { freshSession: true })).prompts).toEqual(['signIn', 'consent']);
  // The user has signed in again, but the consent to this app is still valid.
  expect((await client.authorize(app, one.userId)).prompts).toEqual([]);
});

test('the answer to a page is refused for another user and for another request', async () => {
  const query = new URLSearchParams(queryWith({})).toString();
  const opened = await caller.get(`/oauth/authorize?${query}`);
  const seal = /name="seal" value="([^"]*)"/.exec(opened.text)?.[1] ?? '';
  const answer = (fields: Record<string, string>): Promise<{ status: number }> =>
    caller.token({ asked: query, seal, decision: 'share', ...fields }, '/sign-in/answer');
  expect((await answer({ account: 'user-1@bench.example', passphrase: 'guessed' })).status).toBe(403);
  expect((await answer({ asked: `${query}&state=other` })).status).toBe(400);
});

test('redirect URIs are https, or http://localhost with a port', async () => {
  const right = [
    'https://app.example/cb?x=1',
    'HTTPS://app.example',
    'http://localhost:80/cb',
    'http://localhost:3000',
  ];
  const wrong = [
    'http://app.example/cb',
    'http://localhost.evil.example:80/cb',
    'http://localhost:80@evil.example/cb',
    'http://localhost:80\\@evil.example/cb',
    'http://localhost/cb',
    'http://127.0.0.1:3000/cb',
    'https://user@app.example/cb',
    'https://app.example/cb#part',
    'lab.app:/cb',
    'cb',
  ];
  expect(right.map(objectionTo)).toEqual(right.map(() => undefined));
  expect(wrong.filter((uri) => objectionTo(uri) === undefined)).toEqual([]);
  for (const redirectUri of ['http://app.example/cb', 'https://app.example/cb']) {
    const { registered } = await caller.operate('app.registerRedirectUri', { appId: app.appId, redirectUri });
    expect([redirectUri, registered]).toEqual([redirectUri, redirectUri.startsWith('https:')]);
  }
  const { userId } = await client.newUser();
  const { location } = await client.authorize(app, userId, {
    query: queryWith({ redirect_uri: 'https://app.example/cb' }),
  });
  expect(location?.startsWith('https://app.example/cb?')).toBe(true);
  expect(covers('http://localhost:1/cb', 'http://localhost:2/cb')).toBe(true);
  expect(covers('http://localhost:1/cb', 'http://localhost:2/cb/x')).toBe(false);
  expect(covers('https://app.example:1/cb', 'https://app.example:2/cb')).toBe(false);
});

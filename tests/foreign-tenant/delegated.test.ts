import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DelegatedApp, delegatedClient, type DelegatedClient } from './delegated-client.ts';
import { type RunningTenant, startForeignTenant } from './foreign-tenant.ts';
import { type Answer, callerOf, type TenantCaller } from './tenant-caller.ts';

const DAY = 86_400;

let tenant: RunningTenant;
let caller: TenantCaller;
let client: DelegatedClient;
let app: DelegatedApp;

beforeAll(async () => {
  tenant = await startForeignTenant({ seed: 'delegated.test' });
  caller = callerOf(tenant);
  client = delegatedClient(caller, tenant.baseUrl);
  app = await client.newApp();
});

afterAll(async () => {
  await caller.close();
  await tenant.close();
});

const elapse = (seconds: number): Promise<unknown> => caller.operate('clock.advance', { seconds });
const codeOf = async (userId: string): Promise<string> =>
  (await client.authorize(app, userId)).parameters.get('code') ?? '';
const errorOf = ({ json }: Answer): unknown => (json['errors'] as { code: string }[] | undefined)?.[0]?.code;

describe('codes and refresh tokens', () => {
  test.each(['/oauth/token', '/api/v2/token'])(
    '%s gives a user both tokens, and new ones by a refresh',
    async (path) => {
      const { userId, entryId } = await client.newUser();
      let answer = await client.exchange(app, await codeOf(userId), path);
      for (let round = 0; round < 3; round += 1) {
        expect(answer.status).toBe(200);
        expect(answer.headers['cache-control']).toContain('no-store');
        expect(answer.json).toMatchObject({
          token_type: 'Bearer',
          expires_in: 900,
          refresh_token_expires_in: 2_592_000,
          scope: 'laboratory offline',
        });
        const seen = await caller.get('/api/v2/entries', `Bearer ${String(answer.json['access_token'])}`);
        expect((seen.json['data'] as { id: string }[]).map((item) => item.id)).toEqual([entryId]);
        await elapse(0.313);
        const next = await client.refresh(app, answer.json['refresh_token'], path);
        expect(next.json['refresh_token']).not.toBe(answer.json['refresh_token']);
        expect(await client.statusOf(answer.json['access_token'])).toBe(401);
        answer = next;
      }
    },
  );

  test('a code is bound to app and redirect URI, and is good for a minute after its first exchange', async () => {
    const { userId } = await client.newUser();
    const code = await codeOf(userId);
    const other = await client.newApp();
    const fields = { grant_type: 'authorization_code', ...app.credentials, code };
    expect((await client.exchange(other, code)).json).not.toHaveProperty('access_token');
    expect((await caller.token(fields)).json).not.toHaveProperty('access_token');
    const elsewhere = await caller.token({ ...fields, redirect_uri: 'http://localhost:7778/back?of=mine' });
    expect(elsewhere.json).not.toHaveProperty('access_token');
    const first = await client.exchange(app, code);
    const second = await client.exchange(app, code);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await client.statusOf(first.json['access_token'])).toBe(200);
    await elapse(61);
    expect((await client.exchange(app, code)).status).toBe(400);
    expect((await caller.get('/api/v2/entries', `Bearer ${code}`)).status).toBe(401);
  });

  test('a spent refresh token always gives invalid_grant and ends its authorization', async () => {
    const { userId } = await client.newUser();
    const [one, untouched] = [await client.tokens(app, userId), await client.tokens(app, userId)];
    const next = (await client.refresh(app, one.refresh)).json;
    // Presenting the token as another app has no effect.
    expect((await client.refresh(await client.newApp(), one.refresh)).status).toBe(400);
    expect(await client.statusOf(next['access_token'])).toBe(200);

    expect(errorOf(await client.refresh(app, one.refresh))).toBe('invalid_grant');
    expect(await client.statusOf(next['access_token'])).toBe(401);
    expect(errorOf(await client.refresh(app, next['refresh_token']))).toBe('authorization_ended');
    expect(await client.statusOf(untouched.access)).toBe(200);
    expect((await client.refresh(app, untouched.refresh)).status).toBe(200);

    await caller.operate('user.suspend', { userId });
    await elapse(29 * DAY);
    const legacy = await client.refresh(app, one.refresh, '/api/v2/token');
    expect([legacy.status, legacy.text.split(':')[0]]).toEqual([403, 'invalid_grant']);
  });

  test('one of many concurrent refreshes succeeds and the others give invalid_grant', async () => {
    const { userId } = await client.newUser();
    const { refresh } = await client.tokens(app, userId);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        client.refresh(app, refresh, index % 2 === 0 ? '/oauth/token' : '/api/v2/token'),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200).length).toBe(1);
    expect(answers.filter((answer) => answer.text.includes('invalid_grant')).length).toBe(11);
  });

  test('a refused refresh spends nothing, and a wrong secret is 401', async () => {
    const { userId } = await client.newUser();
    const { refresh, access } = await client.tokens(app, userId);
    const { client_id } = app.credentials;
    const wrong = { appId: app.appId, credentials: { client_id, client_secret: 'wrong' } };
    expect((await client.refresh(wrong, refresh)).status).toBe(401);
    expect((await client.refresh(app, access)).json).not.toHaveProperty('access_token');
    expect((await client.refresh(app, refresh)).status).toBe(200);
  });

  test('access tokens last 900 seconds and refresh tokens 30 days from the last refresh', async () => {
    const { userId } = await client.newUser();
    const { access, refresh } = await client.tokens(app, userId);
    await elapse(890);
    expect(await client.statusOf(access)).toBe(200);
    await elapse(10);
    expect(await client.statusOf(access)).toBe(401);
    await elapse(30 * DAY - 910);
    const next = (await client.refresh(app, refresh)).json['refresh_token'];
    await elapse(30 * DAY - 10);
    const last = (await client.refresh(app, next)).json['refresh_token'];
    await elapse(30 * DAY);
    expect(errorOf(await client.refresh(app, last))).toBe('authorization_expired');
    expect((await client.authorize(app, userId)).prompts).toEqual(['signIn', 'consent']);
  });

  test('a rotated secret ends access tokens and leaves refresh tokens', async () => {
    const rotating = await client.newApp();
    const { userId } = await client.newUser();
    const { access, refresh } = await client.tokens(rotating, userId);
    const { clientSecret } = await caller.operate('app.rotateSecret', { appId: rotating.appId });
    expect(await client.statusOf(access)).toBe(401);
    const { client_id } = rotating.credentials;
    const rotated = { appId: rotating.appId, credentials: { client_id, client_secret: String(clientSecret) } };
    expect((await client.refresh(rotated, refresh)).status).toBe(200);
  });

  test('a token request of an app without a user ignores a refresh token', async () => {
    const { userId } = await client.newUser();
    const { refresh } = await client.tokens(app, userId);
    const answer = await caller.token({ grant_type: 'client_credentials', ...app.credentials, refresh_token: refresh });
    expect(answer.json).not.toHaveProperty('refresh_token_expires_in');
    expect(answer.json).not.toHaveProperty('on_behalf_of');
    expect((await client.refresh(app, refresh)).status).toBe(200);
  });
});

describe('states and transitions', () => {
  test('a suspension ends everything delegated for good, and only pauses the key', async () => {
    const [{ userId, basic }, bystander] = [await client.newUser(), await client.newUser()];
    const [tokens, others] = [await client.tokens(app, userId), await client.tokens(app, bystander.userId)];
    const code = await codeOf(userId);
    await caller.operate('user.suspend', { userId });
    await caller.operate('user.suspend', { userId });
    expect(await client.statusOf(tokens.access)).toBe(403);
    expect((await caller.get('/api/v2/entries', basic)).status).toBe(403);
    expect(errorOf(await client.refresh(app, tokens.refresh))).toBe('user_suspended');
    expect((await client.exchange(app, code)).status).toBe(403);
    expect(await client.authorize(app, userId)).toMatchObject({ location: null, status: 403 });
    expect(await client.statusOf(others.access)).toBe(200);
    expect((await client.refresh(app, others.refresh)).status).toBe(200);

    await caller.operate('user.unsuspend', { userId });
    expect((await caller.get('/api/v2/entries', basic)).status).toBe(200);
    expect(await client.statusOf(tokens.access)).toBe(403);
    expect(errorOf(await client.refresh(app, tokens.refresh))).toBe('consent_ended');
    expect((await client.exchange(app, code)).status).toBe(403);
    const again = await client.authorize(app, userId);
    expect(again.prompts).toEqual(['signIn', 'consent']);
    const { json } = await client.exchange(app, again.parameters.get('code') ?? '');
    expect(await client.statusOf(json['access_token'])).toBe(200);
  });

  test.each([
    ['a suspension', 'user.suspend', 'user.unsuspend'],
    ['an uninstallation', 'app.uninstall', 'app.install'],
  ])('tokens from refreshes that race with %s are not valid, even when it is undone', async (_, operation, undone) => {
    const racingApp = await client.newApp();
    const { userId } = await client.newUser();
    const held = [];
    for (let device = 0; device < 8; device += 1) held.push(await client.tokens(racingApp, userId));
    const refreshes = held.map(({ refresh }) => client.refresh(racingApp, refresh));
    const input = operation.startsWith('user.') ? { userId } : { appId: racingApp.appId };
    await caller.operate(operation, input);
    const brought = (await Promise.all(refreshes)).map(({ json }) => json);
    await caller.operate(undone, input);
    for (const { access_token: access, refresh_token: refresh } of brought) {
      expect([401, 403]).toContain(await client.statusOf(access));
      expect((await client.refresh(racingApp, refresh)).json).not.toHaveProperty('access_token');
    }
  });

  test('an archived app gets codes and tokens that are refused until it is unarchived', async () => {
    const archived = await client.newApp();
    const { userId } = await client.newUser();
    const before = await client.tokens(archived, userId);
    await caller.operate('app.archive', { appId: archived.appId });
    const during = await client.tokens(archived, userId);
    expect([await client.statusOf(before.access), await client.statusOf(during.access)]).toEqual([403, 403]);
    await caller.operate('app.unarchive', { appId: archived.appId });
    expect([await client.statusOf(before.access), await client.statusOf(during.access)]).toEqual([200, 200]);
  });

  test('an uninstallation ends the consents of all users, and a reinstallation brings none back', async () => {
    const leaving = await client.newApp();
    const users = [await client.newUser(), await client.newUser()];
    const held = await Promise.all(users.map(({ userId }) => client.tokens(leaving, userId)));
    const code = (await client.authorize(leaving, users[0]?.userId ?? '')).parameters.get('code') ?? '';
    await caller.operate('app.uninstall', { appId: leaving.appId });
    for (const { access, refresh } of held) {
      expect(await client.statusOf(access)).toBe(403);
      expect(errorOf(await client.refresh(leaving, refresh))).toBe('app_not_installed');
    }
    expect(await client.authorize(leaving, users[0]?.userId ?? '')).toMatchObject({ location: null, status: 400 });

    await caller.operate('app.install', { appId: leaving.appId });
    for (const { access, refresh } of held) {
      expect(await client.statusOf(access)).toBe(403);
      expect((await client.refresh(leaving, refresh)).status).toBe(403);
    }
    expect((await client.exchange(leaving, code)).status).toBe(403);
    const again = await client.authorize(leaving, users[0]?.userId ?? '');
    expect(again.prompts).toEqual(['consent']);
    const { json } = await client.exchange(leaving, again.parameters.get('code') ?? '');
    expect(await client.statusOf(json['access_token'])).toBe(200);
    expect((await client.authorize(leaving, users[1]?.userId ?? '')).prompts).toEqual(['consent']);
    expect(await client.statusOf(held[1]?.access)).toBe(403);
    expect((await caller.get('/api/v2/entries', users[0]?.basic)).status).toBe(200);
  });
});

import { expect, test } from 'vitest';
import { delegatedClientOf, refreshTokenIn } from './delegated-client.ts';
import { basic, bearer, openTenant } from './opened-tenant.ts';

async function opened() {
  const tenant = await openTenant();
  const client = delegatedClientOf(tenant);
  const [ada, ben] = [await tenant.userWithKey('ada@lab.example'), await tenant.userWithKey('ben@lab.example')];
  const [app, other] = [await client.app('Protocol editor'), await client.app('Sample tracker')];
  const held = {
    adaApp: { app, ...(await client.tokens(app, ada.userId)) },
    adaOther: { app: other, ...(await client.tokens(other, ada.userId)) },
    benApp: { app, ...(await client.tokens(app, ben.userId)) },
  };
  const code = async () => (await client.authorize(app, ada.userId)).query.get('code') ?? '';
  /** Reports whether each access token and each refresh token works. A new refresh token replaces the old one. */
  const working = async () => {
    const found: Record<string, readonly [boolean, boolean]> = {};
    for (const [name, holder] of Object.entries(held)) {
      const call = await tenant.get('/api/v2/entries', bearer(holder.accessToken));
      const reply = await client.refresh(holder.app, holder.refreshToken);
      if (reply.status === 200) holder.refreshToken = refreshTokenIn(reply);
      found[name] = [call.status === 200, reply.status === 200];
    }
    return found;
  };
  return {
    tenant,
    client,
    app,
    other,
    ada,
    ben,
    held,
    code,
    working,
    [Symbol.asyncDispose]: tenant[Symbol.asyncDispose],
  };
}

const yes = [true, true];
const no = [false, false];

test('a suspension stops all tokens of the user in every app, and nothing else, until it ends', async () => {
  await using bed = await opened();
  const { tenant, client, app, ada, ben } = bed;
  const code = await bed.code();
  await tenant.operate('user.suspend', { userId: ada.userId });
  expect(await bed.working()).toEqual({ adaApp: no, adaOther: no, benApp: yes });
  expect((await client.exchange(app, code)).json['error']).toBe('invalid_grant');
  expect((await client.authorize(app, ada.userId)).query.has('code')).toBe(false);
  expect((await tenant.get('/api/v2/plates', bearer(await tenant.token(app)))).status).toBe(200);
  expect((await tenant.get('/api/v2/plates', basic(ben.apiKey))).status).toBe(200);
  await tenant.operate('user.unsuspend', { userId: ada.userId });
  expect(await bed.working()).toEqual({ adaApp: yes, adaOther: yes, benApp: yes });
});

test('archiving stops an app completely and at once, until it is unarchived', async () => {
  await using bed = await opened();
  const { tenant, client, app, ada } = bed;
  const [code, appToken] = [await bed.code(), await tenant.token(app)];
  await tenant.operate('app.archive', { appId: app.appId });
  expect(await bed.working()).toEqual({ adaApp: no, adaOther: yes, benApp: no });
  expect((await client.exchange(app, code)).status).toBe(401);
  expect((await tenant.get('/api/v2/entries', bearer(appToken))).status).toBe(401);
  expect(await client.authorize(app, ada.userId)).toMatchObject({ location: null, status: 403 });
  await tenant.operate('app.unarchive', { appId: app.appId });
  expect(await bed.working()).toEqual({ adaApp: yes, adaOther: yes, benApp: yes });
  expect((await client.exchange(app, code)).status).toBe(200);
});

test('an uninstallation ends the tokens of users of the app permanently, and every user has to consent again', async () => {
  await using bed = await opened();
  const { tenant, client, app, ada, ben } = bed;
  const [code, appToken] = [await bed.code(), await tenant.token(app)];
  await tenant.operate('user.suspend', { userId: ben.userId });
  await tenant.operate('app.uninstall', { appId: app.appId });
  expect(await bed.working()).toEqual({ adaApp: no, adaOther: yes, benApp: no });
  expect(await client.authorize(app, ada.userId)).toMatchObject({ location: null, status: 403 });
  await tenant.operate('app.install', { appId: app.appId });
  await tenant.operate('user.unsuspend', { userId: ben.userId });
  expect(await bed.working()).toEqual({ adaApp: no, adaOther: yes, benApp: no });
  expect((await client.exchange(app, code)).json['error']).toBe('invalid_grant');
  expect((await client.authorize(app, ada.userId)).prompts).toEqual(['consent']);
  expect(await bed.working()).toEqual({ adaApp: no, adaOther: yes, benApp: no });
  expect((await client.authorize(app, ben.userId)).prompts).toEqual(['consent']);
  const { accessToken } = await client.tokens(app, ben.userId);
  expect((await tenant.get('/api/v2/entries', bearer(accessToken))).status).toBe(200);
  expect((await tenant.get('/api/v2/entries', bearer(appToken))).status).toBe(200);
});

test('neither archiving nor a suspension extends or revives a credential', async () => {
  await using bed = await opened();
  const { tenant, client, app, ada, held } = bed;
  const spent = held.adaApp.refreshToken;
  held.adaApp.refreshToken = refreshTokenIn(await client.refresh(app, spent));
  await tenant.operate('user.suspend', { userId: ada.userId });
  await tenant.operate('app.archive', { appId: app.appId });
  await tenant.operate('clock.advance', { seconds: 2_592_000 });
  await tenant.operate('user.unsuspend', { userId: ada.userId });
  await tenant.operate('app.unarchive', { appId: app.appId });
  expect(await bed.working()).toEqual({ adaApp: no, adaOther: no, benApp: no });
  expect((await client.refresh(app, spent)).json['error']).toBe('invalid_grant');
});

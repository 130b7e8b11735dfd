import { request } from 'undici';
import { expect, test } from 'vitest';
import { findFault } from '../../tenant/faults/index.ts';
import { findVariant, type Variant } from '../../tenant/variants/index.ts';
import { bearer, openTenant } from './opened-tenant.ts';

const variant = (id: string): Variant => {
  const found = findVariant(id);
  if (found === undefined) throw new Error(`There is no variant ${id}.`);
  return found;
};

test.each([true, false])('the HTTP/2 variant serves clients that speak HTTP/2 (%s) or not', async (allowH2) => {
  await using opened = await openTenant({ variant: variant('transport/http-2'), allowH2 });
  const app = await opened.app();
  await opened.project('apps', { appId: app.appId });
  const token = await opened.token(app);
  const replies = await Promise.all(Array.from({ length: 8 }, () => opened.get('/api/v2/entries', bearer(token))));
  for (const reply of replies) {
    expect(reply.status).toBe(200);
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000');
    // Keep-Alive exists only in HTTP/1.1.
    expect(reply.headers['keep-alive']).toBe(allowH2 ? undefined : 'timeout=65');
  }
  const challenges = String((await opened.get('/api/v2/entries')).headers['www-authenticate']);
  expect(challenges).toMatch(/Bearer realm=.*Basic realm=/);
});

test('the port can serve TLS and unencrypted HTTP side by side', async () => {
  await using opened = await openTenant({ variant: variant('transport/clear-text-is-redirected') });
  const token = await opened.token(await opened.app());
  const inClear = opened.tenant.baseUrl.replace('https:', 'http:');
  const both = Array.from({ length: 6 }, async () => {
    const clear = await request(`${inClear}/api/v2/entries?pageSize=1`, { headers: { authorization: bearer(token) } });
    await clear.body.dump();
    expect(clear.statusCode).toBe(308);
    expect(clear.headers['location']).toBe(`${opened.tenant.baseUrl}/api/v2/entries?pageSize=1`);
    expect((await opened.get('/api/v2/entries', bearer(token))).status).toBe(200);
  });
  await Promise.all(both);
});

test('a rule that throws is answered with 500, and the tenant keeps running', async () => {
  let broken = true;
  const fault = {
    id: 'transport/throws',
    breaks: ['TRN-02'],
    summary: 'Throws.',
    behaviour: () => ({
      accept: () => {
        if (broken) throw new Error('broken rule');
        return undefined;
      },
    }),
  };
  await using opened = await openTenant({ fault });
  expect((await opened.get('/api/v2/entries')).status).toBe(500);
  broken = false;
  expect((await opened.get('/api/v2/entries')).status).toBe(401);
});

test('a rule can close the connection instead of answering', async () => {
  const behaviour = () => ({ accept: () => 'disconnect' as const });
  const fault = { id: 'transport/disconnects', breaks: ['TRN-02'], summary: 'Closes every connection.', behaviour };
  await using opened = await openTenant({ fault });
  await expect(opened.get('/api/v2/entries')).rejects.toThrow('other side closed');
});

test('the memory of a fault belongs to one tenant', async () => {
  const fault = findFault('client-credentials/every-tenth-token-brings-a-refresh-token');
  if (fault === undefined) throw new Error('The fault is gone.');
  for (let tenants = 0; tenants < 2; tenants++) {
    await using opened = await openTenant({ fault });
    const app = await opened.app();
    const fields = { grant_type: 'client_credentials', client_id: app.clientId, client_secret: app.clientSecret };
    const withRefreshToken: boolean[] = [];
    for (let times = 0; times < 10; times++) {
      withRefreshToken.push('refresh_token' in (await opened.form(fields)).json);
    }
    expect(withRefreshToken.indexOf(true)).toBe(9);
  }
});

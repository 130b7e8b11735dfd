import { expect, test } from 'vitest';
import { realTime } from '../../drivers/real-time.ts';
import { startWeatherProxy } from '../weather/proxy.ts';
import { delegatedClientOf } from './delegated-client.ts';
import { certificate, openTenant } from './opened-tenant.ts';

/** Opens a tenant with the address of a gateway, which applies one kind of weather to every exchange. */
async function behindGateway(kind: string) {
  const weather = { kind, intensity: { rate: 1 }, seed: 1 };
  const gateway = await startWeatherProxy({ certificate, weather, realTime });
  const opened = await openTenant({ publicUrl: gateway.url });
  gateway.setTenantOrigin(opened.tenant.listensAt);
  const client = delegatedClientOf(opened);
  const app = await client.app('Plate reader');
  const { userId } = await opened.userWithKey('ada@lab.example');
  return {
    opened,
    gateway,
    authorize: () => client.authorize(app, userId),
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]();
      await gateway.close();
    },
  };
}

test('a tenant behind a gateway has the address of the gateway, and so has its built-in browser', async () => {
  await using there = await behindGateway('header-noise');
  const { tenant } = there.opened;
  expect(tenant.baseUrl).toBe(there.gateway.url);
  expect(tenant.listensAt).not.toBe(there.gateway.url);
  expect(tenant.control.description.baseUrl).toBe(there.gateway.url);
  const { query, cookies } = await there.authorize();
  expect(query.has('code')).toBe(true);
  expect(cookies).toContainEqual(expect.stringMatching(/^affinity=/));
  const endpoints = new Set(there.gateway.disturbed().map(({ endpoint }) => endpoint));
  expect([...endpoints]).toEqual(['GET /oauth/authorize', 'POST /oauth/authorize']);
});

test.each(['reset-after', 'cut-head', 'cut-body'])(
  'a page that is lost by %s is reported by the control',
  async (kind) => {
    await using there = await behindGateway(kind);
    await expect(there.authorize()).rejects.toMatchObject({
      status: 502,
      code: 'no_answer',
      message: expect.stringMatching(/^The browser got no answer to GET \/oauth\/authorize: /) as string,
    });
  },
);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refused } from '../../tenant/index.ts';
import { openTenant } from './opened-tenant.ts';

async function openedWithApp() {
  const opened = await openTenant();
  const { appId } = await opened.app();
  const register = async (redirectUri: string) =>
    (await opened.operate('app.registerRedirectUri', { appId, redirectUri }))['registered'];
  return { register, opened, [Symbol.asyncDispose]: opened[Symbol.asyncDispose] };
}

test('every https address can be registered, and http://localhost with any port', async () => {
  await using bed = await openedWithApp();
  const paths = fc.webPath({ size: 'small' });
  const secure = fc.tuple(fc.domain(), paths).map(([host, path]) => `https://${host}${path}`);
  const local = fc
    .tuple(fc.integer({ min: 1, max: 65_535 }), paths)
    .map(([port, path]) => `http://localhost:${port}${path}`);
  const property = fc.asyncProperty(fc.oneof(secure, local), async (redirectUri) => {
    expect([redirectUri, await bed.register(redirectUri)]).toEqual([redirectUri, true]);
  });
  await fc.assert(property, { seed: 22, numRuns: 100 });
});

test('no http address of another host can be registered, however much it looks local', async () => {
  await using bed = await openedWithApp();
  const near = fc
    .tuple(fc.domain(), fc.nat(65_535))
    .chain(([host, port]) =>
      fc.constantFrom(
        `http://${host}/cb`,
        `http://${host}:${port}/cb`,
        `http://localhost.${host}:${port}/cb`,
        `http://${host}.localhost:${port}/cb`,
        `http://localhost:${port}@${host}/cb`,
        `http://localhost@${host}:${port}/cb`,
        `http://localhost:${port}\\@${host}/cb`,
        `http://localhost:${port}.${host}/cb`,
        `http://localhost%2e${host}:${port}/cb`,
      ),
    );
  const property = fc.asyncProperty(near, async (redirectUri) => {
    expect([redirectUri, await bed.register(redirectUri)]).toEqual([redirectUri, false]);
  });
  await fc.assert(property, { seed: 23, numRuns: 100 });
});

test.each([
  '/callback',
  '//app.example/callback',
  'app.example/callback',
  'https:/app.example/callback',
  'https:///callback',
  'https://app.example/callback#part',
  'https://app.example/callback#',
  'https://ada@app.example/callback',
  'https://app.example/call back',
  'https://app.example\\@evil.example/',
  'javascript:alert(1)',
  'lab-app://callback',
  'http://localhost/callback',
  'http://localhost:/callback',
  'http://127.0.0.1:7777/callback',
  'http://[::1]:7777/callback',
])('%s cannot be registered, neither later nor with a new app', async (redirectUri) => {
  await using bed = await openedWithApp();
  expect(await bed.register(redirectUri)).toBe(false);
  const creation = bed.opened.operate('app.create', { name: 'New', redirectUris: [redirectUri] });
  await expect(creation).rejects.toBeInstanceOf(Refused);
});

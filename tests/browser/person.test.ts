import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { request } from 'undici';
import { personSignIn } from '../../drivers/browser/person.ts';

/** Returns a port of this machine that was free a moment ago. */
async function aFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const url = 'https://acme.example/oauth/authorize?client_id=c&response_type=code';

test('the person gets the address to open, and the address with which the browser comes back is returned', async () => {
  const redirectUri = `http://localhost:${await aFreePort()}/callback`;
  const local = redirectUri.replace('localhost', '127.0.0.1');
  const seen: number[] = [];
  let page = '';
  const asked: string[] = [];
  const signIn = personSignIn({
    redirectUri,
    waitSeconds: 20,
    ask: ({ address, email }) => {
      asked.push(`${email} ${address}`);
      const state = new URL(address).searchParams.get('state') ?? '';
      void (async () => {
        for (const path of ['?code=x&state=forged', '?code=x', `/elsewhere?code=x&state=${state}`]) {
          seen.push((await request(`${local}${path}`)).statusCode);
        }
        const back = await request(`${local}?code=the-code&state=${state}`);
        seen.push(back.statusCode);
        page = await back.body.text();
      })();
    },
  });
  const [first, second] = await Promise.all([signIn({ url, email: 'a@x' }), signIn({ url, email: 'b@x' })]);
  expect(asked.map((line) => line.slice(0, 45))).toEqual([`a@x ${url}`, `b@x ${url}`].map((line) => line.slice(0, 45)));
  expect(seen.slice(0, 4)).toEqual([404, 404, 404, 200]);
  expect(first).toMatch(/\?code=the-code&state=/);
  expect(second).not.toBe(first);
  expect(page).toContain('You can close this window');
  expect(page).not.toContain('the-code');
});

test('the suite waits for the person no longer than agreed, and not again in the same run', async () => {
  const asked: string[] = [];
  const signIn = personSignIn({
    redirectUri: `http://localhost:${await aFreePort()}/callback`,
    waitSeconds: 0.05,
    ask: ({ email }) => asked.push(email),
  });
  for (const email of ['a@x', 'b@x']) {
    await expect(signIn({ url, email })).rejects.toMatchObject({
      name: 'PremiseUnmet',
      message: 'nobody signed in at the browser within 0.05 s',
    });
  }
  expect(asked).toEqual(['a@x']);
});

test('the error for a port that is in use names the key of the profile', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const signIn = personSignIn({ redirectUri: `http://localhost:${port}/callback`, ask: () => {} });
  await expect(signIn({ url, email: 'a@x' })).rejects.toThrow(/^fixtures\.app\.redirectUri: port \d+ of this machine/);
  server.close();
});

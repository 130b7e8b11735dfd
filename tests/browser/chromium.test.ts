import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chromiumBrowser } from '../../drivers/browser/chromium.ts';
import type { UsersBrowser } from '../../drivers/browser/with-browser.ts';
import { realTime } from '../../drivers/real-time.ts';
import type { LoadedBrowser } from '../../drivers/profile/resolved.ts';
import type { DelegatedClient } from '../tenant/delegated-client.ts';
import { CALLBACK, delegatedClientOf } from '../tenant/delegated-client.ts';
import type { AppCredentials, OpenedTenant } from '../tenant/opened-tenant.ts';
import { openTenant } from '../tenant/opened-tenant.ts';
import { executable, scriptFor, whySkipped } from './reference-script.ts';

const password = 'correct horse battery';

describe.skipIf(executable === undefined)(`Chromium (skipped because ${whySkipped})`, () => {
  let opened: OpenedTenant;
  let client: DelegatedClient;
  let browser: UsersBrowser;
  let app: AppCredentials;
  let userId: string;
  let users = 0;

  const browserWith = (script: LoadedBrowser, more: { keepOpen?: number; timeoutSeconds?: number } = {}) =>
    chromiumBrowser({
      baseUrl: opened.tenant.baseUrl,
      caPem: opened.tenant.caPem,
      script,
      users: [],
      timeoutSeconds: 10,
      realTime,
      ...more,
    });

  /** Creates a user that the browser knows. */
  const aUser = async (known: UsersBrowser = browser): Promise<string> => {
    const email = `ada-${++users}@lab.example`;
    const made = await opened.operate('user.create', { email, password });
    known.meet({ userId: String(made['userId']), email });
    return String(made['userId']);
  };

  beforeAll(async () => {
    opened = await openTenant();
    client = delegatedClientOf(opened);
    browser = browserWith(scriptFor(password));
  });
  afterAll(async () => {
    await browser.close();
    await opened[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    app = await client.app('Protocol editor');
    userId = await aUser();
  });

  const authorize = (consent: 'grant' | 'deny', more: { freshSession?: boolean; url?: string } = {}) =>
    browser.authorize({
      userId,
      url: client.addressFor(app, { parameters: { state: 'a state & more' } }),
      consent,
      ...more,
    });

  test('signs a user in, grants, and returns the address to which the code was to be sent', async () => {
    const { location, prompts, status, cookies } = await authorize('grant');
    expect([prompts, status]).toEqual([['signIn', 'consent'], 303]);
    expect(cookies?.join()).toMatch(/^__Host-session=ses_\S+$/);
    expect(location).toMatch(new RegExp(`^${CALLBACK}\\?code=[^&]+&state=a%20state%20%26%20more$`));
    const code = new URL(location ?? '').searchParams.get('code') ?? '';
    expect((await client.exchange(app, code)).status).toBe(200);
  });

  test('denies, and meets the consent page again the next time', async () => {
    const denied = await authorize('deny');
    expect(new URL(denied.location ?? '').searchParams.get('error')).toBe('access_denied');
    expect((await authorize('grant')).prompts).toEqual(['consent']);
  });

  test('keeps the session of each user until a new session begins', async () => {
    await authorize('grant');
    const again = await authorize('grant');
    expect(again.prompts).toEqual([]);
    expect(again.location).toContain('code=');
    expect((await authorize('grant', { freshSession: true })).prompts).toEqual(['signIn']);
    userId = await aUser();
    expect((await authorize('grant')).prompts).toEqual(['signIn', 'consent']);
  });

  test('keeps the cookies of a session that was closed to make room', async () => {
    const narrow = browserWith(scriptFor(password), { keepOpen: 1 });
    try {
      const [one, other] = [await aUser(narrow), await aUser(narrow)];
      const url = client.addressFor(app);
      for (const user of [one, other]) await narrow.authorize({ userId: user, url, consent: 'grant' });
      for (const user of [one, other]) {
        expect(await narrow.authorize({ userId: user, url, consent: 'grant' })).toMatchObject({ prompts: [] });
      }
    } finally {
      await narrow.close();
    }
  });

  test('ends without a redirect if it is refused: for another redirect URI, a wrong password or a suspended user', async () => {
    const wrong = client.addressFor(app, { redirectUri: 'https://evil.example/callback' });
    expect(await authorize('grant', { url: wrong })).toMatchObject({ location: null, prompts: [], status: 400 });
    const wrongBrowser = browserWith(scriptFor('another password'));
    try {
      const one = await aUser(wrongBrowser);
      const ended = await wrongBrowser.authorize({ userId: one, url: client.addressFor(app), consent: 'grant' });
      expect(ended).toMatchObject({ location: null, prompts: ['signIn'], status: 403 });
    } finally {
      await wrongBrowser.close();
    }
    await opened.operate('user.suspend', { userId });
    expect(await authorize('grant')).toMatchObject({ location: null, prompts: ['signIn'], status: 403 });
  });

  test('sends no request to the redirect URI, even if the redirect URI is on this machine', async () => {
    let requests = 0;
    const listener = createServer((_request, response) => {
      requests++;
      response.end();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const redirectUri = `http://localhost:${(listener.address() as AddressInfo).port}/callback`;
    app = await client.app('Local editor', [redirectUri]);
    const { location } = await authorize('grant', { url: client.addressFor(app, { redirectUri }) });
    listener.closeAllConnections();
    listener.close();
    expect(location).toContain(`${redirectUri}?code=`);
    expect(requests).toBe(0);
  });

  test('serves several users at once, and one user in turn', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => aUser()));
    const url = client.addressFor(app);
    const all = [...others, ...others];
    const ended = await Promise.all(all.map((user) => browser.authorize({ userId: user, url, consent: 'grant' })));
    expect(ended.every(({ location }) => location?.includes('code='))).toBe(true);
    expect(ended.map(({ prompts }) => prompts.length)).toEqual([...others.map(() => 2), ...others.map(() => 0)]);
  });

  test.for([
    ['browser.signIn.when: found ((, which is not a selector', { when: '((' }],
    ['browser.signIn.steps[0]: #nowhere could not be clicked within 5 s', { steps: [{ click: '#nowhere' }] }],
  ] as const)('says which key of the profile is wrong: %s', async ([sentence, signIn]) => {
    const script = scriptFor(password);
    const wrongBrowser = browserWith({ ...script, signIn: { ...script.signIn, ...signIn } }, { timeoutSeconds: 5 });
    try {
      const one = await aUser(wrongBrowser);
      await expect(
        wrongBrowser.authorize({ userId: one, url: client.addressFor(app), consent: 'grant' }),
      ).rejects.toMatchObject({ name: 'TestBedTrouble', message: expect.stringContaining(sentence) });
    } finally {
      await wrongBrowser.close();
    }
  });

  test('trusts the private authority only for its own tenant', async () => {
    const other = await openTenant({ seed: 8 });
    const { caPem } = await (await import('../../tenant/certificate.ts')).createCertificate(new Date());
    const wrongBrowser = chromiumBrowser({
      baseUrl: other.tenant.baseUrl,
      caPem,
      script: scriptFor(password),
      users: [{ userId: 'u', email: 'a@lab.example' }],
      timeoutSeconds: 5,
      realTime,
    });
    try {
      const url = `${other.tenant.baseUrl}/oauth/authorize?client_id=x`;
      await expect(wrongBrowser.authorize({ userId: 'u', url, consent: 'grant' })).rejects.toThrow(
        'the browser cannot be told which certificate',
      );
    } finally {
      await wrongBrowser.close();
      await other[Symbol.asyncDispose]();
    }
  });

  test('gives up at once when the check has ended', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(
      browser.authorize({ userId, url: client.addressFor(app), consent: 'grant' }, controller.signal),
    ).rejects.toMatchObject({ name: 'Interrupted' });
  });
});

import type { Browser, BrowserContext, Cookie } from 'playwright-core';
import { Interrupted, TestBedTrouble } from '../../core/trouble.ts';
import type { ProxySettings } from '../client/dispatcher.ts';
import type { Input, Output } from '../control/operation.ts';
import type { LoadedBrowser, UserFixture } from '../profile/resolved.ts';
import type { RealTime } from '../session/target.ts';
import { isOverTls } from '../profile/address.ts';
import { pinOf } from './pinning.ts';
import type { BrowserUser } from './script.ts';
import { selectorsOf } from './script.ts';
import { visit } from './visit.ts';
import type { UsersBrowser } from './with-browser.ts';

export interface ChromiumOptions {
  /** Base address of the tenant. */
  readonly baseUrl: string;
  /** The private authority that issued the tenant's certificate. */
  readonly caPem?: string;
  readonly script: LoadedBrowser;
  /** Users whom the suite did not make, with their passwords. */
  readonly users: readonly UserFixture[];
  readonly timeoutSeconds: number;
  readonly proxy?: ProxySettings;
  readonly realTime: Pick<RealTime, 'now' | 'pause'>;
  /** The number of users' sessions that are kept open; of further ones only the cookies are kept. */
  readonly keepOpen?: number;
}

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--dns-prefetch-disable',
];

/** Pages at a time: more pages would only make each of them slower. */
const pagesAtOnce = 4;

/** Returns a Chromium with a session of its own for each user. A session begins when it is first needed. */
export function chromiumBrowser(options: ChromiumOptions): UsersBrowser {
  return new Chromium(options);
}

class Chromium implements UsersBrowser {
  readonly #options: ChromiumOptions;
  readonly #inside: readonly string[];
  readonly #emails = new Map<string, string>();
  readonly #queues = new Map<string, Promise<unknown>>();
  /** Sessions in the order of their last use. */
  readonly #sessions = new Map<string, BrowserContext>();
  readonly #cookies = new Map<string, readonly Cookie[]>();
  readonly #busy = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  #free = pagesAtOnce;
  #browser: Promise<Browser> | undefined;
  #closed = false;

  constructor(options: ChromiumOptions) {
    this.#options = options;
    this.#inside = [options.baseUrl, ...options.script.inside].map((address) => new URL(address).origin);
  }

  meet({ userId, email }: { readonly userId: string; readonly email: string }): void {
    this.#emails.set(userId, email);
  }

  /** Does one errand of a user at a time: two pages at once would sign the same browser in twice. */
  authorize(input: Input<'browser.authorize'>, signal?: AbortSignal): Promise<Output<'browser.authorize'>> {
    const before = this.#queues.get(input.userId) ?? Promise.resolve();
    const ended = before.then(() => this.#inTurn(input, signal));
    this.#queues.set(
      input.userId,
      ended.catch(() => undefined),
    );
    return ended;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const browser = await this.#browser?.catch(() => undefined);
    await browser?.close();
  }

  async #inTurn(input: Input<'browser.authorize'>, signal?: AbortSignal): Promise<Output<'browser.authorize'>> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free--;
    this.#busy.add(input.userId);
    try {
      return await this.#run(input, signal);
    } finally {
      this.#busy.delete(input.userId);
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  async #run(
    { userId, url, consent, freshSession }: Input<'browser.authorize'>,
    signal?: AbortSignal,
  ): Promise<Output<'browser.authorize'>> {
    const { script, timeoutSeconds, realTime } = this.#options;
    const user = this.#user(userId);
    const context = await this.#session(userId, freshSession === true);
    const back = URL.parse(URL.parse(url)?.searchParams.get('redirect_uri') ?? '');
    const isInside = (address: URL): boolean =>
      this.#inside.includes(address.origin) &&
      (back === null || address.origin !== back.origin || address.pathname !== back.pathname);
    const options = { script, isInside, timeoutSeconds, realTime, ...(signal === undefined ? {} : { signal }) };
    const arrival = await visit(context, { user, url, consent }, options).catch((error: unknown) => {
      throw isTrouble(error) ? error : failedWith(error);
    });
    const held = await context.cookies([...this.#inside]);
    return { ...arrival, prompts: [...arrival.prompts], cookies: held.map(({ name, value }) => `${name}=${value}`) };
  }

  #user(userId: string): BrowserUser {
    const { users, script } = this.#options;
    const fixture = users.find((user) => user.userId === userId);
    const email = this.#emails.get(userId) ?? fixture?.email;
    if (email === undefined)
      throw new TestBedTrouble(`browser.authorize: the user ${userId} who is to sign in is unknown`);
    const password = fixture?.password ?? script.password;
    if (password === undefined)
      throw new TestBedTrouble(
        `browser.password: not given, expected the password of the users that the control creates, e.g. "\${PASSWORD}"`,
      );
    return { userId, email, password };
  }

  /** Returns the kept session of a user, or a new one that replaces it. */
  async #session(userId: string, fresh: boolean): Promise<BrowserContext> {
    const browser = await this.#started();
    const kept = this.#sessions.get(userId);
    this.#sessions.delete(userId);
    if (kept !== undefined && !fresh) {
      this.#sessions.set(userId, kept);
      return kept;
    }
    await kept?.close().catch(() => undefined);
    const cookies = fresh ? undefined : this.#cookies.get(userId);
    this.#cookies.delete(userId);
    const context = await browser.newContext({ serviceWorkers: 'block', acceptDownloads: false });
    if (cookies !== undefined) await context.addCookies([...cookies]);
    this.#sessions.set(userId, context);
    await this.#retire();
    return context;
  }

  /** Closes the sessions that were not used for longest, and keeps their cookies. */
  async #retire(): Promise<void> {
    const { keepOpen = 64 } = this.#options;
    for (const [userId, context] of this.#sessions) {
      if (this.#sessions.size <= keepOpen) return;
      if (this.#busy.has(userId)) continue;
      this.#sessions.delete(userId);
      this.#cookies.set(userId, await context.cookies());
      await context.close();
    }
  }

  async #started(): Promise<Browser> {
    if (this.#closed) throw new TestBedTrouble('the browser was closed with its session');
    this.#browser ??= this.#launch();
    const starting = this.#browser;
    try {
      return await starting;
    } catch (error) {
      if (this.#browser === starting) this.#browser = undefined;
      throw error;
    }
  }

  async #launch(): Promise<Browser> {
    const { script, caPem, timeoutSeconds, proxy } = this.#options;
    if (script.executable === undefined)
      throw new TestBedTrouble('browser.executable: no chromium was found, expected one such as /usr/bin/chromium');
    const pins: string[] = [];
    if (caPem !== undefined) {
      for (const origin of this.#inside.filter(isOverTls)) pins.push(await pinOf(origin, caPem, timeoutSeconds));
    }
    const args = [
      ...flags,
      ...proxyFlags(proxy),
      ...(pins.length === 0 ? [] : [`--ignore-certificate-errors-spki-list=${pins.join(',')}`]),
    ];
    const browser = await started(script.executable, args, timeoutSeconds);
    browser.once('disconnected', () => {
      // sessions end with their browser; the next errand starts another browser
      this.#browser = undefined;
      this.#sessions.clear();
    });
    try {
      await checkSelectors(browser, script);
    } catch (error) {
      await browser.close();
      throw error;
    }
    return browser;
  }
}

async function started(executablePath: string, args: readonly string[], timeoutSeconds: number): Promise<Browser> {
  // loaded only if a browser is needed, because it is big
  const { chromium } = await import('playwright-core');
  const launch = (chromiumSandbox: boolean): Promise<Browser> =>
    chromium.launch({
      executablePath,
      args: [...args],
      chromiumSandbox,
      timeout: Math.max(30, timeoutSeconds) * 1000,
      // the program that started the suite handles the signals
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  // Chromium refuses its sandbox to root, and some systems refuse it to every user
  const isRoot = process.getuid?.() === 0;
  try {
    return await launch(!isRoot).catch((error: unknown) => {
      if (isRoot || !(error instanceof Error) || !/sandbox/i.test(error.message)) throw error;
      return launch(false);
    });
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new TestBedTrouble(`browser.executable: ${executablePath} did not start: ${first}`);
  }
}

/** Makes sure that each selector is valid: an invalid one would never be found, as if the page were never shown. */
async function checkSelectors(browser: Browser, script: LoadedBrowser): Promise<void> {
  const page = await browser.newPage();
  for (const [key, selector] of selectorsOf(script)) {
    try {
      await page.$(selector);
    } catch {
      throw new TestBedTrouble(`${key}: found ${selector}, which is not a selector, expected one such as form#sign-in`);
    }
  }
  await page.close();
}

function isTrouble(error: unknown): boolean {
  return error instanceof TestBedTrouble || error instanceof Interrupted;
}

/**
 * Returns the browser's error without queries and fragments: its message may contain addresses, which may contain
 * secrets.
 */
function failedWith(error: unknown): TestBedTrouble {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return new TestBedTrouble(`the browser failed: ${first.replaceAll(/[?#][^\s"]*/g, '')}`);
}

/** Returns the flags for a proxy. Loopback addresses are never sent to a proxy. */
function proxyFlags(proxy: ProxySettings | undefined): readonly string[] {
  const servers = [
    ...(proxy?.httpProxy === undefined ? [] : [`http=${proxy.httpProxy}`]),
    ...(proxy?.httpsProxy === undefined ? [] : [`https=${proxy.httpsProxy}`]),
  ];
  if (servers.length === 0) return ['--no-proxy-server'];
  const around = (proxy?.noProxy ?? '').split(',').filter((host) => host.trim() !== '');
  return [`--proxy-server=${servers.join(';')}`, `--proxy-bypass-list=${around.join(';')}`];
}

import { Agent, request } from 'undici';
import type { User } from './registry.ts';

/** The end of an authorization, in the form of the control protocol. */
export interface Arrival {
  readonly location: string | null;
  readonly prompts: readonly ('signIn' | 'consent')[];
  readonly status: number;
  readonly cookies: readonly string[];
}

/** The browsers of the tenant's users: one for each user, with its own cookies. */
export interface TenantBrowser {
  /**
   * Opens an address of the tenant and acts as the user would, until it is redirected elsewhere or a page has no form.
   */
  authorize(user: User, url: URL, options: { readonly consents: boolean; readonly fresh: boolean }): Promise<Arrival>;
  close(): Promise<void>;
}

type Cookies = Map<string, string>;

interface Navigation {
  readonly url: URL;
  /** The form to post; absent for a GET. */
  readonly form?: string;
}

const MAXIMUM_PAGES = 10;

export function tenantBrowser(options: { readonly baseUrl: string; readonly caPem: string }): TenantBrowser {
  const agent = new Agent({ connect: { ca: options.caPem }, allowH2: false });
  const tenantOrigin = new URL(options.baseUrl).origin;
  const cookiesOfUsers = new Map<string, Cookies>();
  const lastTurns = new Map<string, Promise<unknown>>();

  const load = async (
    { url, form }: Navigation,
    cookies: Cookies,
  ): Promise<{ status: number; location: string | undefined; text: string }> => {
    const response = await request(url, {
      dispatcher: agent,
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'text/html',
        ...(cookies.size === 0 ? {} : { cookie: cookiePairs(cookies).join('; ') }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form ?? null,
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = [response.headers['location'] ?? []].flat()[0];
    return { status: response.statusCode, location, text: await response.body.text() };
  };

  const followPages = async (user: User, start: URL, consents: boolean, cookies: Cookies): Promise<Arrival> => {
    const home = URL.parse(start.searchParams.get('redirect_uri') ?? '');
    const prompts: ('signIn' | 'consent')[] = [];
    let next: Navigation = { url: start };
    for (let pages = 0; pages < MAXIMUM_PAGES; pages += 1) {
      const { status, location, text } = await load(next, cookies);
      const end = (where: string | null): Arrival => ({
        location: where,
        prompts,
        status,
        cookies: cookiePairs(cookies),
      });
      if (status >= 300 && status < 400 && location !== undefined) {
        const target = new URL(location, next.url);
        const isHome = home !== null && target.origin === home.origin && target.pathname === home.pathname;
        if (isHome || target.origin !== tenantOrigin) return end(URL.canParse(location) ? location : target.href);
        next = { url: target };
        continue;
      }
      const filled = fillIn(text, user, consents);
      if (filled === undefined) return end(null);
      prompts.push(...filled.prompts);
      next = { url: new URL(filled.action, next.url), form: filled.form };
    }
    throw new Error(`the browser was led from page to page more than ${MAXIMUM_PAGES} times`);
  };

  return {
    authorize(user, url, { consents, fresh }) {
      // A browser makes one authorization at a time, because the user's next request may need the cookies of this one.
      const turn = (lastTurns.get(user.id) ?? Promise.resolve()).then(() => {
        const cookies: Cookies = fresh ? new Map() : (cookiesOfUsers.get(user.id) ?? new Map<string, string>());
        cookiesOfUsers.set(user.id, cookies);
        return followPages(user, url, consents, cookies);
      });
      lastTurns.set(
        user.id,
        turn.catch(() => undefined),
      );
      return turn;
    },
    close: () => agent.close(),
  };
}

/** Fills in the form of a page as the user would, and returns it with the questions that the page asks. */
function fillIn(
  html: string,
  user: User,
  consents: boolean,
): { action: string; form: string; prompts: ('signIn' | 'consent')[] } | undefined {
  const action = /<form method="post" action="([^"]*)">/.exec(html)?.[1];
  if (action === undefined) return undefined;
  const form = new URLSearchParams();
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)) {
    form.set(name, unescaped(value));
  }
  const asksForAccount = html.includes('<input name="account">');
  if (asksForAccount) {
    form.set('account', user.email);
    form.set('passphrase', user.passphrase);
  }
  form.set('decision', consents ? 'share' : 'keep');
  return { action, form: form.toString(), prompts: asksForAccount ? ['signIn', 'consent'] : ['consent'] };
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

function cookiePairs(cookies: Cookies): string[] {
  return [...cookies].map(([name, value]) => `${name}=${value}`);
}

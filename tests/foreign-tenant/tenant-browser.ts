import { Agent, request } from 'undici';
import type { User } from './registry.ts';

/** What became of an authorization, as the control protocol has it. */
export interface Arrival {
  readonly location: string | null;
  readonly prompts: readonly ('signIn' | 'consent')[];
  readonly status: number;
  readonly cookies: readonly string[];
}

/** The browsers of the tenant's users, one each, with its own cookies. */
export interface TenantBrowser {
  /** Opens an address of the tenant and acts as the user would, until it is sent elsewhere or nothing is left to do. */
  authorize(user: User, url: URL, options: { readonly consents: boolean; readonly fresh: boolean }): Promise<Arrival>;
  close(): Promise<void>;
}

type Cookies = Map<string, string>;

interface Navigation {
  readonly url: URL;
  /** The form to post, where it is one. */
  readonly form?: string;
}

const MOST_PAGES = 10;

export function tenantBrowser(options: { readonly baseUrl: string; readonly caPem: string }): TenantBrowser {
  const agent = new Agent({ connect: { ca: options.caPem }, allowH2: false });
  const inside = new URL(options.baseUrl).origin;
  const kept = new Map<string, Cookies>();
  const last = new Map<string, Promise<unknown>>();

  const load = async (
    { url, form }: Navigation,
    cookies: Cookies,
  ): Promise<{ status: number; location: string | undefined; text: string }> => {
    const response = await request(url, {
      dispatcher: agent,
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'text/html',
        ...(cookies.size === 0 ? {} : { cookie: listed(cookies).join('; ') }),
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

  const walk = async (user: User, start: URL, consents: boolean, cookies: Cookies): Promise<Arrival> => {
    const home = URL.parse(start.searchParams.get('redirect_uri') ?? '');
    const prompts: ('signIn' | 'consent')[] = [];
    let next: Navigation = { url: start };
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const { status, location, text } = await load(next, cookies);
      const end = (where: string | null): Arrival => ({ location: where, prompts, status, cookies: listed(cookies) });
      if (status >= 300 && status < 400 && location !== undefined) {
        const target = new URL(location, next.url);
        const isHome = home !== null && target.origin === home.origin && target.pathname === home.pathname;
        if (isHome || target.origin !== inside) return end(URL.canParse(location) ? location : target.href);
        next = { url: target };
        continue;
      }
      const filled = fillIn(text, user, consents);
      if (filled === undefined) return end(null);
      prompts.push(...filled.prompts);
      next = { url: new URL(filled.action, next.url), form: filled.form };
    }
    throw new Error(`the browser was led from page to page more than ${MOST_PAGES} times`);
  };

  return {
    authorize(user, url, { consents, fresh }) {
      // One browser does one thing at a time, and its user's next request may need the cookies of this one.
      const turn = (last.get(user.id) ?? Promise.resolve()).then(() => {
        const cookies: Cookies = fresh ? new Map() : (kept.get(user.id) ?? new Map<string, string>());
        kept.set(user.id, cookies);
        return walk(user, url, consents, cookies);
      });
      last.set(
        user.id,
        turn.catch(() => undefined),
      );
      return turn;
    },
    close: () => agent.close(),
  };
}

/** Fills in the form of a page as the user would, and says what the user was asked. */
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

function listed(cookies: Cookies): string[] {
  return [...cookies].map(([name, value]) => `${name}=${value}`);
}

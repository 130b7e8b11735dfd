import { Agent } from 'undici';
import { connectorTrusting } from '../http/trust.ts';
import type { User } from '../state/model.ts';
import { visit, type Visit } from './browser.ts';
import { createCookieJar, type CookieJar } from './cookie-jar.ts';

export interface Errand {
  readonly user: User;
  /** An address of the tenant, unchanged. */
  readonly url: URL;
  readonly consent: 'grant' | 'deny';
  /** Begins a new session instead of using the kept one. */
  readonly freshSession: boolean;
}

/** A browser for each user. Its session is kept from one errand to the next. */
export interface Browsers {
  /** Reports whether an address belongs to the tenant. */
  readonly isInside: (address: URL) => boolean;
  readonly run: (errand: Errand) => Promise<Visit & { readonly cookies: readonly string[] }>;
  readonly close: () => Promise<void>;
}

export interface BrowsersOptions {
  readonly baseUrl: string;
  /** The authority that the browsers trust. */
  readonly caPem: string;
  /** Whether another server answers at the address, possibly with a certificate of another authority. */
  readonly behindGateway: boolean;
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function redirectUriIn(url: URL): URL | undefined {
  const redirectUri = url.searchParams.get('redirect_uri') ?? '';
  return URL.canParse(redirectUri) ? new URL(redirectUri) : undefined;
}

export function createBrowsers({ baseUrl, caPem, behindGateway }: BrowsersOptions): Browsers {
  const home = new URL(baseUrl);
  const jars = new Map<string, CookieJar>();
  const queues = new Map<string, Promise<unknown>>();
  let agent: Agent | undefined;

  const isInside = (address: URL) =>
    address.protocol === home.protocol &&
    address.port === home.port &&
    (address.hostname === home.hostname || (LOOPBACK.has(address.hostname) && LOOPBACK.has(home.hostname)));

  async function runErrand({ user, url, consent, freshSession }: Errand) {
    agent ??= new Agent({
      connect: connectorTrusting(caPem, behindGateway ? 'beside others' : 'alone'),
      allowH2: true,
      // a tenant may close an idle connection just when a form is sent, and a form is not sent twice
      keepAliveTimeout: 1000,
    });
    const kept = freshSession ? undefined : jars.get(user.id);
    const jar = kept ?? createCookieJar();
    jars.set(user.id, jar);
    const destination = redirectUriIn(url);
    const ended = await visit(url, {
      dispatcher: agent,
      jar,
      person: { email: user.email, password: user.password, consent },
      isInside: (address) =>
        isInside(address) && (address.origin !== destination?.origin || address.pathname !== destination.pathname),
    });
    return { ...ended, cookies: jar.pairs() };
  }

  return {
    isInside,
    // One errand of a user at a time: two pages at once would sign in twice in the one browser.
    run: (errand) => {
      const before = queues.get(errand.user.id) ?? Promise.resolve();
      const ended = before.then(() => runErrand(errand));
      queues.set(
        errand.user.id,
        ended.catch(() => undefined),
      );
      return ended;
    },
    close: async () => {
      await agent?.destroy();
    },
  };
}

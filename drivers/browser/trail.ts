import type { CDPSession, Page } from 'playwright-core';

/** An event of the Fetch domain of the DevTools protocol, with the members that matter here. */
interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly urlFragment?: string };
  readonly frameId: string;
  readonly resourceType: string;
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Follows the addresses to which a page is sent, and keeps the page from leaving: a navigation of the page to an
 * address outside is aborted before anything is sent there. Redirects are read from the answers themselves, so that the
 * address is the one that the tenant wrote.
 */
export class Trail {
  /** The address outside to which the page was last sent. */
  location: string | null = null;
  /** Status of the last answer; 0 before there is one. */
  status = 0;
  readonly #isInside: (address: URL) => boolean;
  readonly #now: () => number;
  readonly #inFlight = new Set<unknown>();
  #active: number;

  private constructor(isInside: (address: URL) => boolean, now: () => number) {
    this.#isInside = isInside;
    this.#now = now;
    this.#active = now();
  }

  static async of(page: Page, isInside: (address: URL) => boolean, now: () => number): Promise<Trail> {
    const trail = new Trail(isInside, now);
    page.on('request', (request) => trail.#began(request));
    page.on('requestfinished', (request) => trail.#ended(request));
    page.on('requestfailed', (request) => trail.#ended(request));
    page.on('framenavigated', () => trail.act());
    const session = await page.context().newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const main = frameTree.frame.id;
    session.on('Fetch.requestPaused', (event) => void trail.#paused(session, event, main));
    session.on('Page.frameRequestedNavigation', ({ frameId, url }) => {
      if (frameId === main) trail.#leaveBrowser(url);
    });
    await session.send('Page.enable');
    await session.send('Fetch.enable', {
      patterns: [
        { urlPattern: '*', resourceType: 'Document', requestStage: 'Request' },
        { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' },
      ],
    });
    return trail;
  }

  /** Records an action at the page, after which the page may go on. */
  act(): void {
    this.#active = this.#now();
  }

  /** Milliseconds since the last activity; 0 while an answer is pending. */
  get quiet(): number {
    return this.#inFlight.size > 0 ? 0 : this.#now() - this.#active;
  }

  /** Milliseconds since a request began or ended, or an action was done. */
  get idle(): number {
    return this.#now() - this.#active;
  }

  #began(request: unknown): void {
    this.#inFlight.add(request);
    this.act();
  }

  #ended(request: unknown): void {
    this.#inFlight.delete(request);
    this.act();
  }

  async #paused(session: CDPSession, event: Paused, main: string): Promise<void> {
    const { requestId, frameId } = event;
    try {
      if (frameId === main && this.#leaves(event)) {
        await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      } else await session.send('Fetch.continueRequest', { requestId });
    } catch {
      // the page was closed meanwhile, or went elsewhere
    }
  }

  #leaves({ request, responseStatusCode: status, responseHeaders = [] }: Paused): boolean {
    // two navigations can be in progress at a time: the first one that leads outside is the end
    if (this.location !== null) return true;
    if (status === undefined) return this.#isOutside(request.url + (request.urlFragment ?? ''), request.url);
    this.status = status;
    const target = responseHeaders.find(({ name }) => name.toLowerCase() === 'location')?.value;
    return redirects.has(status) && target !== undefined && this.#isOutside(target, request.url);
  }

  #isOutside(target: string, from: string): boolean {
    const address = URL.parse(target, from);
    if (address !== null && this.#isInside(address)) return false;
    // the address as the tenant wrote it, if it is complete: parsing may change its spelling
    this.location = address === null || URL.canParse(target) ? target : address.href;
    return true;
  }

  /** Records an address that no page can have, such as one of an app on the device: it is never requested. */
  #leaveBrowser(url: string): void {
    const scheme = URL.parse(url)?.protocol;
    if (scheme === undefined || /^(https?|about|blob|data|javascript|chrome-error):$/.test(scheme)) return;
    this.location ??= url;
  }
}

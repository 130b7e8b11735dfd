import type { BrowserContext, Page } from 'playwright-core';
import { Interrupted, TestBedTrouble } from '../../core/trouble.ts';
import type { LoadedBrowser } from '../profile/resolved.ts';
import type { RealTime } from '../session/target.ts';
import type { BrowserUser, NamedStep, Prompt } from './script.ts';
import { filledInFor, selectorOf, stepsAt } from './script.ts';
import { Trail } from './trail.ts';

/** The address that a user opens in the browser, and the user's decision on consent. */
export interface Errand {
  readonly user: BrowserUser;
  readonly url: string;
  readonly consent: 'grant' | 'deny';
}

/** The address and status with which an errand ended, and the pages at which the user acted. */
export interface Arrival {
  readonly location: string | null;
  readonly prompts: readonly Prompt[];
  readonly status: number;
}

export interface VisitOptions {
  readonly script: LoadedBrowser;
  readonly isInside: (address: URL) => boolean;
  /** Seconds for each answer and each step; a whole visit may take three times as long. */
  readonly timeoutSeconds: number;
  readonly realTime: Pick<RealTime, 'now' | 'pause'>;
  readonly signal?: AbortSignal;
}

/** Milliseconds without activity after which a page with scripts is given up. */
const restingMs = 500;
const lookAgainMs = 25;

/**
 * Opens an address and acts as the user would, page by page, until the browser is sent outside or goes no further. A
 * user who is asked the same thing twice was refused, and gives up.
 *
 * @throws TestBedTrouble if there is no answer, or the script does not fit the pages
 */
export async function visit(context: BrowserContext, errand: Errand, options: VisitOptions): Promise<Arrival> {
  const limit = 3 * options.timeoutSeconds;
  const page = await context.newPage();
  const over = AbortSignal.timeout(limit * 1000);
  const ended = AbortSignal.any([over, ...(options.signal === undefined ? [] : [options.signal])]);
  // any wait for the page then fails at once
  const close = (): void => void page.close().catch(() => undefined);
  ended.addEventListener('abort', close, { once: true });
  try {
    ended.throwIfAborted();
    return await new Visit(page, errand, options).run();
  } catch (error) {
    if (options.signal?.aborted === true) throw new Interrupted('the check has ended');
    if (over.aborted)
      throw new TestBedTrouble(`the browser did not finish within ${limit} s at ${placeOf(errand.url)}`);
    throw error;
  } finally {
    ended.removeEventListener('abort', close);
    await page.close().catch(() => undefined);
  }
}

/** A prompt on the page that was not answered yet, or the end of the errand. */
type Sight = { readonly prompt: Prompt; readonly document: number } | 'outside' | 'nothing more';

class Visit {
  readonly #page: Page;
  readonly #errand: Errand;
  readonly #options: VisitOptions;
  readonly #prompts: Prompt[] = [];
  /** Documents, by the time at which they began, with the prompt that was answered on them. */
  readonly #answered = new Set<string>();

  constructor(page: Page, errand: Errand, options: VisitOptions) {
    this.#page = page;
    this.#errand = errand;
    this.#options = options;
  }

  async run(): Promise<Arrival> {
    const { isInside, realTime, script, timeoutSeconds } = this.#options;
    const trail = await Trail.of(this.#page, isInside, realTime.now);
    const opened = await this.#open(trail);
    for (let more = opened; more;) {
      const sight = await this.#next(trail);
      if (typeof sight === 'string' || this.#prompts.includes(sight.prompt)) break;
      this.#prompts.push(sight.prompt);
      this.#answered.add(`${sight.prompt} ${sight.document}`);
      for (const step of stepsAt(script, sight.prompt, this.#errand.consent)) {
        more = await this.#carryOut(step, trail);
        if (!more) break;
      }
    }
    if (trail.status === 0 && trail.location === null) {
      throw new TestBedTrouble(`the browser got no answer within ${timeoutSeconds} s at ${placeOf(this.#errand.url)}`);
    }
    return { location: trail.location, prompts: this.#prompts, status: trail.status };
  }

  /** Opens the address. Reports whether there is a page to look at. */
  async #open(trail: Trail): Promise<boolean> {
    const { url } = this.#errand;
    const { timeoutSeconds } = this.#options;
    try {
      await this.#page.goto(url, { waitUntil: 'commit', timeout: timeoutSeconds * 1000 });
      return true;
    } catch (error) {
      // an answer without a page, such as 204 or an error with an empty body, is an answer too
      if (trail.location !== null || trail.status !== 0) return false;
      const message = error instanceof Error ? error.message : '';
      const why = /\bnet::ERR_\w+/.exec(message)?.[0] ?? `no answer within ${timeoutSeconds} s`;
      throw new TestBedTrouble(`the browser could not open ${placeOf(url)}: ${why}`);
    }
  }

  async #next(trail: Trail): Promise<Sight> {
    const { script, realTime, timeoutSeconds } = this.#options;
    for (;;) {
      if (trail.location !== null) return 'outside';
      for (const prompt of ['signIn', 'consent'] as const) {
        const document = await documentWith(this.#page, script[prompt].when);
        if (document !== undefined && !this.#answered.has(`${prompt} ${document}`)) return { prompt, document };
      }
      if (trail.location !== null) return 'outside';
      if (trail.quiet >= restingMs || trail.idle >= timeoutSeconds * 1000) return 'nothing more';
      if (trail.quiet > 0 && (await this.#isAtRest())) return 'nothing more';
      await realTime.pause(lookAgainMs);
    }
  }

  /**
   * Reports whether nothing more can happen on a page: it is complete, has nothing that moves it by itself, and no
   * prompt was answered on it.
   */
  async #isAtRest(): Promise<boolean> {
    const document = await this.#page
      .evaluate<number | null>(
        `document.readyState === 'complete' && document.scripts.length === 0 &&
          document.querySelector('meta[http-equiv=refresh i]') === null && location.href !== 'about:blank'
          ? performance.timeOrigin : null`,
      )
      .catch(() => null);
    if (document === null) return false;
    return !(['signIn', 'consent'] as const).some((prompt) => this.#answered.has(`${prompt} ${document}`));
  }

  /** Carries out a step; returns false if the page was sent outside before that. */
  async #carryOut({ key, step }: NamedStep, trail: Trail): Promise<boolean> {
    const { timeoutSeconds } = this.#options;
    const timeout = timeoutSeconds * 1000;
    const place = this.#page.locator(selectorOf(step)).first();
    try {
      if ('fill' in step) await place.fill(filledInFor(this.#errand.user, step.with), { timeout });
      else if ('click' in step) await place.click({ timeout, noWaitAfter: true });
      else await place.waitFor({ state: 'visible', timeout });
      trail.act();
      return true;
    } catch (error) {
      if (trail.location !== null) return false;
      if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
      const verb = 'fill' in step ? 'filled in' : 'click' in step ? 'clicked' : 'seen';
      throw new TestBedTrouble(
        `${key}: ${selectorOf(step)} could not be ${verb} within ${timeoutSeconds} s on the page of the tenant`,
      );
    }
  }
}

/** Returns the time at which the page's document began, if the selector matches a visible element in it. */
async function documentWith(page: Page, selector: string): Promise<number | undefined> {
  try {
    const found = await page.$(selector);
    if (found === null || !(await found.isVisible())) return undefined;
    return await found.evaluate(() => performance.timeOrigin);
  } catch (error) {
    if (page.isClosed()) throw error;
    // the page went on during the search
    return undefined;
  }
}

/** Returns an address without its query, which contains secrets. */
export function placeOf(url: string): string {
  const address = URL.parse(url);
  return address === null ? 'the address that it was given' : `${address.origin}${address.pathname}`;
}

import { request as send } from 'undici';
import type { Dispatcher } from 'undici';
import type { Exchange, ReceivedResponse, SentRequest } from '../../core/exchange.ts';
import type { Journal } from '../../core/journal.ts';
import { Interrupted, PremiseUnmet } from '../../core/trouble.ts';
import { withoutCodings } from './content-coding.ts';
import type { DispatcherOptions } from './dispatcher.ts';
import { dispatcher, maxBodyBytes } from './dispatcher.ts';
import type { Pace } from './pace.ts';
import { cannotBeSent, closedAfterUse, troubleOf, unsendable } from './trouble.ts';

export interface ClientOptions extends DispatcherOptions {
  readonly pace: Pace;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Sees each exchange as it ends. */
  readonly observe?: (exchange: Exchange) => void;
  /** Waits in real time. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** A request as a check writes it down. */
export interface RequestToSend {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly note?: string;
  /** That no connection can be made is an answer too (a clear-text port that nobody listens on). */
  readonly mayBeUnreachable?: boolean;
}

/** Who takes down what was exchanged, and from when its times count. */
export interface Recorder {
  readonly journal: Journal;
  readonly began: number;
  readonly signal?: AbortSignal;
}

interface Attempt {
  readonly exchange: Exchange;
  /** The other side closed a kept connection when the request was on its way. */
  readonly crossed: boolean;
}

const limitedTries = 8;
/** How often a refusal is asked again that says when: one that stays as it is was none of the rate. */
const refusedTries = 4;
/** How often a request is sent once more whose connection was closed: the next one that was kept may have been as well. */
const crossedTries = 2;
/** Its multiples lie evenly between whole numbers. */
const GOLDEN_SECTION = 0.618_034;
/** A byte order mark is kept, so that it can be told where none may be. */
const text = new TextDecoder('utf-8', { ignoreBOM: true });

/** Gateways turn away who does not say what they are; a check that says so itself is let be. */
const self = { 'user-agent': 'labconform' };

/**
 * The client of one target: connections are kept and shared, and each exchange goes into the journal of the case
 * that made it. It follows no redirect and repeats no request, but for one that the tenant put off (429, or 503 or a
 * refusal with Retry-After): how fast a client may call is not specified, nor by which status it hears of it; and but for
 * a GET on a kept connection that was closed at that moment, as the other side may at any time (RFC 9112, 9.3.1).
 */
export class HttpClient {
  readonly #options: ClientOptions;
  readonly #shared: Dispatcher;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#shared = dispatcher(options);
  }

  /** Sends a request and records the exchange. */
  async send(request: RequestToSend, recorder: Recorder, over: Dispatcher = this.#shared): Promise<Exchange> {
    let refusals = 0;
    let crossings = 0;
    for (let attempt = 1; ; attempt++) {
      const { exchange, crossed } = await this.#once(request, recorder, over, refusals + 1 < refusedTries);
      if (crossed && crossings < crossedTries) {
        crossings++;
        continue;
      }
      if (exchange.response !== undefined && !isLimit(exchange.response)) refusals++;
      const delay = putOff(exchange, attempt - crossings);
      if (delay === undefined) return exchange;
      if (attempt === limitedTries || delay > this.#options.timeoutSeconds) {
        throw new PremiseUnmet(
          'the tenant went on limiting the rate of requests (429); lower limits.requestsPerSecond',
        );
      }
      await this.#options.pause(delay * 1000, recorder.signal);
    }
  }

  /** A connection of its own, for what must be seen on one connection. Whoever opens it closes it. */
  openConnection(): Dispatcher {
    return dispatcher({ ...this.#options, connections: 1 });
  }

  async close(): Promise<void> {
    await this.#shared.destroy();
  }

  async #once(request: RequestToSend, recorder: Recorder, over: Dispatcher, patient: boolean): Promise<Attempt> {
    const { pace, now, timeoutSeconds } = this.#options;
    refuseAfterEnd(recorder);
    await pace.turn(recorder.signal);
    const { method, url, body, note } = request;
    const headers = Object.keys(request.headers).some((name) => name.toLowerCase() === 'user-agent')
      ? request.headers
      : { ...request.headers, ...self };
    const sent: SentRequest = { method, url, headers, ...(body === undefined ? {} : { body }) };
    const { journal, began } = recorder;
    const number = journal.number();
    const start = now();
    const record = (end: Partial<Exchange>): Exchange => {
      const exchange: Exchange = {
        number,
        at: Math.round(start - began),
        ms: Math.round((now() - start) * 100) / 100,
        request: sent,
        ...end,
        ...(note === undefined ? {} : { note }),
      };
      journal.record(exchange);
      this.#options.observe?.(exchange);
      return exchange;
    };
    let begun = false;
    try {
      const answer = await send(url, {
        dispatcher: over,
        method,
        headers,
        body: body ?? null,
        ...(recorder.signal === undefined ? {} : { signal: recorder.signal }),
      });
      begun = true;
      const response: ReceivedResponse = {
        status: answer.statusCode,
        headers: answer.headers as ReceivedResponse['headers'],
        body: text.decode(
          await withoutCodings(
            new Uint8Array(await answer.body.arrayBuffer()),
            answer.headers['content-encoding'],
            maxBodyBytes,
          ),
        ),
      };
      const limited = isLimit(response) || (patient && mayBeLimit(response, timeoutSeconds));
      return { exchange: record({ response, ...(limited ? { limited: true as const } : {}) }), crossed: false };
    } catch (error) {
      refuseAfterEnd(recorder);
      const isIssued = (text: string): boolean => recorder.journal.redact(text) !== text;
      if (cannotBeSent(error)) throw unsendable(headers, isIssued, error);
      const trouble = troubleOf(error, timeoutSeconds);
      const exchange = record({ trouble });
      const unreachable = trouble.kind === 'connect' || trouble.kind === 'certificate';
      if (unreachable && request.mayBeUnreachable !== true) {
        throw new PremiseUnmet(`the tenant could not be reached: ${trouble.message}`);
      }
      return { exchange, crossed: method === 'GET' && !begun && closedAfterUse(error) };
    }
  }
}

function refuseAfterEnd(recorder: Recorder): void {
  if (recorder.signal?.aborted === true) throw new Interrupted('the check has ended');
}

function isLimit(response: ReceivedResponse): boolean {
  return response.status === 429 || (response.status === 503 && response.headers['retry-after'] !== undefined);
}

/**
 * Whether a refusal may be one of the rate, as where services answer 403 to who calls too fast: it says that the same
 * request may be sent again soon. A 401 never is: it is the answer to a wrong credential.
 */
function mayBeLimit(response: ReceivedResponse, longest: number): boolean {
  const { status } = response;
  const after = retryAfter(response);
  return status >= 400 && status < 500 && status !== 401 && after !== undefined && after <= longest;
}

/**
 * Seconds after which a request that was put off may be sent again; undefined where it was not put off. What the tenant
 * asks for is kept; where it asks for nothing, or was answered too soon again, each time is twice as long as the last.
 */
function putOff(exchange: Exchange, attempt: number): number | undefined {
  if (exchange.limited !== true) return undefined;
  const asked = retryAfter(exchange.response);
  // those that were put off together must not come back together every time, or but one gets through
  const spread = attempt > 2 ? 0.5 + ((exchange.number * GOLDEN_SECTION) % 1) : 1;
  const patience = 0.05 * 2 ** attempt * spread;
  return asked === undefined ? patience : Math.max(asked, attempt > 2 ? patience : 0);
}

/** Retry-After in seconds, given as such or as a date by the clock of whoever answered (RFC 9110, 10.2.3). */
function retryAfter(response: ReceivedResponse | undefined): number | undefined {
  const asked = response?.headers['retry-after'];
  if (asked === undefined) return undefined;
  const text = String(asked).trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  const until = Date.parse(text) - Date.parse(String(response?.headers['date'] ?? ''));
  return Number.isNaN(until) ? undefined : Math.max(0, until / 1000);
}

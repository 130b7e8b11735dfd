import type { Dispatcher } from 'undici';
import type { Exchange, SentRequest } from '../../core/exchange.ts';
import type { Journal } from '../../core/journal.ts';
import { Interrupted } from '../../core/trouble.ts';
import type { DispatcherOptions } from './dispatcher.ts';
import { dispatcher } from './dispatcher.ts';
import { collectGarbage } from './garbage.ts';
import type { Ended, InFlight } from './in-flight.ts';
import type { Pace } from './pace.ts';
import { readAnswer } from './read-answer.ts';
import { mayBeRepeated } from './repeatable.ts';
import { Room } from './room.ts';
import { cannotBeSent, closedAfterUse, cutOffBy, troubleOf, unsendable } from './trouble.ts';
import { endpointOf, Waiting } from './waiting.ts';

export interface ClientOptions extends DispatcherOptions {
  readonly pace: Pace;
  /** How many requests are under way at the same time; each waits for its place before its time-out begins. */
  readonly inFlight: InFlight;
  /** For the answers that are held at the same time; of its own unless given. */
  readonly room?: Room;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Sees each exchange as it ends. */
  readonly observe?: (exchange: Exchange) => void;
  /** The other side is known to close no connection that has hardly idled. */
  readonly keepsConnections?: boolean;
}

/** A request as a check writes it down. */
export interface RequestToSend {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly note?: string;
}

/** Who takes down what was exchanged, and from when its times count. */
export interface Recorder {
  readonly journal: Journal;
  readonly began: number;
  readonly signal?: AbortSignal;
}

/** Gateways turn away who does not say what they are; a check that says so itself is let be. */
const self = { 'user-agent': 'labconform' };

/** Milliseconds for which a connection may have idled that is used for what cannot be sent twice. */
const hardlyIdleMs = 10;

/**
 * The client of one target: connections are kept and shared, and each exchange goes into the journal of the case
 * that made it. It follows no redirect and repeats no request.
 */
export class HttpClient {
  readonly #options: ClientOptions;
  readonly #shared: Dispatcher;
  #hardlyIdle: Dispatcher | undefined;
  #new: Dispatcher | undefined;
  /** The tenant was seen to close a connection that had hardly idled. */
  #closesEarly = false;
  readonly #waiting: Waiting;
  /** What its answers take of the memory. */
  readonly room: Room;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#waiting = new Waiting(options.timeoutSeconds);
    this.room = options.room ?? new Room({ collect: collectGarbage });
    this.#shared = dispatcher(options);
  }

  /**
   * Sends a request once and records the exchange.
   *
   * @param over a connection that was opened for it. Otherwise what may be sent again goes over any that is kept, and
   *   what may not over one that has hardly idled: the other side may close an idle one at any time (RFC 9112, 9.3.1)
   */
  async send(request: RequestToSend, recorder: Recorder, over?: Dispatcher): Promise<Exchange> {
    if (over !== undefined) return this.#inTurn(request, recorder, over);
    if (mayBeRepeated(request) || this.#options.keepsConnections === true) {
      return this.#inTurn(request, recorder, this.#shared);
    }
    if (this.#closesEarly) return this.sendAnew(request, recorder);
    this.#hardlyIdle ??= dispatcher({ ...this.#options, idleMs: hardlyIdleMs });
    const exchange = await this.#inTurn(request, recorder, this.#hardlyIdle);
    if (exchange.trouble?.kind === 'kept-connection') this.#closesEarly = true;
    return exchange;
  }

  /** As {@link send}, over a connection that was never used before. */
  sendAnew(request: RequestToSend, recorder: Recorder): Promise<Exchange> {
    this.#new ??= dispatcher({ ...this.#options, idleMs: 0 });
    return this.#inTurn(request, recorder, this.#new, true);
  }

  /** A connection of its own, for what must be seen on one connection. Whoever opens it closes it. */
  openConnection(): Dispatcher {
    return dispatcher({ ...this.#options, connections: 1 });
  }

  async close(): Promise<void> {
    await this.#shared.destroy();
    await this.#hardlyIdle?.destroy();
    await this.#new?.destroy();
  }

  /** Sends when there is a place for it. That includes what the pace has it wait: a queue there is one all the same. */
  async #inTurn(request: RequestToSend, recorder: Recorder, over: Dispatcher, isNew = false): Promise<Exchange> {
    const { inFlight, pace } = this.#options;
    const leave = await inFlight.enter(recorder.signal);
    let ended: Ended | undefined;
    try {
      await pace.turn(recorder.signal);
      const exchange = await this.#once(request, recorder, over, isNew);
      ended = endedBy(exchange);
      return exchange;
    } finally {
      leave(ended);
    }
  }

  async #once(request: RequestToSend, recorder: Recorder, over: Dispatcher, isNew: boolean): Promise<Exchange> {
    const { now, timeoutSeconds } = this.#options;
    refuseAfterEnd(recorder);
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
    const endpoint = endpointOf(method, url);
    const waited = this.#waiting.secondsFor(endpoint, start);
    let left = start;
    let begun = false;
    try {
      const response = await readAnswer(
        over,
        { method, url, headers, body, signal: recorder.signal },
        { room: this.room, timeoutSeconds: waited, sent: () => (left = now()), begun: () => (begun = true) },
      );
      this.#waiting.answered(endpoint, (now() - left) / 1000);
      return record({ response });
    } catch (error) {
      refuseAfterEnd(recorder);
      const isIssued = (text: string): boolean => recorder.journal.redact(text) !== text;
      if (cannotBeSent(error)) throw unsendable(headers, isIssued, error);
      const trouble = troubleOf(error, timeoutSeconds);
      if (trouble.kind === 'timeout') this.#waiting.late(endpoint, left, now());
      const wasKept = !isNew && trouble.kind === 'closed' && !begun && closedAfterUse(error);
      const cutOff = cutOffBy(error);
      return record({
        trouble: wasKept ? { ...trouble, kind: 'kept-connection' } : trouble,
        ...(cutOff === undefined ? {} : { cutOff }),
      });
    }
  }
}

/** So many parts of a path tell what is asked for; what comes behind them are ids. */
const tellingParts = 4;

function endedBy({ request: { method, url }, response, trouble }: Exchange): Ended {
  const path = new URL(url).pathname.split('/', tellingParts + 1).join('/');
  return {
    kind: `${method} ${path} ${response?.status ?? trouble?.kind ?? ''}`,
    overloaded: response?.status === 429 || response?.status === 503 || trouble?.kind === 'timeout',
  };
}

function refuseAfterEnd(recorder: Recorder): void {
  if (recorder.signal?.aborted === true) throw new Interrupted('the check has ended');
}

import type { buildConnector, Dispatcher } from 'undici';
import type { Exchange, SentRequest } from '../../core/exchange.ts';
import type { Journal } from '../../core/journal.ts';
import { Interrupted } from '../../core/trouble.ts';
import type { WireForm } from '../../core/wire-form.ts';
import { formInWords } from '../../core/wire-form.ts';
import type { DispatcherOptions } from './dispatcher.ts';
import { dispatcher, endConnections, http1Connector } from './dispatcher.ts';
import { FormSender } from './form-sender.ts';
import { collectGarbage } from './garbage.ts';
import { headIn, sentForm } from './in-form.ts';
import type { Ended, InFlight } from './in-flight.ts';
import type { Pace } from './pace.ts';
import type { Way } from './read-answer.ts';
import { readAnswer } from './read-answer.ts';
import type { Anew } from './repeatable.ts';
import { mayBeRepeated } from './repeatable.ts';
import { Room } from './room.ts';
import { cannotBeSent, closedAfterUse, cutOffBy, lacksProtocol, troubleOf, unsendable } from './trouble.ts';
import { endpointOf, Waiting } from './waiting.ts';

export interface ClientOptions extends DispatcherOptions {
  readonly pace: Pace;
  /** Limits the requests that are under way at the same time. Each waits for its place before its time-out begins. */
  readonly inFlight: InFlight;
  /** Room for the answers that are held at the same time; the client's own room unless given. */
  readonly room?: Room;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Receives each exchange at its end. */
  readonly observe?: (exchange: Exchange) => void;
  /** Whether the other side is known to close no connection that has hardly idled. */
  readonly keepsConnections?: boolean;
  /** Waits between two parts that are written one after another; waits for a turn of the event loop unless given. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Milliseconds for which a body waits to be asked for; a second unless given. */
  readonly continueMs?: number;
}

/** A request as a check writes it down. */
export interface RequestToSend {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly note?: string;
  /** Form of the request on the wire. A request with a form goes over a connection of its own. */
  readonly form?: WireForm;
  /** Set if the request may be sent again, but with another body. */
  readonly anew?: Anew | undefined;
}

/** The journal that records the exchanges, and the time from which their times count. */
export interface Recorder {
  readonly journal: Journal;
  readonly began: number;
  readonly signal?: AbortSignal;
}

/** Gateways reject clients that do not name themselves. A check that sets this header itself keeps its own value. */
const userAgent = { 'user-agent': 'labconform' };

/** Milliseconds for which a connection may have idled before a request that cannot be sent twice uses it. */
const hardlyIdleMs = 10;

/** Milliseconds after which earlier data has usually arrived separately. */
const segmentGapMs = 10;

/** Milliseconds for which clients usually wait for 100 (Continue). */
const usualContinueMs = 1000;

/**
 * The client of one target. Connections are kept and shared. Each exchange is recorded in the journal of the case that
 * made it. The client follows no redirect and repeats no request.
 */
export class HttpClient {
  readonly #options: ClientOptions;
  readonly #shared: Dispatcher;
  #hardlyIdle: Dispatcher | undefined;
  #new: Dispatcher | undefined;
  /** Whether the tenant was seen to close a connection that had hardly idled. */
  #closesEarly = false;
  /** Whether only the usual form is possible, for example since the tenant was seen not to speak HTTP/1.1. */
  #hasOneForm: boolean;
  #http1: buildConnector.connector | undefined;
  readonly #waiting: Waiting;
  /** The memory that the client's answers take. */
  readonly room: Room;

  constructor(options: ClientOptions) {
    this.#options = options;
    // a proxy makes requests of its own, or would have to be asked for a tunnel
    this.#hasOneForm = options.proxy?.httpProxy !== undefined || options.proxy?.httpsProxy !== undefined;
    this.#waiting = new Waiting(options.timeoutSeconds);
    this.room = options.room ?? new Room({ collect: collectGarbage });
    this.#shared = dispatcher(options);
  }

  /**
   * Sends a request once and records the exchange.
   *
   * A request with a form of its own is sent in the usual form if no other is possible: if the tenant speaks only
   * HTTP/2, and through a proxy. The record of such an exchange has no form.
   *
   * @param over a connection that was opened for the request. Without it, a request that may be sent again goes over
   *   any kept connection, and another request over one that has hardly idled: the other side may close an idle
   *   connection at any time (RFC 9112, 9.3.1)
   */
  async send({ form, ...request }: RequestToSend, recorder: Recorder, over?: Dispatcher): Promise<Exchange> {
    if (form !== undefined && !this.#hasOneForm) {
      const exchange = await this.#inTurn({ ...request, form }, recorder, this.#senderIn(form), true);
      if (!this.#hasOneForm) return exchange;
    }
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

  /** Does the same as {@link send}, over a connection that was never used before. */
  sendAnew({ form: _form, ...request }: RequestToSend, recorder: Recorder): Promise<Exchange> {
    this.#new ??= dispatcher({ ...this.#options, idleMs: 0 });
    return this.#inTurn(request, recorder, this.#new, true);
  }

  #senderIn(form: WireForm): Way {
    const { keepsConnections, continueMs = usualContinueMs } = this.#options;
    const pause = keepsConnections === true ? undefined : this.#options.pause;
    return new FormSender(
      {
        connect: (this.#http1 ??= http1Connector(this.#options)),
        betweenSegments: () => (pause === undefined ? untilWritten() : pause(segmentGapMs)),
        continueMs,
      },
      form,
    );
  }

  /** Runs work on a number of connections of its own, which are closed afterwards. */
  async onConnections<T>(count: number, work: (connections: readonly Dispatcher[]) => Promise<T>): Promise<T> {
    const connections = Array.from({ length: count }, () => dispatcher({ ...this.#options, connections: 1 }));
    try {
      return await work(connections);
    } finally {
      for (const over of connections) await endConnections(over);
    }
  }

  async close(): Promise<void> {
    for (const over of [this.#shared, this.#hardlyIdle, this.#new]) if (over !== undefined) await endConnections(over);
  }

  /**
   * Sends a request when there is a place for it. The request also holds its place while it waits for the pace, since
   * that wait is a queue too.
   */
  async #inTurn(request: RequestToSend, recorder: Recorder, over: Way, isNew = false): Promise<Exchange> {
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

  async #once(request: RequestToSend, recorder: Recorder, over: Way, isNew: boolean): Promise<Exchange> {
    const { now, timeoutSeconds } = this.#options;
    refuseAfterEnd(recorder);
    const { method, url, body } = request;
    const sent = asSent(request);
    const { headers } = sent;
    const note = noteOf(request);
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
      if (request.form !== undefined && lacksProtocol(error)) this.#hasOneForm = true;
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

/** Returns a request as it is recorded. */
function asSent({ method, url, headers: own, body, form }: RequestToSend): SentRequest {
  const named = Object.keys(own).some((name) => name.toLowerCase() === 'user-agent');
  const headers = named ? own : { ...own, ...userAgent };
  return {
    method,
    url,
    headers: form === undefined ? headers : headIn(form, { url, headers, body }),
    ...(body === undefined ? {} : { body }),
    ...(form === undefined ? {} : { form: sentForm(form, body) }),
  };
}

function noteOf({ note, form }: RequestToSend): string | undefined {
  if (form === undefined) return note;
  return note === undefined ? formInWords(form) : `${note}, ${formInWords(form)}`;
}

/** Waits until the written data has left. */
function untilWritten(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** The parts of a path that name the resource. The parts after them are ids. */
const resourcePath = /^[^:]*:\/\/[^/?#]*((?:\/[^/?#]*){0,3})/;

function endedBy({ request: { method, url }, response, trouble }: Exchange): Ended {
  const path = resourcePath.exec(url)?.[1] ?? '';
  return {
    kind: `${method} ${path} ${response?.status ?? trouble?.kind ?? ''}`,
    overloaded: response?.status === 429 || response?.status === 503 || trouble?.kind === 'timeout',
  };
}

function refuseAfterEnd(recorder: Recorder): void {
  if (recorder.signal?.aborted === true) throw new Interrupted('the check has ended');
}

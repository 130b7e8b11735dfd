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
import { mayBeRepeated } from './repeatable.ts';
import { Room } from './room.ts';
import { cannotBeSent, closedAfterUse, cutOffBy, speaksNotSo, troubleOf, unsendable } from './trouble.ts';
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
  /** Waits between what is written one after another; for a turn of the event loop unless given. */
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
  /** How it is to lie on the wire; then it goes over a connection of its own. */
  readonly form?: WireForm;
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

/** Milliseconds after which what was written before has arrived by itself, as a rule. */
const segmentGapMs = 10;

/** How long clients wait for 100 (Continue), as a rule. */
const usualContinueMs = 1000;

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
  /** The tenant was seen not to speak HTTP/1.1, so that there is but the usual form. */
  #hasOneForm: boolean;
  #http1: buildConnector.connector | undefined;
  readonly #waiting: Waiting;
  /** What its answers take of the memory. */
  readonly room: Room;

  constructor(options: ClientOptions) {
    this.#options = options;
    // a proxy makes requests its own, or would have to be asked for a tunnel
    this.#hasOneForm = options.proxy?.httpProxy !== undefined || options.proxy?.httpsProxy !== undefined;
    this.#waiting = new Waiting(options.timeoutSeconds);
    this.room = options.room ?? new Room({ collect: collectGarbage });
    this.#shared = dispatcher(options);
  }

  /**
   * Sends a request once and records the exchange.
   *
   * What is to be sent in a form of its own is sent in the usual one where there is no other: where the tenant speaks
   * HTTP/2 alone, and through a proxy. Such an exchange has no form in the record.
   *
   * @param over a connection that was opened for it. Otherwise what may be sent again goes over any that is kept, and
   *   what may not over one that has hardly idled: the other side may close an idle one at any time (RFC 9112, 9.3.1)
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

  /** As {@link send}, over a connection that was never used before. */
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
        betweenSegments: () => (pause === undefined ? aTurn() : pause(segmentGapMs)),
        continueMs,
      },
      form,
    );
  }

  /** Work on so many connections of its own, which are closed afterwards. */
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

  /** Sends when there is a place for it. That includes what the pace has it wait: a queue there is one all the same. */
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
      if (request.form !== undefined && speaksNotSo(error)) this.#hasOneForm = true;
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

/** A request as it is recorded. */
function asSent({ method, url, headers: own, body, form }: RequestToSend): SentRequest {
  const named = Object.keys(own).some((name) => name.toLowerCase() === 'user-agent');
  const headers = named ? own : { ...own, ...self };
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

/** Lets what was written leave. */
function aTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** The parts of a path that tell what is asked for; what comes behind them are ids. */
const tellingPath = /^[^:]*:\/\/[^/?#]*((?:\/[^/?#]*){0,3})/;

function endedBy({ request: { method, url }, response, trouble }: Exchange): Ended {
  const path = tellingPath.exec(url)?.[1] ?? '';
  return {
    kind: `${method} ${path} ${response?.status ?? trouble?.kind ?? ''}`,
    overloaded: response?.status === 429 || response?.status === 503 || trouble?.kind === 'timeout',
  };
}

function refuseAfterEnd(recorder: Recorder): void {
  if (recorder.signal?.aborted === true) throw new Interrupted('the check has ended');
}

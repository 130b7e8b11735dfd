import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { ReceivedResponse } from '../../core/exchange.ts';
import { deepestJson, jsonSize, mayBeStructured } from '../../core/json-text.ts';
import type { AnswerLimits } from './answer-limits.ts';
import { answerLimits, CutOffError, DeadlineError, inMegabytes, maxHeadBytes } from './answer-limits.ts';
import { Decoding } from './content-coding.ts';
import { Octets } from './octets.ts';
import type { Room } from './room.ts';
import { shortBytes } from './room.ts';

/** A request as it goes onto the wire. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ReadOptions {
  readonly room: Room;
  /** Seconds from the sending within which the answer has to be complete. */
  readonly timeoutSeconds: number;
  readonly limits?: AnswerLimits;
  /** Called when the request leaves, which may be a while after it was handed over. */
  readonly sent?: () => void;
  /** Called when the first part of an answer has come. */
  readonly begun?: () => void;
}

/** A sender of requests that passes the answers on. */
export type Way = Pick<Dispatcher, 'dispatch'>;

/** Codes of the errors with which parsers reject a head that is too long. */
const headTooLongCodes: ReadonlySet<unknown> = new Set(['UND_ERR_HEADERS_OVERFLOW', 'HPE_HEADER_OVERFLOW']);

/** Keeps a byte order mark, so that one that is not allowed can be reported. */
const text = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Sends a request and reads the answer, decoded, as far as the limits allow. A body that is not in its stated coding is
 * left as it came.
 *
 * @throws CutOffError if the answer exceeds a limit
 * @throws DeadlineError if the answer is not complete in time
 */
export function readAnswer(over: Way, request: WireRequest, options: ReadOptions): Promise<ReceivedResponse> {
  const { method, url, headers, body, signal } = request;
  const { origin, pathname, search } = new URL(url);
  const reading = new Reading(options, signal);
  over.dispatch({ origin, path: `${pathname}${search}`, method, headers, body: body ?? null }, reading);
  return reading.answer;
}

type Controller = Dispatcher.DispatchController;
type Headers = ReceivedResponse['headers'];

class Reading implements Dispatcher.DispatchHandler {
  readonly answer: Promise<ReceivedResponse>;
  readonly #options: ReadOptions;
  readonly #limits: AnswerLimits;
  readonly #signal: AbortSignal | undefined;
  readonly #end: PromiseWithResolvers<ReceivedResponse>;
  readonly #interrupt = (): void => this.#fail(new Error('the check has ended'));
  readonly #octets = new Octets();
  #controller: Controller | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasBegun = false;
  #head: { readonly status: number; readonly headers: Headers } | undefined;
  /** Set while the codings of the body can be removed. */
  #decoding: Decoding | undefined;
  #encoded: Readable | undefined;
  #decoded: Promise<Octets | undefined> | undefined;
  #decodedBytes = 0;
  #place: Promise<() => void> | undefined;
  /** The reason why nothing more is read. */
  #over: Error | 'whole' | undefined;

  constructor(options: ReadOptions, signal: AbortSignal | undefined) {
    this.#options = options;
    this.#limits = options.limits ?? answerLimits;
    this.#signal = signal;
    this.#end = Promise.withResolvers();
    this.answer = this.#end.promise;
    if (signal?.aborted === true) this.#interrupt();
    else signal?.addEventListener('abort', this.#interrupt, { once: true });
  }

  onRequestStart(controller: Controller): void {
    if (this.#over instanceof Error) return controller.abort(this.#over);
    this.#controller = controller;
    const { timeoutSeconds, sent } = this.#options;
    sent?.();
    this.#timer = setTimeout(() => {
      this.#fail(new DeadlineError(timeoutSeconds, this.#hasBegun, this.#head?.status));
    }, timeoutSeconds * 1000);
  }

  onResponseStarted(): void {
    this.#hasBegun = true;
    this.#options.begun?.();
  }

  onResponseStart(controller: Controller, status: number, headers: Record<string, unknown>): void {
    if (this.#over !== undefined) return;
    this.onResponseStarted();
    const { fields, bodyBytes } = this.#limits;
    if (numberOfFields(controller.rawHeaders) > fields) return this.#cutOff(`${fields} header fields`, status);
    // an interim response only precedes the answer (RFC 9110, 15.2)
    if (status < 200) return;
    this.#head = { status, headers: headers as Headers };
    const length = Number(headers['content-length']);
    if (length > bodyBytes) return this.#cutOff(`a body of ${inMegabytes(bodyBytes)}`);
    this.#decoding = Decoding.of(headers['content-encoding'] as string | undefined);
  }

  onResponseData(controller: Controller, piece: Uint8Array): void {
    if (this.#over !== undefined) return;
    this.#octets.append(piece);
    if (!this.#isWithinLimits()) return;
    if (this.#decoding !== undefined) {
      this.#decoded ??= this.#decode(this.#decoding, controller);
      if (this.#encoded?.push(piece) === false) controller.pause();
    }
    void this.#makeRoom(controller);
  }

  onResponseEnd(): void {
    if (this.#over !== undefined) return;
    if (this.#decoded === undefined) return this.#finish(this.#octets);
    this.#encoded?.push(null);
    void this.#decoded.then((decoded) => this.#finish(decoded ?? this.#octets));
  }

  onResponseError(_controller: Controller, error: Error): void {
    if ('code' in error && headTooLongCodes.has(error.code)) this.#cutOff(`a head of ${maxHeadBytes / 1024} kB`);
    else this.#fail(error);
  }

  /** Returns the decoded body; undefined if it is not in its stated coding. */
  async #decode(decoding: Decoding, controller: Controller): Promise<Octets | undefined> {
    const encoded = new Readable({ read: () => controller.resume() });
    this.#encoded = encoded;
    const { ratio, ratioFromBytes } = this.#limits;
    const decoded = new Octets();
    try {
      for await (const piece of decoding.decoded(encoded)) {
        decoded.append(piece);
        this.#decodedBytes = decoded.length;
        if (!this.#isWithinLimits()) break;
        if (decoded.length > ratioFromBytes && decoded.length > ratio * decoding.consumed) {
          this.#cutOff(`${ratio} decoded octets for each octet sent`);
          break;
        }
        await this.#makeRoom(controller);
        if (this.#over !== undefined) break;
      }
      if (this.#over !== undefined) decoded.release();
      return decoded;
    } catch {
      this.#encoded = undefined;
      this.#decoding = undefined;
      this.#decodedBytes = 0;
      controller.resume();
      return undefined;
    }
  }

  #isWithinLimits(): boolean {
    const { bodyBytes } = this.#limits;
    if (this.#octets.length + this.#decodedBytes <= bodyBytes) return true;
    this.#cutOff(`a body of ${inMegabytes(bodyBytes)}`);
    return false;
  }

  /** Makes the other side wait if the body becomes long, until there is room for it. */
  #makeRoom(controller: Controller): Promise<unknown> | undefined {
    if (this.#octets.length + this.#decodedBytes <= shortBytes || this.#place !== undefined) return this.#place;
    controller.pause();
    this.#place = this.#options.room.enter();
    this.#place.then(
      (leave) => (this.#over === undefined ? controller.resume() : leave()),
      (error: Error) => this.#fail(error instanceof CutOffError ? this.#withStatus(error) : error),
    );
    return this.#place.catch(() => {});
  }

  #finish(octets: Octets): void {
    if (this.#over !== undefined || this.#head === undefined) return;
    const body = text.decode(octets.whole());
    const { length } = octets;
    this.#octets.release();
    octets.release();
    const { depth, values } = mayBeStructured(body) ? jsonSize(body) : { depth: 0, values: 0 };
    if (depth > deepestJson) return this.#cutOff(`${deepestJson} levels of JSON`);
    if (values > this.#limits.values) return this.#cutOff(`${this.#limits.values} values of JSON`);
    const response: ReceivedResponse = { ...this.#head, body };
    // a text with other than Latin letters takes two octets for each letter
    const bytes = Math.max(length, length > body.length ? 2 * body.length : 0);
    this.#options.room.hold(response, bytes, values);
    this.#settle('whole');
    this.#end.resolve(response);
  }

  #cutOff(limit: string, status = this.#head?.status): void {
    this.#fail(new CutOffError(`the suite reads no more than ${limit}`, status));
  }

  #withStatus({ message }: CutOffError): CutOffError {
    return new CutOffError(message, this.#head?.status);
  }

  #fail(error: Error): void {
    if (this.#over !== undefined) return;
    this.#settle(error);
    this.#end.reject(error);
    this.#controller?.abort(error);
    this.#encoded?.destroy();
    this.#octets.release();
  }

  #settle(over: Error | 'whole'): void {
    this.#over = over;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#interrupt);
    void this.#place?.then(
      (leave) => leave(),
      () => {},
    );
  }
}

/**
 * Returns the number of fields of a head as the dispatcher passes it on: one after another over HTTP/1.1, by name over
 * HTTP/2.
 */
function numberOfFields(raw: Controller['rawHeaders']): number {
  if (raw === undefined || raw === null) return 0;
  return Array.isArray(raw) ? raw.length / 2 : Object.values(raw).flat().length;
}

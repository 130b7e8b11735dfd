import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import type { WireForm } from '../../core/wire-form.ts';
import { maxHeadBytes } from './answer-limits.ts';
import { piecesIn } from './in-form.ts';

export interface FormSenderOptions {
  /** Opens a connection for HTTP/1.1. */
  readonly connect: buildConnector.connector;
  /** Waits until the written data has left, before more is written. */
  readonly betweenSegments: () => Promise<void>;
  /** Milliseconds for which the body waits to be asked for. Then it is sent anyway (RFC 9110, section 10.1.1). */
  readonly continueMs: number;
}

type Handler = Dispatcher.DispatchHandler;

/**
 * Sends requests in a form that the usual client cannot send: over HTTP/1.1, each on a connection of its own, which is
 * closed afterwards. The answer is read like any other.
 */
export class FormSender {
  readonly #options: FormSenderOptions;
  readonly #form: WireForm;

  constructor(options: FormSenderOptions, form: WireForm) {
    this.#options = options;
    this.#form = form;
  }

  /** Sends a request with an unchanged head: only the given fields are sent, in their order and spelling. */
  dispatch({ origin, path, method, headers, body }: Dispatcher.DispatchOptions, handler: Handler): boolean {
    const { protocol, hostname, host, port } = new URL(String(origin));
    this.#options.connect({ protocol, hostname, host, port }, (error, socket) => {
      if (error !== null) return handler.onResponseError?.(new Control(), error);
      const control = new Control(socket);
      handler.onRequestStart?.(control, {});
      if (control.aborted) return;
      const fail = (reason: Error): void => {
        socket.destroy();
        // the end of the connection takes nothing away from a complete answer
        if (!control.isWhole) handler.onResponseError?.(control, reason);
      };
      try {
        const request = httpRequest({
          method,
          path,
          headers: Object.entries(headers as Record<string, string>).flat(),
          createConnection: () => socket,
          maxHeaderSize: maxHeadBytes,
        });
        request.on('error', fail);
        request.once('response', (answer) => control.receive(answer, handler, fail));
        this.#write(request, socket, typeof body === 'string' ? body : undefined).catch(fail);
      } catch (reason) {
        fail(reason as Error);
      }
    });
    return true;
  }

  async #write(request: ClientRequest, socket: Socket, body: string | undefined): Promise<void> {
    if (body === undefined) return void request.end();
    const form = this.#form;
    const pieces = piecesIn(form, body);
    socket.setNoDelay(true);
    if (form.expect && !(await this.#isAskedFor(request))) return;
    if (!form.segments) {
      if (form.chunked) for (const piece of pieces) request.write(piece);
      request.end(form.chunked ? undefined : pieces[0]);
      return;
    }
    if (!form.expect) {
      request.flushHeaders();
      await this.#options.betweenSegments();
    }
    for (const piece of pieces) {
      // a server that has answered already reads no more
      if (socket.destroyed) return;
      await new Promise<void>((resolve) => request.write(piece, () => resolve()));
      await this.#options.betweenSegments();
    }
    if (!socket.destroyed) request.end();
  }

  /**
   * Reports whether the body is to be sent: the server asked for it, or said nothing for a while. If the answer came
   * first, the body is not sent.
   */
  #isAskedFor(request: ClientRequest): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), this.#options.continueMs);
      const settle = (asked: boolean): void => {
        clearTimeout(timer);
        resolve(asked);
      };
      request.once('continue', () => settle(true));
      request.once('response', () => settle(false));
      request.once('close', () => settle(false));
      request.flushHeaders();
    });
  }
}

/** Controls the connection for the reader of an answer. */
class Control implements Dispatcher.DispatchController {
  rawHeaders: string[] = [];
  reason: Error | null = null;
  isWhole = false;
  readonly #socket: Socket | undefined;
  #answer: IncomingMessage | undefined;

  constructor(socket?: Socket) {
    this.#socket = socket;
  }

  get aborted(): boolean {
    return this.reason !== null;
  }

  get paused(): boolean {
    return this.#answer?.isPaused() === true;
  }

  abort(reason: Error): void {
    this.reason = reason;
    this.#socket?.destroy();
  }

  pause(): void {
    this.#answer?.pause();
  }

  resume(): void {
    this.#answer?.resume();
  }

  /** Passes an answer on as the usual client does. */
  receive(answer: IncomingMessage, handler: Handler, fail: (reason: Error) => void): void {
    this.#answer = answer;
    this.rawHeaders = answer.rawHeaders;
    answer.on('error', fail);
    handler.onResponseStart?.(this, answer.statusCode ?? 0, headersOf(answer), answer.statusMessage);
    if (this.aborted) return;
    answer.on('data', (piece: Buffer) => handler.onResponseData?.(this, piece));
    answer.once('end', () => {
      this.isWhole = true;
      handler.onResponseEnd?.(this, {});
      this.#socket?.destroy();
    });
  }
}

/** Returns the header fields: names in lower case, a list if a field came several times, and texts read as UTF-8. */
function headersOf({ headersDistinct }: IncomingMessage): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => {
      const texts = values.map((value) => Buffer.from(value, 'latin1').toString('utf8'));
      return [name, texts.length === 1 ? (texts[0] ?? '') : texts];
    }),
  );
}

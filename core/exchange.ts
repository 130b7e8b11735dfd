import { byteOrderMark, parseJson } from './json-text.ts';

/** A request as it was sent. Headers keep the spelling and order in which the suite wrote them. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Set if the request was sent in a form of its own. */
  readonly form?: SentForm;
}

/**
 * The form of a request on the wire. The request was sent over HTTP/1.1, on a connection that carried nothing else. Its
 * headers are the whole head, in this order and spelling.
 */
export interface SentForm {
  /** Pieces of the body, each in a chunk of its own; absent if the head states the length of the body. */
  readonly chunks?: number;
  /** Number of parts that were written one after another, the head first; absent if all was written together. */
  readonly segments?: number;
}

export interface ReceivedResponse {
  readonly status: number;
  /** Names in lower case. The value is a list if a header came several times. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/**
 * The reason why there was no answer. `connect`: the request was not sent. `closed`, `kept-connection` (a connection
 * that had idled) and `timeout`: the request may have arrived. `cut-off`: an answer came, and the suite did not read it
 * to its end.
 */
export interface Trouble {
  readonly kind: 'connect' | 'certificate' | 'closed' | 'kept-connection' | 'timeout' | 'not-http' | 'cut-off';
  readonly message: string;
}

/**
 * An answer that had begun and that the suite itself stopped reading. Nothing follows from it, for the tenant or
 * against it.
 */
export interface CutOff {
  /** The limit that was reached, as a sentence of its own. */
  readonly limit: string;
  /** Status of the answer, if its head was read. */
  readonly status?: number;
}

/** One request and its answer. Plain data, so that stored exchanges can be judged again. */
export interface Exchange {
  /** Number of the exchange, counted from 1 within the case (the exchanges of the arrangement come first). */
  readonly number: number;
  /** Milliseconds since the check began. */
  readonly at: number;
  readonly ms: number;
  readonly request: SentRequest;
  readonly response?: ReceivedResponse;
  readonly trouble?: Trouble;
  /**
   * Set in addition to `trouble`, and without a response, if the suite cut the answer off. Such an answer says nothing
   * about the tenant.
   */
  readonly cutOff?: CutOff;
  /** The deliberate mistake in the request, or its purpose. */
  readonly note?: string;
}

/** A call to the control, recorded together with the exchanges that it explains. */
export interface Operation {
  readonly number: number;
  readonly at: number;
  readonly operation: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** Returns a response header, or undefined if there is none. The values of a repeated header are joined by commas. */
export function header(exchange: Exchange, name: string): string | undefined {
  const value = exchange.response?.headers[name.toLowerCase()];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

const parsed = new WeakMap<ReceivedResponse, unknown>();

/** Reports whether the body begins with a byte order mark, which many JSON readers do not accept. */
export function hasByteOrderMark({ response }: Exchange): boolean {
  return response?.body.startsWith(byteOrderMark) === true;
}

/** Returns the body as JSON, or undefined if it is not JSON. Each body is parsed once. */
export function json(exchange: Exchange): unknown {
  const { response } = exchange;
  if (response === undefined) return undefined;
  if (!parsed.has(response)) parsed.set(response, parse(response.body));
  return parsed.get(response);
}

/** Returns the body as a JSON object, or undefined if it is anything else. */
export function jsonObject(exchange: Exchange): Readonly<Record<string, unknown>> | undefined {
  const value = json(exchange);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Reports whether a status says that nothing exists at a path, or nothing for this method. */
export function saysNothingIsThere(status: number | undefined): boolean {
  return status === 404 || status === 405 || status === 410;
}

/** Reports whether the answer has a success status (2xx). */
export function succeeded(exchange: Exchange): boolean {
  return exchange.response !== undefined && exchange.response.status >= 200 && exchange.response.status < 300;
}

/** Returns the end of an exchange in the words of a finding, such as `was answered with 403`. */
export function answer(exchange: Exchange): string {
  if (exchange.response !== undefined) return `was answered with ${exchange.response.status}`;
  return `was not answered (${exchange.trouble?.message ?? 'no reason known'})`;
}

/** Only a text with this many digits in a row may hold an integer that is too large to be exact. */
const manyDigits = /\d{16}/;

function parse(text: string): unknown {
  const plain = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return parseJson(plain, manyDigits.test(plain) ? asWritten : undefined);
}

/** Keeps an integer that would be rounded as it was written, so that two long identifiers do not become equal. */
function asWritten(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
    ? source
    : value;
}

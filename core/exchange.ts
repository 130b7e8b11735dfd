import { byteOrderMark, parseJson } from './json-text.ts';

/** A request as it was sent. Headers keep the spelling and order in which the suite wrote them. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Set where it was sent in a form of its own. */
  readonly form?: SentForm;
}

/**
 * How a request lay on the wire that was sent over HTTP/1.1, on a connection that nothing else went over. Its headers are
 * all that stood in its head, in this order and spelling.
 */
export interface SentForm {
  /** Pieces of the body, each in a chunk of its own; not set where its length was told. */
  readonly chunks?: number;
  /** How many parts were written one after another, the head being the first; not set where all went together. */
  readonly segments?: number;
}

export interface ReceivedResponse {
  readonly status: number;
  /** Names in lower case; a list where a header came several times. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/**
 * Why there was no answer. `connect`: the request never left; `closed`, `kept-connection` (one that had idled) and
 * `timeout`: it may have arrived; `cut-off`: an answer came, and the suite did not read it to its end.
 */
export interface Trouble {
  readonly kind: 'connect' | 'certificate' | 'closed' | 'kept-connection' | 'timeout' | 'not-http' | 'cut-off';
  readonly message: string;
}

/** Where the suite itself gave up an answer that had begun. Nothing follows from that, for the tenant or against it. */
export interface CutOff {
  /** The limit that was reached, as a sentence of its own. */
  readonly limit: string;
  /** Status of the answer, where its head had been read. */
  readonly status?: number;
}

/** One request and what came back. Plain data, so that it can be judged again from where it was stored. */
export interface Exchange {
  /** Counted from 1 within the case (the exchanges of the arrangement come first). */
  readonly number: number;
  /** Milliseconds since the check began. */
  readonly at: number;
  readonly ms: number;
  readonly request: SentRequest;
  readonly response?: ReceivedResponse;
  readonly trouble?: Trouble;
  /** Set beside `trouble`, and without a response, where the suite cut the answer off: what came says nothing of the tenant. */
  readonly cutOff?: CutOff;
  /** What is wrong with the request on purpose, or what it is for. */
  readonly note?: string;
}

/** A call to the control, recorded beside the exchanges that it explains. */
export interface Operation {
  readonly number: number;
  readonly at: number;
  readonly operation: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** The first value of a response header, or undefined. */
export function header(exchange: Exchange, name: string): string | undefined {
  const value = exchange.response?.headers[name.toLowerCase()];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

const parsed = new WeakMap<ReceivedResponse, unknown>();

/** Whether the body begins with a byte order mark, at which many readers of JSON give up. */
export function hasByteOrderMark({ response }: Exchange): boolean {
  return response?.body.startsWith(byteOrderMark) === true;
}

/** The body as JSON, or undefined where it is not JSON. Parsed once. */
export function json(exchange: Exchange): unknown {
  const { response } = exchange;
  if (response === undefined) return undefined;
  if (!parsed.has(response)) parsed.set(response, parse(response.body));
  return parsed.get(response);
}

/** The body as a JSON object, or undefined where it is anything else. */
export function jsonObject(exchange: Exchange): Readonly<Record<string, unknown>> | undefined {
  const value = json(exchange);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Whether a status says that nothing is at a path, or nothing for this method. */
export function saysNothingIsThere(status: number | undefined): boolean {
  return status === 404 || status === 405 || status === 410;
}

/** Whether the answer has a success status (2xx). */
export function succeeded(exchange: Exchange): boolean {
  return exchange.response !== undefined && exchange.response.status >= 200 && exchange.response.status < 300;
}

/** How the exchange ended, in the words of a finding: `was answered with 403`. */
export function answer(exchange: Exchange): string {
  if (exchange.response !== undefined) return `was answered with ${exchange.response.status}`;
  return `was not answered (${exchange.trouble?.message ?? 'no reason known'})`;
}

/** Only a text that has so many digits in a row may hold a whole number that is too large to be exact. */
const manyDigits = /\d{16}/;

function parse(text: string): unknown {
  const plain = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return parseJson(plain, manyDigits.test(plain) ? asWritten : undefined);
}

/** A whole number that would be rounded is kept as it was written, so that two long identifiers do not become one. */
function asWritten(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source) && !Number.isSafeInteger(value)
    ? source
    : value;
}

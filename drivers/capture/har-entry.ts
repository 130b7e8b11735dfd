import { membersOf } from '../../core/delivery.ts';
import type { Exchange, ReceivedResponse, SentRequest } from '../../core/exchange.ts';
import type { CapturePlace, RecordedExchange } from './recorded.ts';

type Members = Readonly<Record<string, unknown>>;

/** Reads an entry of a HAR (1.1 or 1.2, with the members that browsers add), or returns why it cannot be read. */
export function readHarEntry(
  entry: Members,
  number: number,
  place: CapturePlace,
): RecordedExchange | { readonly why: string } {
  const request = membersOf(entry['request']);
  const response = membersOf(entry['response']);
  const [method, url] = [request?.['method'], request?.['url']];
  if (request === undefined || typeof method !== 'string' || typeof url !== 'string') {
    return { why: 'without a request that has a method and an address' };
  }
  const status = response?.['status'];
  const answered = typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 999;
  const sent = requestBody(request);
  const headersAre = [
    ...(isReadable(request['headers']) ? [] : [`whose request headers ${headersProblem(request['headers'])}`]),
    ...(!answered || isReadable(response?.['headers'])
      ? []
      : [`whose answer's headers ${headersProblem(response?.['headers'])}`]),
  ];
  const body = response === undefined || !answered ? undefined : responseBody(membersOf(response['content']));
  const from = Date.parse(textOf(entry['startedDateTime']));
  const took = typeof entry['time'] === 'number' && entry['time'] >= 0 ? entry['time'] : Number.NaN;
  const exchange: Exchange = {
    number,
    at: Number.isNaN(from) ? 0 : from,
    ms: Number.isNaN(took) ? 0 : took,
    request: sentRequest(method, url, request, sent),
    ...(answered && response !== undefined
      ? { response: received(status, response, body ?? '') }
      : { trouble: { kind: 'closed', message: 'no answer was recorded' } }),
    note: place.text,
  };
  return {
    exchange,
    place,
    ...(Number.isNaN(from) ? {} : { from }),
    ...(Number.isNaN(from + took) ? {} : { to: from + took }),
    knowsRequestBody: sent !== undefined,
    knowsBody: body !== undefined,
    knowsRequestHeaders: isReadable(request['headers']),
    ...(headersAre.length === 0 ? {} : { headersAre }),
    ...(answered && body === undefined ? { bodyIs: bodyProblem(membersOf(response?.['content'])) } : {}),
    cached: typeof entry['_fromCache'] === 'string' || status === 304,
  };
}

function sentRequest(method: string, url: string, request: Members, body: string | undefined): SentRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of pairsIn(request['headers'])) headers[name.toLowerCase()] = value;
  return { method: method.toUpperCase(), url, headers, ...(body === undefined ? {} : { body }) };
}

function received(status: number, response: Members, body: string): ReceivedResponse {
  const headers: Record<string, string | string[]> = {};
  for (const [spelt, value] of pairsIn(response['headers'])) {
    const name = spelt.toLowerCase();
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return { status, headers, body };
}

/** Returns the body of a request as it was sent, or from the form fields that the recorder read. */
function requestBody(request: Members): string | undefined {
  const data = membersOf(request['postData']);
  if (data === undefined) return undefined;
  const { text, params, encoding } = data;
  if (typeof text === 'string' && text !== '') return encoding === 'base64' ? decoded(text) : text;
  const pairs = pairsIn(params);
  return pairs.length === 0 ? undefined : new URLSearchParams(pairs).toString();
}

/** Returns the body of an answer; undefined if it was not recorded, was recorded only in part, or is no text. */
function responseBody(content: Members | undefined): string | undefined {
  if (content === undefined) return undefined;
  const { text, encoding, size } = content;
  if (text === undefined || text === null) return size === 0 ? '' : undefined;
  if (typeof text !== 'string') return undefined;
  const body = encoding === 'base64' ? decoded(text) : text;
  if (body === undefined) return undefined;
  const isCutOff = typeof size === 'number' && Buffer.byteLength(body) < size;
  return isCutOff && parses(body) === false ? undefined : body;
}

/** Returns the reason why the body of an answer cannot be judged. */
function bodyProblem(content: Members | undefined): string {
  const text = content?.['text'];
  if (typeof text !== 'string') return 'was not recorded';
  return content?.['encoding'] === 'base64' ? 'is no text' : 'was cut off';
}

function decoded(base64: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns names and values from a list of pairs, as in HAR, or from an object of names, which some recorders write. */
function pairsIn(written: unknown): [name: string, value: string][] {
  if (!Array.isArray(written)) {
    return Object.entries(membersOf(written) ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, textOf(one)]),
    );
  }
  return written.flatMap((item: unknown) => {
    const pair = membersOf(item);
    return typeof pair?.['name'] === 'string' ? [[pair['name'], textOf(pair['value'])]] : [];
  });
}

/** Reports whether headers have one of the two forms that are read. An empty list means that there were none. */
function isReadable(headers: unknown): boolean {
  if (!Array.isArray(headers)) return membersOf(headers) !== undefined;
  return headers.every((item: unknown) => typeof membersOf(item)?.['name'] === 'string');
}

function headersProblem(headers: unknown): string {
  return headers === undefined || headers === null
    ? 'were not recorded'
    : 'are neither a list of names and values nor an object of them';
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

import type { ReceivedRequest } from '../../core/delivery.ts';
import { envelopeOf, membersOf } from '../../core/delivery.ts';
import type { Place, RecordedDelivery, RecordedExchange } from './recorded.ts';

type Members = Readonly<Record<string, unknown>>;

const envelopeMembers = ['app', 'appDefinition', 'baseURL', 'channel', 'tenantId', 'version', 'message'] as const;
/** An object with so many of them is meant to be an envelope, though some may be missing. */
const fewest = 4;

/** Where what was received keeps its body: a log of one's own, an event of a function service, this suite's journal. */
const bodyMembers = ['body', 'rawBody', 'payload'] as const;

/**
 * A delivery as it was logged: the envelope alone, or an object with `body` (the envelope, or the text that arrived)
 * and, if they were kept, `method` and `headers`.
 *
 * @returns undefined where it is nothing like a delivery
 */
export function readDeliveryRecord(record: Members, number: number, place: Place): RecordedDelivery | undefined {
  if (looksLikeEnvelope(record)) {
    const received = { method: 'POST', target: '/', headers: {}, body: JSON.stringify(record) };
    return recorded(received, number, place, { knowsMethod: false, knowsHeaders: false });
  }
  const request = membersOf(record['received']) ?? membersOf(record['request']) ?? record;
  const found = bodyMembers.map((name) => request[name]).find((value) => value !== undefined);
  const body = typeof found === 'string' ? textOf(found, request) : JSON.stringify(found);
  if (body === undefined) return undefined;
  const method = request['method'] ?? request['httpMethod'];
  const headers = headersIn(request['headers']);
  const received = { method: typeof method === 'string' ? method.toUpperCase() : 'POST', target: '/', headers, body };
  // a request with a body of its own may be anything: it must say so itself, by its envelope or by its place
  const meant = looksLikeEnvelope(envelopeOf({ received })) || membersOf(record['received']) !== undefined;
  if (!meant) return undefined;
  return recorded(received, number, place, {
    knowsMethod: typeof method === 'string',
    knowsHeaders: Object.keys(headers).length > 0,
  });
}

/** A delivery that stands in a HAR as the request that it is; undefined where a request is none. */
export function deliveryIn({ exchange, place, knowsRequestBody }: RecordedExchange): RecordedDelivery | undefined {
  const { method, headers, body } = exchange.request;
  if (!knowsRequestBody || body === undefined) return undefined;
  const received = { method, target: '/', headers, body };
  if (!looksLikeEnvelope(envelopeOf({ received }))) return undefined;
  const knowsHeaders = Object.keys(headers).length > 0;
  return recorded(received, exchange.number, place, { knowsMethod: true, knowsHeaders });
}

function recorded(
  received: ReceivedRequest,
  number: number,
  place: Place,
  knows: Pick<RecordedDelivery, 'knowsHeaders' | 'knowsMethod'>,
): RecordedDelivery {
  return {
    delivery: { number, at: 0, address: 'https://receiver.invalid', received, note: place.text },
    place,
    ...knows,
  };
}

function looksLikeEnvelope(value: Members | undefined): boolean {
  return value !== undefined && envelopeMembers.filter((name) => Object.hasOwn(value, name)).length >= fewest;
}

/** The text of a body; octets that are no text are no delivery that can be read. */
function textOf(body: string, request: Members): string | undefined {
  const base64 = request['isBase64Encoded'] === true || request['encoding'] === 'base64';
  if (!base64) return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    return undefined;
  }
}

/** As an object of names, or as the list of pairs that a HAR has. */
function headersIn(value: unknown): Record<string, string | readonly string[]> {
  const pairs = Array.isArray(value)
    ? value.map((item: unknown): [unknown, unknown] => [membersOf(item)?.['name'], membersOf(item)?.['value']])
    : Object.entries(membersOf(value) ?? {});
  const headers: Record<string, string | readonly string[]> = {};
  for (const [name, text] of pairs) {
    if (typeof name !== 'string') continue;
    if (typeof text === 'string') headers[name.toLowerCase()] = text;
    else if (Array.isArray(text)) headers[name.toLowerCase()] = text.map(String);
  }
  return headers;
}

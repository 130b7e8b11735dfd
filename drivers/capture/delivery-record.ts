import type { ReceivedRequest } from '../../core/delivery.ts';
import { envelopeOf, membersOf } from '../../core/delivery.ts';
import type { CapturePlace, RecordedDelivery, RecordedExchange } from './recorded.ts';

type Members = Readonly<Record<string, unknown>>;

const envelopeMembers = ['app', 'appDefinition', 'baseURL', 'channel', 'tenantId', 'version', 'message'] as const;
/** Number of these members from which on an object is isDelivery to be an envelope. The others may be missing. */
const leastMembers = 4;

/** Members with the body of a received request: in an own log, an event of a function service, this suite's journal. */
const bodyMembers = ['body', 'rawBody', 'payload'] as const;

/**
 * Reads a delivery from a log: the envelope alone, or an object with `body` (the envelope, or the text that arrived)
 * and, if the log has them, `method` and `headers`.
 *
 * @returns undefined if the record does not look like a delivery
 */
export function readDeliveryRecord(record: Members, number: number, place: CapturePlace): RecordedDelivery | undefined {
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
  // a record with a body may be any request: only its envelope or the member `received` shows that it is a delivery
  const isDelivery = looksLikeEnvelope(envelopeOf({ received })) || membersOf(record['received']) !== undefined;
  if (!isDelivery) return undefined;
  return recorded(received, number, place, {
    knowsMethod: typeof method === 'string',
    knowsHeaders: Object.keys(headers).length > 0,
  });
}

/** Returns the delivery that was recorded as a request of a HAR; undefined if the request is no delivery. */
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
  place: CapturePlace,
  knows: Pick<RecordedDelivery, 'knowsHeaders' | 'knowsMethod'>,
): RecordedDelivery {
  return {
    delivery: { number, at: 0, address: 'https://receiver.invalid', received, note: place.text },
    place,
    ...knows,
  };
}

function looksLikeEnvelope(value: Members | undefined): boolean {
  return value !== undefined && envelopeMembers.filter((name) => Object.hasOwn(value, name)).length >= leastMembers;
}

/** Returns the text of a body; undefined if its octets are no text, so that the delivery cannot be read. */
function textOf(body: string, request: Members): string | undefined {
  const base64 = request['isBase64Encoded'] === true || request['encoding'] === 'base64';
  if (!base64) return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    return undefined;
  }
}

/** Reads headers from an object of names, or from a list of pairs as in a HAR. */
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

import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, deflate, gzip } from 'node:zlib';
import type { Dispatcher } from 'undici';

/** An answer that arrived completely and is on its way to the client. */
export interface Answered {
  readonly status: number;
  readonly reason: string;
  /** Names and values in turn, in their original order and letter case, without the fields of a single connection. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** Whether the answer has a `Content-Length`. */
  readonly hasContentLength: boolean;
}

/** Fields of a single connection (RFC 9110, 7.6.1), and the length, which each sender of a body writes again. */
const connectionFields = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
]);

function endToEndFields(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    if (!connectionFields.has(name.toLowerCase())) kept.push(name, raw[index + 1] ?? '');
  }
  return kept;
}

/** Passes a request on unchanged, and waits for the whole answer. */
export async function asked(
  upstream: Dispatcher,
  origin: string,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<Answered> {
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  const answer = await upstream.request({
    origin,
    path: url,
    method,
    headers: endToEndFields(rawHeaders),
    body: body.length === 0 && !('content-length' in incoming.headers) ? null : body,
    responseHeaders: 'raw',
  });
  // raw headers are octets, names and values in turn
  const raw = (answer.headers as unknown as readonly (Buffer | string)[]).map((each) =>
    typeof each === 'string' ? each : each.toString('latin1'),
  );
  return {
    status: answer.statusCode,
    reason: answer.statusText,
    headers: endToEndFields(raw),
    body: Buffer.from(await answer.body.arrayBuffer()),
    hasContentLength: raw.some((each, index) => index % 2 === 0 && each.toLowerCase() === 'content-length'),
  };
}

/** Sends a complete answer. */
export function sendCompleteAnswer(
  outgoing: ServerResponse,
  { status, reason, headers, body, hasContentLength }: Answered,
): void {
  outgoing.sendDate = false;
  const length = hasContentLength && status !== 204 && status !== 304 ? ['Content-Length', String(body.length)] : [];
  outgoing.writeHead(status, reason, [...headers, ...length]);
  outgoing.end(body);
}

/** Returns the answer of a gateway that answers instead of the tenant. */
export function gatewayAnswer(
  { status, title, retryAfter }: { readonly status: number; readonly title: string; readonly retryAfter?: string },
  today: Date,
): Answered {
  const second = 1000;
  // Dates in header fields have whole seconds, so a delay of one second can be written in both forms.
  const later = { seconds: '1', date: new Date(today.getTime() + second).toUTCString() };
  const page = `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n<center><h1>${status} ${title}</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n`;
  return {
    status,
    reason: title,
    headers: [
      ...['Server', 'gateway', 'Date', today.toUTCString(), 'Content-Type', 'text/html'],
      ...(retryAfter === 'seconds' || retryAfter === 'date' ? ['Retry-After', later[retryAfter]] : []),
    ],
    body: Buffer.from(page),
    hasContentLength: true,
  };
}

const coders = { gzip: promisify(gzip), deflate: promisify(deflate), br: promisify(brotliCompress) };

/** Returns an answer with the same body in another form. */
export async function recoded(
  answer: Answered,
  as: keyof typeof coders | 'chunks',
  { method, headers: { 'accept-encoding': accepted } }: IncomingMessage,
): Promise<Answered> {
  const { body, headers } = answer;
  const isCoded = headers.some((each, index) => index % 2 === 0 && each.toLowerCase() === 'content-encoding');
  if (method === 'HEAD' || body.length === 0 || isCoded) return answer;
  if (as === 'chunks') return { ...answer, hasContentLength: false };
  // a request without Accept-Encoding accepts any coding (RFC 9110, 12.5.3)
  if (accepted !== undefined && !accepted.includes(as)) return answer;
  const coded = await coders[as](body);
  return { ...answer, body: coded, headers: [...headers, 'Content-Encoding', as, 'Vary', 'Accept-Encoding'] };
}

/**
 * Returns an answer with fields that gateways add. For every second answer, field names are in lower case, as some
 * gateways send them.
 */
export function decorated(answer: Answered, chance: number): Answered {
  const mark = Math.floor(chance * 2 ** 32).toString(16);
  const added = [
    ...['Via', '1.1 gateway', 'X-Request-Id', mark, 'X-Cache', 'Miss from gateway', 'Server-Timing', 'edge;dur=1'],
    ...['Set-Cookie', `affinity=${mark}; Path=/; Secure; HttpOnly`, 'Alt-Svc', 'clear', 'Age', '0'],
    ...['Strict-Transport-Security', 'max-age=31536000', 'X-Padding', 'x'.repeat(Math.floor(chance * 2000))],
  ];
  const names = (each: string, index: number): string => (index % 2 === 0 && chance < 0.5 ? each.toLowerCase() : each);
  return { ...answer, headers: [...answer.headers, ...added].map(names) };
}

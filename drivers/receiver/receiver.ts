import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReceivedRequest } from '../../core/delivery.ts';
import { envelopeOf, membersOf } from '../../core/delivery.ts';
import { withoutCodings } from '../client/content-coding.ts';
import type { ListenOptions } from '../listening/listen.ts';
import { belowPublicPath, listenAt, publicPathOf } from '../listening/listen.ts';
import { ForeignRequests } from './foreign.ts';
import type { InboxRecorder } from './inbox.ts';
import { Inbox } from './inbox.ts';

export interface InboxOptions extends InboxRecorder {
  /** The part of the address after its secret part: a path with or without a query, such as `/hooks?a=1`. */
  readonly suffix?: string;
  /** An inbox with the same secret part in its address, so that only the suffixes differ. */
  readonly beside?: Inbox;
  /**
   * The app that has the webhook. A request that names the app and goes to an unknown address is recorded for this
   * inbox.
   */
  readonly appId?: string;
}

/** Receives webhook deliveries, each at an address of its own. */
export interface Receiver {
  /** The address below which the inboxes are, as the tenant reaches it. */
  readonly address: string;
  /** The authority that the tenant must trust, if a private one issued the certificate. */
  readonly caPem?: string;
  readonly openInbox: (options: InboxOptions) => Inbox;
  /** Stops listening and drops every connection, answered or not. */
  readonly close: () => Promise<void>;
}

/** Octets; a longer body is not a webhook message. */
const longestBody = 5_000_000;
/** Octets of a body at an unknown address. */
const longestForeignBody = 64_000;
/** Octets of all bodies that are being received at one time. */
const mostUnderWay = 64_000_000;

export interface ReceiverOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Milliseconds within which a request must arrive completely. */
  readonly requestMs?: number;
}

/**
 * Starts to listen for deliveries. Any client that reaches the receiver may send anything. So the path is checked
 * before anything is read. A request for no inbox costs little and never counts as a delivery that arrived.
 *
 * @throws {ConfigurationError} if the suite cannot listen there
 */
export async function openReceiver(place: ListenOptions, { now, requestMs }: ReceiverOptions): Promise<Receiver> {
  const inboxes = new Map<string, Inbox>();
  const ofApps = new Map<string, Inbox>();
  const foreign = new ForeignRequests(now);
  const publicPath = publicPathOf(place);
  let underWay = 0;

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse, welcome: () => void): Promise<void> {
    const below = belowPublicPath(publicPath, incoming.url ?? '/');
    const inbox = inboxes.get(below) ?? inboxes.get(secretPart(below));
    if (inbox === undefined) return turnAway(incoming, outgoing, below);
    welcome();
    // a tenant may go on delivering after the case has ended
    if (inbox.closed) return answerWith(outgoing, 200);
    const received = await receivedOf(incoming, below, longestBody);
    if (isNoDelivery(received)) {
      outgoing.writeHead(200, { allow: 'POST, HEAD, OPTIONS', 'content-length': 0 }).end();
      return;
    }
    const answer = inbox.receive(received);
    if (answer !== 'hang') answerWith(outgoing, answer);
  }

  /**
   * Answers a request to an address of no inbox. If the request names an app, it may be a delivery that went astray.
   */
  async function turnAway(incoming: IncomingMessage, outgoing: ServerResponse, below: string): Promise<void> {
    const length = Number(incoming.headers['content-length'] ?? 0);
    try {
      if (!foreign.mayRead() || length > longestForeignBody) throw new Error('not read');
      const received = await receivedOf(incoming, below, longestForeignBody);
      const app = membersOf(envelopeOf({ received })?.['app'])?.['id'];
      ofApps.get(String(app))?.noteAstray(received, 404);
      answerWith(outgoing, 404);
    } catch {
      foreign.leave(incoming);
      outgoing.writeHead(404, { connection: 'close', 'content-length': 0 }).end();
    }
  }

  async function receivedOf(incoming: IncomingMessage, below: string, longest: number): Promise<ReceivedRequest> {
    let length = 0;
    try {
      const body = await bodyOf(incoming, (chunk) => {
        length += chunk;
        underWay += chunk;
        return length <= longest && underWay <= mostUnderWay;
      });
      const octets = await withoutCodings(body, incoming.headers['content-encoding'], longest);
      return {
        method: incoming.method ?? '',
        target: `${publicPath}${below}`,
        headers: headersOf(incoming),
        ...textOf(octets),
      };
    } finally {
      underWay -= length;
    }
  }

  const { address, close } = await listenAt('receiver.listen', place, handle, requestMs);
  const caPem = place.publicUrl === undefined ? place.certificate?.caPem : undefined;

  return {
    address,
    ...(caPem === undefined ? {} : { caPem }),
    openInbox: ({ suffix = '', appId, beside, ...recorder }) => {
      const secret =
        beside === undefined ? randomBytes(18).toString('hex') : secretPart(beside.url.slice(address.length));
      const inbox = new Inbox(`${address}/${secret}${suffix}`, caPem, recorder, foreign);
      inboxes.set(`/${secret}${suffix}`, inbox);
      if (beside === undefined) inboxes.set(secret, inbox);
      if (appId !== undefined) ofApps.set(appId, inbox);
      return inbox;
    },
    close,
  };
}

function answerWith(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, { 'content-length': 0 }).end();
}

/**
 * Reports whether a sender only asks if a server is there, as senders may before they deliver. Such a request is not a
 * delivery.
 */
function isNoDelivery({ method, body }: ReceivedRequest): boolean {
  return body === '' && (method === 'HEAD' || method === 'OPTIONS' || method === 'GET');
}

/**
 * Returns the body of a request. A sender that disconnects before the end has delivered nothing.
 *
 * @param goOn receives the number of octets of each part, and reports whether more may come
 */
function bodyOf(incoming: IncomingMessage, goOn: (octets: number) => boolean): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => {
    if (goOn(chunk.length)) chunks.push(chunk);
    else {
      incoming.removeAllListeners('data').pause();
      reject(new Error('too long for a webhook message'));
    }
  });
  incoming.once('end', () => resolve(Buffer.concat(chunks)));
  incoming.once('error', reject);
  incoming.once('close', () => reject(new Error('the sender went away')));
  return promise;
}

function textOf(received: Uint8Array): Pick<ReceivedRequest, 'body' | 'base64'> {
  const octets = Buffer.from(received);
  const body = octets.toString('utf8');
  return Buffer.from(body, 'utf8').equals(octets) ? { body } : { body, base64: octets.toString('base64') };
}

function headersOf({ headersDistinct }: IncomingMessage): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [name, values.length === 1 ? values.join() : values]),
  );
}

/** Returns the first part of a path, which names the inbox. */
function secretPart(target: string): string {
  return /^\/+([^/?#]*)/.exec(target)?.[1] ?? '';
}

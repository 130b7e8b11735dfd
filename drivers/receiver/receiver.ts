import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReceivedRequest } from '../../core/delivery.ts';
import { envelopeOf, membersOf } from '../../core/delivery.ts';
import { withoutCodings } from '../client/content-coding.ts';
import type { Place } from '../listening/listen.ts';
import { belowPublicPath, listenAt, publicPathOf } from '../listening/listen.ts';
import type { InboxRecorder } from './inbox.ts';
import { Inbox } from './inbox.ts';

export interface InboxOptions extends InboxRecorder {
  /** What follows the secret part of the address: a path with or without a query, such as `/hooks?a=1`. */
  readonly suffix?: string;
  /** An inbox with the secret part of whose address this one's begins too, so that only the suffixes differ. */
  readonly beside?: Inbox;
  /** The app whose webhook it is: what reaches the receiver at no known address is kept for the app that it names. */
  readonly appId?: string;
}

/** Receives webhook deliveries, each at an address of its own. */
export interface Receiver {
  /** The address beneath which its inboxes lie, as the tenant reaches it. */
  readonly address: string;
  /** What the tenant must trust, where a private authority issued the certificate. */
  readonly caPem?: string;
  readonly openInbox: (options: InboxOptions) => Inbox;
  /** Stops listening and drops every connection, answered or not. */
  readonly close: () => Promise<void>;
}

/** Longer bodies are no webhook messages. */
const longestBody = 5_000_000;

/**
 * Starts to listen for deliveries.
 *
 * @throws {ConfigurationError} where nobody can listen there
 */
export async function openReceiver(place: Place): Promise<Receiver> {
  const inboxes = new Map<string, Inbox>();
  const ofApps = new Map<string, Inbox>();
  const publicPath = publicPathOf(place);

  // a sender that goes away amid its delivery has delivered nothing
  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const octets = await withoutCodings(await bodyOf(incoming), incoming.headers['content-encoding'], longestBody);
    const target = incoming.url ?? '/';
    const below = belowPublicPath(publicPath, target);
    const received: ReceivedRequest = {
      method: incoming.method ?? '',
      target: `${publicPath}${below}`,
      headers: headersOf(incoming),
      ...textOf(octets),
    };
    if (isNoDelivery(received)) {
      outgoing.writeHead(200, { allow: 'POST, HEAD, OPTIONS', 'content-length': 0 }).end();
      return;
    }
    const app = membersOf(envelopeOf({ received })?.['app'])?.['id'];
    const inbox = inboxes.get(below) ?? inboxes.get(secretPart(below)) ?? ofApps.get(String(app));
    const answer = inbox?.receive(received) ?? 404;
    if (answer === 'hang') return;
    outgoing.writeHead(answer, { 'content-length': 0 }).end();
  }

  const { address, close } = await listenAt('receiver.listen', place, take);
  const caPem = place.publicUrl === undefined ? place.certificate?.caPem : undefined;

  return {
    address,
    ...(caPem === undefined ? {} : { caPem }),
    openInbox: ({ suffix = '', appId, beside, ...recorder }) => {
      const secret =
        beside === undefined ? randomBytes(18).toString('hex') : secretPart(beside.url.slice(address.length));
      const inbox = new Inbox(`${address}/${secret}${suffix}`, caPem, recorder);
      inboxes.set(`/${secret}${suffix}`, inbox);
      if (beside === undefined) inboxes.set(secret, inbox);
      if (appId !== undefined) ofApps.set(appId, inbox);
      return inbox;
    },
    close,
  };
}

/** Whether somebody only asks if anybody is there, as senders may before they deliver: nothing is told by that. */
function isNoDelivery({ method, body }: ReceivedRequest): boolean {
  return body === '' && (method === 'HEAD' || method === 'OPTIONS' || method === 'GET');
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestBody) throw new Error('too long for a webhook message');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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

/** The first part of a path, which names the inbox. */
function secretPart(target: string): string {
  return /^\/+([^/?#]*)/.exec(target)?.[1] ?? '';
}

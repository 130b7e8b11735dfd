import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificate } from './opened-tenant.ts';

export interface Received {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly contentType: string | undefined;
  readonly body: unknown;
}

/** A receiver of webhook messages on a port of its own. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly origin: string;
  /** Returns the next message that was not returned yet. */
  readonly next: () => Promise<Received>;
}

/** Opens a receiver that answers with `statuses` one after the other, and then with 200. */
export async function openReceiver(
  scheme: 'http' | 'https',
  statuses: readonly number[] = [],
): Promise<WebhookReceiver> {
  const waiting: ((received: Received) => void)[] = [];
  const arrived: Received[] = [];
  let count = 0;

  async function receive(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
    outgoing.writeHead(statuses[count++] ?? 200).end();
    const received: Received = {
      method: incoming.method,
      target: incoming.url,
      contentType: incoming.headers['content-type'],
      body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
    };
    const waiter = waiting.shift();
    if (waiter === undefined) arrived.push(received);
    else waiter(received);
  }
  const handler = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    receive(incoming, outgoing).catch(() => incoming.socket.destroy());
  };
  const server =
    scheme === 'https'
      ? createHttpsServer({ key: certificate.keyPem, cert: certificate.certificatePem }, handler)
      : createHttpServer(handler);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: () => {
      const received = arrived.shift();
      if (received !== undefined) return Promise.resolve(received);
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

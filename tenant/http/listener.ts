import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createNetServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { ConnectionBehaviour } from '../behaviour/connections.ts';
import type { TenantCertificate } from '../certificate.ts';
import type { Dispatch } from './dispatch.ts';
import type { Answer, Connection, HttpRequest } from './message.ts';

export interface ListenerOptions {
  readonly host: string;
  /** 0 for one that the system chooses. */
  readonly port: number;
  readonly certificate: TenantCertificate;
  readonly behaviour: ConnectionBehaviour;
}

export interface Listener {
  readonly port: number;
  /** Stops listening and drops every connection. */
  readonly close: () => Promise<void>;
}

type Incoming = IncomingMessage | Http2ServerRequest;
type Outgoing = ServerResponse | Http2ServerResponse;

const LARGEST_BODY = 4_194_304;
const FIRST_BYTE_OF_TLS = 0x16;

async function readRequest(incoming: Incoming): Promise<HttpRequest | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST_BODY) return undefined;
    chunks.push(chunk);
  }
  const headers = new Map<string, string[]>();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    const name = incoming.rawHeaders[index]?.toLowerCase() ?? '';
    const values = headers.get(name) ?? [];
    headers.set(name, [...values, incoming.rawHeaders[index + 1] ?? '']);
  }
  const target = incoming.url ?? '/';
  const question = target.includes('?') ? target.indexOf('?') : target.length;
  return {
    method: incoming.method ?? '',
    target,
    path: target.slice(0, question),
    query: new URLSearchParams(target.slice(question + 1)),
    headers,
    body: Buffer.concat(chunks),
  };
}

function disconnect(incoming: Incoming): void {
  // Once a request was read to its end, destroying the request itself would leave the connection open.
  if ('stream' in incoming) incoming.stream.destroy();
  else incoming.socket.destroy();
}

function send(outgoing: Outgoing, answer: Answer): void {
  const { body = '' } = answer;
  outgoing.statusCode = answer.status;
  for (const [name, values] of Map.groupBy(answer.headers, ([name]) => name)) {
    const texts = values.map(([, value]) => value);
    outgoing.setHeader(name, texts.length === 1 ? (texts[0] ?? '') : texts);
  }
  if (answer.pieces !== undefined) {
    for (const piece of answer.pieces) (outgoing as Writable).write(piece);
    outgoing.end();
    return;
  }
  if (answer.status !== 204 && answer.status !== 304 && !outgoing.hasHeader('content-length')) {
    outgoing.setHeader('Content-Length', Buffer.byteLength(body));
  }
  outgoing.end(body);
}

/** Starts to listen, with whatever the connection rules ask for: HTTP/2, clear text on the same port. */
export async function listen(dispatch: Dispatch, options: ListenerOptions): Promise<Listener> {
  const { behaviour, certificate } = options;
  const connections = new WeakMap<object, Connection>();
  let connectionCount = 0;

  function connectionOf(incoming: Incoming, secure: boolean): Connection {
    // An HTTP/2 request has no socket of its own; its session stands for the connection.
    const carrier = 'stream' in incoming ? (incoming.stream.session ?? incoming.stream) : incoming.socket;
    const known = connections.get(carrier);
    if (known !== undefined) return known;
    const connection: Connection = { id: ++connectionCount, secure };
    connections.set(carrier, connection);
    return connection;
  }

  async function exchange(incoming: Incoming, outgoing: Outgoing, secure: boolean): Promise<void> {
    const connection = connectionOf(incoming, secure);
    const request = await readRequest(incoming);
    const answer = request === undefined ? 'disconnect' : await dispatch(request, connection);
    if (answer === 'disconnect') disconnect(incoming);
    else send(outgoing, answer);
  }

  const handler = (secure: boolean) => (incoming: Incoming, outgoing: Outgoing) => {
    // A client that goes away in the middle is no affair of the tenant.
    exchange(incoming, outgoing, secure).catch(() => disconnect(incoming));
  };

  const { min, max } = behaviour.tlsVersions();
  const settings = {
    key: certificate.keyPem,
    cert: certificate.certificatePem,
    minVersion: min,
    maxVersion: max,
    keepAliveTimeout: behaviour.keepsConnections(),
    keepAliveTimeoutBuffer: 0,
  };
  const versions = behaviour.httpVersions();
  const secureServer = versions.includes('2')
    ? createSecureServer({ ...settings, allowHTTP1: versions.includes('1.1') }, handler(true))
    : createHttpsServer(settings, handler(true));

  let server: Server = secureServer;
  if (behaviour.readsClearText()) {
    const clearServer = createHttpServer({ keepAliveTimeout: behaviour.keepsConnections() }, handler(false));
    server = createNetServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.once('readable', () => {
        const first = socket.read() as Buffer | null;
        if (first === null) return;
        socket.unshift(first);
        (first[0] === FIRST_BYTE_OF_TLS ? secureServer : clearServer).emit('connection', socket);
      });
    });
  }

  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });

  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

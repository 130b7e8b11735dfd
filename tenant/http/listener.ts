import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { ConnectionBehaviour } from '../behaviour/connections.ts';
import type { TenantCertificate } from '../certificate.ts';
import type { Dispatch } from './dispatch.ts';
import type { Answer, Connection, HttpRequest } from './message.ts';
import { secureServer } from './secure-servers.ts';

export interface ListenerOptions {
  readonly host: string;
  /** 0 lets the system choose a port. */
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

/** Reads the pieces of the body; `undefined` if it is too large. Rejects if the client closes the connection early. */
async function readBody(incoming: Incoming): Promise<Buffer[] | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer[] | undefined>();
  const pieces: Buffer[] = [];
  let length = 0;
  // read by events: an iterator over the body costs more than everything else about reading a request
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > LARGEST_BODY) resolve(undefined);
    else pieces.push(chunk);
  });
  incoming.once('end', () => resolve(pieces));
  incoming.once('error', reject);
  incoming.once('close', () => {
    if (!incoming.readableEnded) reject(new Error('The client went away.'));
  });
  return promise;
}

async function readRequest(incoming: Incoming): Promise<HttpRequest | undefined> {
  const pieces = await readBody(incoming);
  if (pieces === undefined) return undefined;
  const headers = new Map<string, string[]>();
  const fields: [string, string][] = [];
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    const [name = '', value = ''] = incoming.rawHeaders.slice(index, index + 2);
    fields.push([name, value]);
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  const target = incoming.url ?? '/';
  const question = target.includes('?') ? target.indexOf('?') : target.length;
  return {
    method: incoming.method ?? '',
    target,
    path: target.slice(0, question),
    query: new URLSearchParams(target.slice(question + 1)),
    headers,
    fields,
    body: Buffer.concat(pieces),
    pieces,
  };
}

function disconnect(incoming: Incoming): void {
  // After a request was read completely, destroying the request itself would leave the connection open.
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

type AcceptConnection = (socket: Socket) => void;

function acceptorOf(server: Server): AcceptConnection {
  return (socket) => void server.emit('connection', socket);
}

/** Distinguishes by the first byte of a connection whether it uses TLS. */
function sniffing(acceptSecure: AcceptConnection, acceptUnencrypted: AcceptConnection): AcceptConnection {
  return (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const first = socket.read() as Buffer | null;
      if (first === null) return;
      socket.unshift(first);
      if (first[0] === FIRST_BYTE_OF_TLS) acceptSecure(socket);
      else acceptUnencrypted(socket);
    });
  };
}

/** Starts to listen, as the connection rules demand: HTTP/2, and unencrypted HTTP on the same port. */
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
    // A client that closes the connection early must not disturb the tenant.
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
  const shared = versions.includes('2') ? undefined : secureServer(certificate, settings);
  const acceptSecure =
    shared?.take ??
    acceptorOf(createSecureServer({ ...settings, allowHTTP1: versions.includes('1.1') }, handler(true)));
  const take = behaviour.readsClearText()
    ? sniffing(
        acceptSecure,
        acceptorOf(createHttpServer({ keepAliveTimeout: behaviour.keepsConnections() }, handler(false))),
      )
    : acceptSecure;
  const server = createServer({ noDelay: true }, take);

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

  const { port } = server.address() as AddressInfo;
  const answer = handler(true);
  const leave = shared?.serve(port, (incoming, outgoing, waits) => {
    if (waits && !behaviour.asksForBodies()) return void outgoing.writeHead(417, { Connection: 'close' }).end();
    if (waits) outgoing.writeContinue();
    answer(incoming, outgoing);
  });
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        leave?.();
        for (const socket of sockets) socket.destroy();
      }),
  };
}

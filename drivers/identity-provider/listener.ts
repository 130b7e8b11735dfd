import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigurationError } from '../../core/trouble.ts';

/** The certificate that a server shows, PEM, and the authority that a client must trust where a private one issued it. */
export interface ServerCertificate {
  readonly certPem: string;
  readonly keyPem: string;
  readonly caPem?: string;
}

export interface ListenerOptions {
  /** Host and port; port 0 lets the system choose. */
  readonly listen: string;
  /** Address at which the tenant reaches it; what is served lies beneath it. Without it, `listen` itself. */
  readonly publicUrl?: string;
  /** Serves https with it; plain http without. */
  readonly certificate?: ServerCertificate;
}

/** What is answered to a request for one document. */
export interface Served {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** A server of documents, each at a path of its own. Knows nothing of what they are. */
export interface DocumentListener {
  /** The address beneath which documents lie, without a slash at the end. */
  readonly address: string;
  /** Where it listens on this machine. */
  readonly localAddress: string;
  /** Serves what `answer` gives at a path such as `/a/b`, until the function that comes back is called. */
  readonly serve: (path: string, answer: () => Promise<Served>) => () => void;
  /** Stops listening and drops every connection, answered or not. */
  readonly close: () => Promise<void>;
}

/**
 * Starts to listen.
 *
 * @throws {ConfigurationError} where nobody can listen there
 */
export async function listenForDocuments({
  listen,
  publicUrl,
  certificate,
}: ListenerOptions): Promise<DocumentListener> {
  const documents = new Map<string, () => Promise<Served>>();
  const publicPath = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    incoming.resume();
    const [path = ''] = (incoming.url ?? '').split('?');
    // A proxy before the suite may hand on the public path or leave it out.
    const answer = documents.get(path.startsWith(`${publicPath}/`) ? path.slice(publicPath.length) : path);
    if (answer === undefined) return send(outgoing, { status: 404, type: 'text/plain', body: 'Not found' });
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      outgoing.setHeader('Allow', 'GET, HEAD');
      return send(outgoing, { status: 405, type: 'text/plain', body: 'Method not allowed' });
    }
    send(outgoing, await answer());
  }

  const handler = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // A document that cannot be made is this server's trouble, and its client's to see.
    respond(incoming, outgoing).catch(() => outgoing.destroy());
  };
  const server =
    certificate === undefined
      ? createHttpServer(handler)
      : createHttpsServer({ cert: certificate.certPem, key: certificate.keyPem }, handler);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  const { host, port } = placeOf(listen);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigurationError(
          `identityProvider.listen is ${listen}, where nobody can listen (${error.code ?? error.message}), ` +
            'expected a host of this machine and a free port, e.g. 127.0.0.1:0',
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  const scheme = certificate === undefined ? 'http' : 'https';

  const localAddress = `${scheme}://${reachable(host)}:${bound.port}`;

  return {
    address: publicUrl?.replace(/\/+$/, '') ?? localAddress,
    localAddress,
    serve: (path, answer) => {
      documents.set(path, answer);
      return () => documents.delete(path);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function send(outgoing: ServerResponse, { status, type, body }: Served): void {
  outgoing.statusCode = status;
  outgoing.setHeader('Content-Type', type);
  outgoing.setHeader('Content-Length', Buffer.byteLength(body));
  // Keys change during a check: whoever keeps them does so on its own account.
  outgoing.setHeader('Cache-Control', 'no-cache');
  outgoing.end(body);
}

function placeOf(listen: string): { host: string; port: number } {
  const colon = listen.lastIndexOf(':');
  const [host, port] = [listen.slice(0, colon), Number(listen.slice(colon + 1))];
  if (colon < 1 || !Number.isInteger(port) || port < 0 || port > 65_535 || listen.endsWith(':')) {
    throw new ConfigurationError(`identityProvider.listen is ${listen}, expected a host and a port, e.g. 127.0.0.1:0`);
  }
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port };
}

/** The host as it stands in an address: one that means every interface is reached by the loopback one. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

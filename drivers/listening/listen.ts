import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigurationError } from '../../core/trouble.ts';

/**
 * The certificate that a server presents, PEM, and the authority that a client must trust if a private one issued it.
 */
export interface ServerCertificate {
  readonly certPem: string;
  readonly keyPem: string;
  readonly caPem?: string;
}

/** The address at which a server of the suite listens, and the address at which the tenant reaches it. */
export interface ListenOptions {
  /** Host and port; port 0 lets the system choose. */
  readonly listen: string;
  /** Address at which the tenant reaches the server; the served paths are below it. By default, `listen` itself. */
  readonly publicUrl?: string;
  /** With a certificate, the server uses https; without one, plain http. */
  readonly certificate?: ServerCertificate;
}

export interface Listening {
  /** The address at which the tenant reaches the server, without a slash at the end. */
  readonly address: string;
  /** The address at which the server listens on this machine. */
  readonly localAddress: string;
  /** Stops listening and drops every connection, answered or not. */
  readonly close: () => Promise<void>;
}

/** Milliseconds within which a request must arrive completely, by default. */
const requestDeadline = 15_000;
/** Connections of unknown senders; for each further one the oldest is dropped. */
const mostStrangers = 256;

/** Answers a request. Calls `welcome` if the sender's connection is to be kept. */
export type Handle = (incoming: IncomingMessage, outgoing: ServerResponse, welcome: () => void) => Promise<void>;

/**
 * Starts to listen for requests. A request gets no answer if its handler fails, or if it takes longer to arrive than it
 * may.
 *
 * @param setting the key of the target profile that names the place, for the person who has to change it
 * @param requestMs milliseconds within which a request must arrive completely
 * @throws {ConfigurationError} if the suite cannot listen there
 */
export async function listenAt(
  setting: 'receiver.listen' | 'identityProvider.listen',
  { listen, publicUrl, certificate }: ListenOptions,
  handle: Handle,
  requestMs = requestDeadline,
): Promise<Listening> {
  const connections = new Connections();
  const handler = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    handle(incoming, outgoing, () => connections.welcome(incoming.socket)).catch(() => outgoing.destroy());
  };
  const deadlines = {
    requestTimeout: requestMs,
    headersTimeout: requestMs,
    connectionsCheckingInterval: Math.min(1000, requestMs),
  };
  const server =
    certificate === undefined
      ? createHttpServer(deadlines, handler)
      : createHttpsServer(
          { ...deadlines, handshakeTimeout: requestMs, cert: certificate.certPem, key: certificate.keyPem },
          handler,
        );
  server.on('connection', (socket: Socket) => connections.add(socket));
  const { host, port } = hostAndPort(setting, listen);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigurationError(
          `${setting} is ${listen}, where the suite cannot listen (${error.code ?? error.message}), ` +
            'expected a host of this machine and a free port, e.g. 127.0.0.1:0',
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  const scheme = certificate === undefined ? 'http' : 'https';
  const localAddress = `${scheme}://${reachableHost(host)}:${bound.port}`;
  return {
    address: publicUrl?.replace(/\/+$/, '') ?? localAddress,
    localAddress,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        connections.drop();
      }),
  };
}

/** The open connections of a server. Unknown senders have few of them, so that they cannot take all that there are. */
class Connections {
  readonly #strangers = new Map<string, Socket>();
  readonly #known = new Set<Socket>();

  add(socket: Socket): void {
    const key = remoteEndOf(socket);
    const [oldest] = this.#strangers.values();
    if (this.#strangers.size >= mostStrangers) oldest?.destroy();
    this.#strangers.set(key, socket);
    socket.once('close', () => {
      if (this.#strangers.get(key) === socket) this.#strangers.delete(key);
      this.#known.delete(socket);
    });
  }

  /** @param requestSocket the socket of a request, which over TLS differs from that of the connection beneath it */
  welcome(requestSocket: Socket): void {
    const key = remoteEndOf(requestSocket);
    const socket = this.#strangers.get(key);
    if (socket === undefined) return;
    this.#strangers.delete(key);
    this.#known.add(socket);
  }

  drop(): void {
    for (const socket of [...this.#strangers.values(), ...this.#known]) socket.destroy();
  }
}

function remoteEndOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? 0}`;
}

/** Returns the path of a public address. A proxy in front of the suite may pass it on or leave it out. */
export function publicPathOf({ publicUrl }: ListenOptions): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** Returns the part of a path or target that is below the public path. */
export function belowPublicPath(publicPath: string, target: string): string {
  return target.startsWith(`${publicPath}/`) ? target.slice(publicPath.length) : target;
}

/** Returns the host of a place as it was given, without brackets. */
export function hostOf(listen: string): string {
  return listen.slice(0, Math.max(0, listen.lastIndexOf(':'))).replace(/^\[(.*)\]$/, '$1');
}

function hostAndPort(setting: string, listen: string): { host: string; port: number } {
  const colon = listen.lastIndexOf(':');
  const port = Number(listen.slice(colon + 1));
  if (colon < 1 || listen.endsWith(':') || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new ConfigurationError(`${setting} is ${listen}, expected a host and a port, e.g. 127.0.0.1:0`);
  }
  return { host: hostOf(listen), port };
}

/**
 * Returns the host as it appears in an address. A host that means every interface is replaced with the loopback one.
 */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

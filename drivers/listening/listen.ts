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

/** Where a server of the suite listens, and how the tenant gets there. */
export interface Place {
  /** Host and port; port 0 lets the system choose. */
  readonly listen: string;
  /** Address at which the tenant reaches it; what it serves lies beneath it. Without it, `listen` itself. */
  readonly publicUrl?: string;
  /** Serves https with it; plain http without. */
  readonly certificate?: ServerCertificate;
}

export interface Listening {
  /** As the tenant reaches it, without a slash at the end. */
  readonly address: string;
  /** Where it listens on this machine. */
  readonly localAddress: string;
  /** Stops listening and drops every connection, answered or not. */
  readonly close: () => Promise<void>;
}

/**
 * Starts to listen for requests. One whose handler fails is left without an answer.
 *
 * @param setting the key of the target profile that names the place, for whoever has to change it
 * @throws {ConfigurationError} where nobody can listen there
 */
export async function listenAt(
  setting: 'receiver.listen' | 'identityProvider.listen',
  { listen, publicUrl, certificate }: Place,
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
): Promise<Listening> {
  const handler = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
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
  const { host, port } = hostAndPort(setting, listen);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigurationError(
          `${setting} is ${listen}, where nobody can listen (${error.code ?? error.message}), ` +
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The path of a public address, which a proxy before the suite may hand on or leave out. */
export function publicPathOf({ publicUrl }: Place): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** What of a path or target lies beneath the public path. */
export function belowPublicPath(publicPath: string, target: string): string {
  return target.startsWith(`${publicPath}/`) ? target.slice(publicPath.length) : target;
}

/** The host of a place as it was given, without brackets. */
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

/** The host as it stands in an address: one that means every interface is reached by the loopback one. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

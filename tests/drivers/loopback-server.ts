import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createNetServer } from 'node:net';
import { createCertificate } from '../../tenant/index.ts';

const usual = await createCertificate(new Date());

/** The authority that signed the certificates of the TLS servers. */
export const { caPem } = usual;

/** A server on a port that the system chose. It is closed at the end of the test. */
export interface LoopbackServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
}

/** The reaction of a test's server to a request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown;

export function httpsServer(answer: RequestHandler, certificate = usual): Promise<LoopbackServer> {
  const { keyPem, certificatePem } = certificate;
  return listening(createHttpsServer({ key: keyPem, cert: certificatePem }, listener(answer)), 'https');
}

/** Starts a server that speaks only HTTP/2. */
export function http2Server(answer: RequestHandler, certificate = usual): Promise<LoopbackServer> {
  const { keyPem, certificatePem } = certificate;
  const server = createSecureServer({ key: keyPem, cert: certificatePem }, (request, response) => {
    listener(answer)(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
  return listening(server, 'https');
}

export function httpServer(answer: RequestHandler): Promise<LoopbackServer> {
  return listening(createHttpServer(listener(answer)), 'http');
}

function listener(answer: RequestHandler): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    Promise.resolve(answer(request, response)).catch(() => response.destroy()); // the client closed the connection
  };
}

/** Starts a server without HTTP. */
export function rawServer(connected: (socket: Socket) => void): Promise<LoopbackServer> {
  return listening(createNetServer(connected), 'http');
}

/** Returns a port on which no server listens. */
export async function unusedPort(): Promise<number> {
  const server = await rawServer(() => {});
  await server[Symbol.asyncDispose]();
  return server.port;
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function listening(server: Server, scheme: 'http' | 'https'): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

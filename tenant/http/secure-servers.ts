import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Answers a request. `waits` says that the client waits until the server asks for the body. */
export type Handler = (incoming: IncomingMessage, outgoing: ServerResponse, waits: boolean) => void;

interface SharedServer {
  readonly server: Server;
  /** By the port at which a connection came in. */
  readonly handlers: Map<number, Handler>;
}

const shared = new WeakMap<object, Map<string, SharedServer>>();

/**
 * Speaks TLS on connections that another server has accepted. Tenants with the same certificate and the same settings
 * share one TLS server, because creating one takes as long as the rest of a tenant's start. It distinguishes the
 * tenants by their ports.
 *
 * @param certificate stands for `key` and `cert` in the settings: tenants with the same object share a server
 */
export function secureServer(
  certificate: object,
  settings: ServerOptions,
): { readonly take: (socket: Socket) => void; readonly serve: (port: number, handler: Handler) => () => void } {
  const { key: _key, cert: _cert, ...others } = settings;
  const servers = shared.get(certificate) ?? new Map<string, SharedServer>();
  shared.set(certificate, servers);
  const name = JSON.stringify(others);
  const known = servers.get(name) ?? open(settings);
  servers.set(name, known);
  const { server, handlers } = known;
  return {
    take: (socket) => void server.emit('connection', socket),
    serve: (port, handler) => {
      handlers.set(port, handler);
      return () => void handlers.delete(port);
    },
  };
}

function open(settings: ServerOptions): SharedServer {
  const handlers = new Map<number, Handler>();
  const handlerOf = new WeakMap<object, Handler>();
  const take = (waits: boolean) => (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const handler = handlerOf.get(incoming.socket);
    if (handler === undefined) incoming.socket.destroy();
    else handler(incoming, outgoing, waits);
  };
  const server = createServer(settings, take(false));
  server.on('checkContinue', take(true));
  server.on('secureConnection', (socket: TLSSocket) => {
    const handler = handlers.get(socket.localPort ?? 0);
    if (handler !== undefined) handlerOf.set(socket, handler);
  });
  return { server, handlers };
}

import type { SecureContext } from 'node:tls';
import { createSecureContext } from 'node:tls';
import type { Dispatcher } from 'undici';
import { Agent, buildConnector, EnvHttpProxyAgent, errors } from 'undici';
import { maxHeadBytes } from './answer-limits.ts';

/** Proxies, as the environment of the command names them. */
export interface ProxySettings {
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  readonly noProxy?: string;
}

export interface DispatcherOptions {
  /** Certificate authorities to trust instead of the public ones, PEM. */
  readonly ca?: string | readonly string[];
  readonly proxy?: ProxySettings;
  /** Time limit for connecting, and from the sending to the end of the answer. */
  readonly timeoutSeconds: number;
  /** Connections to one origin at the same time; further requests wait for their turn. */
  readonly connections: number;
  /** Milliseconds for which a connection may have idled before it is used again; a second unless given. */
  readonly idleMs?: number;
}

/**
 * The data that connections with the same authorities share: otherwise each connection would read all authorities
 * again.
 */
interface Trust {
  readonly context: { readonly secureContext?: SecureContext };
  /**
   * The connectors by time-out and version of HTTP. A connection goes on with the TLS session of an earlier connection
   * of the same connector.
   */
  readonly connectors: Map<string, buildConnector.connector>;
}

/** Trust by the list object itself, which may be long: the public authorities take a quarter of a megabyte. */
const trusts = new Map<DispatcherOptions['ca'], Trust>();

function trustIn(ca: DispatcherOptions['ca']): Trust {
  let trust = trusts.get(ca);
  if (trust === undefined) {
    const authorities = typeof ca === 'object' ? [...ca] : ca;
    const context = authorities === undefined ? {} : { secureContext: createSecureContext({ ca: authorities }) };
    trusts.set(ca, (trust = { context, connectors: new Map() }));
  }
  return trust;
}

function connectorFor({ ca, timeoutSeconds }: DispatcherOptions, allowH2: boolean): buildConnector.connector {
  const { context, connectors } = trustIn(ca);
  const key = `${timeoutSeconds} ${allowH2}`;
  let connector = connectors.get(key);
  if (connector === undefined)
    connectors.set(key, (connector = buildConnector({ ...context, timeout: timeoutSeconds * 1000, allowH2 })));
  return connector;
}

/**
 * Returns a connector for HTTP/1.1 only. It is not for a proxy, which would take requests apart and put them together.
 */
export function http1Connector(options: DispatcherOptions): buildConnector.connector {
  return connectorFor(options, false);
}

/**
 * Milliseconds of idling after which a connection is not used again: the other side does not say how soon it closes
 * one.
 */
const usualIdleMs = 1000;

/**
 * Returns a dispatcher with kept connections to a target or its control, over HTTP/1.1 or HTTP/2 as the other side
 * prefers.
 */
export function dispatcher(options: DispatcherOptions): Dispatcher {
  const { ca, proxy, timeoutSeconds, connections, idleMs = usualIdleMs } = options;
  const timeout = timeoutSeconds * 1000;
  const common = {
    connections,
    // 0 keeps no connection
    pipelining: idleMs === 0 ? 0 : 1,
    // the code that sends sets a deadline for the whole answer
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: maxHeadBytes,
    ...(idleMs === 0 ? {} : { keepAliveTimeout: idleMs }),
    allowH2: true,
  };
  if (proxy?.httpProxy === undefined && proxy?.httpsProxy === undefined) {
    return new Agent({ ...common, connect: connectorFor(options, true) });
  }
  const tls = trustIn(ca).context;
  return new EnvHttpProxyAgent({ ...common, ...proxy, connect: { ...tls, timeout }, requestTls: tls });
}

/** Created once for all: Node.js writes out the stack of an error that ends a connection. */
const endedByUs = new errors.ClientDestroyedError();

/** Ends all connections of a dispatcher at once, even if requests are under way. */
export async function endConnections(over: Dispatcher): Promise<void> {
  await over.destroy(endedByUs);
}

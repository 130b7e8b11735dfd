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
  /** Certificate authorities to trust in place of the public ones, PEM. */
  readonly ca?: string | readonly string[];
  readonly proxy?: ProxySettings;
  /** For connecting, and from the sending to the end of the answer. */
  readonly timeoutSeconds: number;
  /** Connections to one origin at a time; what is more waits its turn. */
  readonly connections: number;
  /** Milliseconds for which a connection that has idled is used again; a second unless given. */
  readonly idleMs?: number;
}

/** What is kept for those who trust the same authorities: a connection of its own would otherwise read all of these again. */
interface Trust {
  readonly context: { readonly secureContext?: SecureContext };
  /** A connection goes on with the TLS session that an earlier one of the same connector began. */
  readonly connectors: Map<string, buildConnector.connector>;
}

/** By the very list, which may be long: those of the public authorities are a quarter of a megabyte. */
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

/** Opens connections for HTTP/1.1 alone; not through a proxy, which would take requests apart and put them together. */
export function http1Connector(options: DispatcherOptions): buildConnector.connector {
  return connectorFor(options, false);
}

/** Longer idle connections are not used again: how soon the other side closes them is not said. */
const usualIdleMs = 1000;

/** Kept connections to a target or its control, over HTTP/1.1 or HTTP/2 as the other side prefers. */
export function dispatcher(options: DispatcherOptions): Dispatcher {
  const { ca, proxy, timeoutSeconds, connections, idleMs = usualIdleMs } = options;
  const timeout = timeoutSeconds * 1000;
  const common = {
    connections,
    // none at all keeps no connection
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

/** Made once for all: Node.js writes out the stack of an error with which a connection is ended. */
const endedByUs = new errors.ClientDestroyedError();

/** Ends all connections of a dispatcher at once, also where requests are under way. */
export async function endConnections(over: Dispatcher): Promise<void> {
  await over.destroy(endedByUs);
}

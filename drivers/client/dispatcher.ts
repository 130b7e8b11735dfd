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

/** Contexts by the authorities that they trust: each connection would otherwise read all of these again. */
const contexts = new Map<string, SecureContext>();

function contextFor(ca: string | readonly string[]): SecureContext {
  const key = typeof ca === 'string' ? ca : ca.join('');
  let context = contexts.get(key);
  if (context === undefined)
    contexts.set(key, (context = createSecureContext({ ca: typeof ca === 'string' ? ca : [...ca] })));
  return context;
}

const connectors = new Map<string, buildConnector.connector>();

/** One for all who trust alike, so that a connection goes on with the TLS session that an earlier one began. */
function connectorFor({ ca, timeoutSeconds }: DispatcherOptions, allowH2: boolean): buildConnector.connector {
  const key = JSON.stringify([ca, timeoutSeconds, allowH2]);
  let connector = connectors.get(key);
  if (connector === undefined) {
    connector = buildConnector({ ...trustIn(ca), timeout: timeoutSeconds * 1000, allowH2 });
    connectors.set(key, connector);
  }
  return connector;
}

function trustIn(ca: DispatcherOptions['ca']): { readonly secureContext?: SecureContext } {
  return ca === undefined ? {} : { secureContext: contextFor(ca) };
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
  const tls = trustIn(ca);
  return new EnvHttpProxyAgent({ ...common, ...proxy, connect: { ...tls, timeout }, requestTls: tls });
}

/** Made once for all: Node.js writes out the stack of an error with which a connection is ended. */
const endedByUs = new errors.ClientDestroyedError();

/** Ends all connections of a dispatcher at once, also where requests are under way. */
export async function endConnections(over: Dispatcher): Promise<void> {
  await over.destroy(endedByUs);
}

import { Agent, EnvHttpProxyAgent } from 'undici';
import type { Dispatcher } from 'undici';

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
  /** For connecting, for the head and between two pieces of the body, each. */
  readonly timeoutSeconds: number;
  /** Connections to one origin at a time; what is more waits its turn. */
  readonly connections: number;
}

/** No body that the suite has to read is longer. */
const maxBodyBytes = 64 * 1024 * 1024;

/** Kept connections to a target or its control, over HTTP/1.1 or HTTP/2 as the other side prefers. */
export function dispatcher(options: DispatcherOptions): Dispatcher {
  const { ca, proxy, timeoutSeconds, connections } = options;
  const tls = ca === undefined ? {} : { ca: typeof ca === 'string' ? ca : [...ca] };
  const timeout = timeoutSeconds * 1000;
  const common = {
    connections,
    pipelining: 1,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxResponseSize: maxBodyBytes,
    connect: { ...tls, timeout },
    allowH2: true,
  };
  if (proxy?.httpProxy === undefined && proxy?.httpsProxy === undefined) return new Agent(common);
  return new EnvHttpProxyAgent({ ...common, ...proxy, requestTls: tls });
}

import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';

// Made once for each authority, since reading authorities anew takes longer than everything else about a connection.
const contexts = new Map<string, SecureContext>();
const connectors = new Map<string, buildConnector.connector>();

/** What a client goes by that trusts this authority beside those that everybody trusts. */
export function trustingToo(caPem: string): SecureContext {
  let context = contexts.get(caPem);
  if (context === undefined) {
    context = createSecureContext({ ca: [...getCACertificates('default'), caPem] });
    contexts.set(caPem, context);
  }
  return context;
}

/**
 * Connects to servers of this authority, alone or beside those that everybody trusts, and goes on with a TLS session that
 * an earlier connection began.
 */
export function connectorTrusting(
  caPem: string,
  others: 'alone' | 'beside others' = 'alone',
): buildConnector.connector {
  const key = `${others} ${caPem}`;
  let connector = connectors.get(key);
  if (connector === undefined) {
    const secureContext = others === 'alone' ? createSecureContext({ ca: caPem }) : trustingToo(caPem);
    connector = buildConnector({ secureContext, allowH2: true });
    connectors.set(key, connector);
  }
  return connector;
}

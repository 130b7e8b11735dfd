import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';

// Created once for each authority, because reading authorities again takes longer than everything else about a
// connection.
const contexts = new Map<string, SecureContext>();
const connectors = new Map<string, buildConnector.connector>();

/** Returns the TLS context of a client that trusts this authority in addition to the public ones. */
export function contextAlsoTrusting(caPem: string): SecureContext {
  let context = contexts.get(caPem);
  if (context === undefined) {
    context = createSecureContext({ ca: [...getCACertificates('default'), caPem] });
    contexts.set(caPem, context);
  }
  return context;
}

/**
 * Connects to servers of this authority, alone or in addition to the public ones. Resumes the TLS session of an earlier
 * connection.
 */
export function connectorTrusting(
  caPem: string,
  others: 'alone' | 'beside others' = 'alone',
): buildConnector.connector {
  const key = `${others} ${caPem}`;
  let connector = connectors.get(key);
  if (connector === undefined) {
    const secureContext = others === 'alone' ? createSecureContext({ ca: caPem }) : contextAlsoTrusting(caPem);
    connector = buildConnector({ secureContext, allowH2: true });
    connectors.set(key, connector);
  }
  return connector;
}

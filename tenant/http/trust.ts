import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';

const contexts = new Map<string, SecureContext>();

/**
 * What a client goes by that trusts this authority, alone or beside those that everybody trusts. Made once, since
 * reading authorities anew takes longer than everything else about a connection.
 */
export function trusting(caPem: string, beside: 'alone' | 'beside-public'): SecureContext {
  const key = `${beside} ${caPem}`;
  let context = contexts.get(key);
  if (context === undefined) {
    context = createSecureContext({ ca: beside === 'alone' ? caPem : [...rootCertificates, caPem] });
    contexts.set(key, context);
  }
  return context;
}

const connectors = new Map<string, buildConnector.connector>();

/** Connects to servers of this authority alone, and goes on with a TLS session that an earlier connection began. */
export function connectorTrusting(caPem: string): buildConnector.connector {
  let connector = connectors.get(caPem);
  if (connector === undefined) {
    connector = buildConnector({ secureContext: trusting(caPem, 'alone'), allowH2: true });
    connectors.set(caPem, connector);
  }
  return connector;
}

import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';

// Made once for each authority, since reading authorities anew takes longer than everything else about a connection.
const contexts = new Map<string, SecureContext>();
const connectors = new Map<string, buildConnector.connector>();

/** What a client goes by that trusts this authority beside those that everybody trusts. */
export function trustingToo(caPem: string): SecureContext {
  let context = contexts.get(caPem);
  if (context === undefined) {
    context = createSecureContext({ ca: [...rootCertificates, caPem] });
    contexts.set(caPem, context);
  }
  return context;
}

/** Connects to servers of this authority alone, and goes on with a TLS session that an earlier connection began. */
export function connectorTrusting(caPem: string): buildConnector.connector {
  let connector = connectors.get(caPem);
  if (connector === undefined) {
    connector = buildConnector({ secureContext: createSecureContext({ ca: caPem }), allowH2: true });
    connectors.set(caPem, connector);
  }
  return connector;
}

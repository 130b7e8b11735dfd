import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

export interface LoopbackCertificate {
  readonly key: string;
  readonly cert: string;
  /** The authority that a client must trust. */
  readonly caPem: string;
}

/**
 * Makes a private authority and its certificate for the loopback names, with EC keys (RSA keys take ten times as long).
 */
export async function loopbackCertificate(): Promise<LoopbackCertificate> {
  const curve = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;
  const authority = await generate([{ name: 'commonName', value: 'Loopback test authority' }], {
    ...curve,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...curve,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { key: leaf.private, cert: leaf.cert, caPem: authority.cert };
}

/** Listens on a loopback port that the system chooses, and returns the port. */
export async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve());
  });
  return (server.address() as AddressInfo).port;
}

/** Stops listening and ends the connections that are still open. */
export async function stopListening(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Returns the whole body of a request as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

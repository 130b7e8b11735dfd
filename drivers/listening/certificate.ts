import { isIP } from 'node:net';
import { generate } from 'selfsigned';
import type { ListenOptions, ServerCertificate } from './listen.ts';
import { hostOf } from './listen.ts';

const curve = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const;

/** A long period, because a client that verifies the certificate may use a clock that was moved. */
const validity = {
  notBeforeDate: new Date('2020-01-01T00:00:00Z'),
  notAfterDate: new Date('2049-12-31T00:00:00Z'),
};

const certificates = new Map<string, Promise<ServerCertificate>>();

/**
 * Returns a certificate for a server on this machine, of an authority of its own that no client trusts by default. It
 * is made once per process for each host.
 *
 * @param host the name or address at which the server listens, in addition to the loopback ones
 */
export function serverCertificate(host: string): Promise<ServerCertificate> {
  const known = certificates.get(host) ?? createServerCertificate(host);
  certificates.set(host, known);
  return known;
}

/** Makes a certificate with EC keys, which are made in a moment. */
async function createServerCertificate(host: string): Promise<ServerCertificate> {
  const authority = await generate([{ name: 'commonName', value: 'Authority of the conformance suite' }], {
    ...curve,
    ...validity,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const names = new Set(['localhost', '127.0.0.1', '::1', host]);
  const server = await generate([{ name: 'commonName', value: 'Conformance suite' }], {
    ...curve,
    ...validity,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [...names].map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
      },
    ],
  });
  return { certPem: server.cert, keyPem: server.private, caPem: authority.cert };
}

/**
 * Returns a place at which the suite serves TLS, under an authority of its own. Behind a public address, another server
 * provides TLS, and the suite serves unencrypted HTTP.
 */
export async function overTls(place: ListenOptions): Promise<ListenOptions> {
  if (place.publicUrl !== undefined) return place;
  return { ...place, certificate: await serverCertificate(hostOf(place.listen)) };
}

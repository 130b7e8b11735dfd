import { generate } from 'selfsigned';

/** A private authority and a certificate that it issued for the loopback addresses, all PEM. */
export interface TenantCertificate {
  /** The certificate that a client must trust. */
  readonly caPem: string;
  readonly certificatePem: string;
  readonly keyPem: string;
}

const DAY = 86_400_000;

/**
 * Creates an authority and a server certificate for 127.0.0.1, ::1 and localhost, valid from a day before `now` for a
 * year. `now` is the real time, because clients compare with it. The call takes some milliseconds: create one
 * certificate and start many tenants with it.
 */
export async function createCertificate(now: Date): Promise<TenantCertificate> {
  const validity = {
    notBeforeDate: new Date(now.getTime() - DAY),
    notAfterDate: new Date(now.getTime() + 364 * DAY),
    keyType: 'ec',
    algorithm: 'sha256',
  } as const;
  const authority = await generate([{ name: 'commonName', value: 'Reference tenant authority' }], {
    ...validity,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...validity,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
          { type: 2, value: 'localhost' },
        ],
      },
    ],
  });
  return { caPem: authority.cert, certificatePem: server.cert, keyPem: server.private };
}

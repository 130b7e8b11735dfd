import { createHash, X509Certificate } from 'node:crypto';
import { connect, rootCertificates } from 'node:tls';
import { TestBedTrouble } from '../../core/trouble.ts';

/**
 * Returns the public key of the certificate that an origin presents, after the certificate was verified against a
 * private authority. A browser is then told to accept this key and no other.
 *
 * @returns SHA-256 of the subject public key info, base64
 * @throws TestBedTrouble if there is no connection, or the authority did not issue the certificate
 */
export function pinOf(origin: string, caPem: string, timeoutSeconds: number): Promise<string> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      socket.destroy();
      reject(new TestBedTrouble(`the browser cannot be told which certificate ${origin} has: ${why}`));
    };
    const isAddress = /^[\d.]+$|:/.test(host);
    const socket = connect({
      host,
      port: port === '' ? 443 : Number(port),
      ca: [...rootCertificates, caPem],
      ...(isAddress ? {} : { servername: host }),
    });
    socket.setTimeout(timeoutSeconds * 1000, () => fail(`no answer within ${timeoutSeconds} s`));
    socket.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    socket.once('secureConnect', () => {
      const { publicKey } = new X509Certificate(socket.getPeerCertificate().raw);
      const info = publicKey.export({ type: 'spki', format: 'der' });
      resolve(createHash('sha256').update(info).digest('base64'));
      socket.destroy();
    });
  });
}

import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { TenantCertificate } from '../../tenant/index.ts';

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export async function signingKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** An identity provider on the loopback address. It uses TLS only if it has a certificate. */
export interface SigningProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly configurationUrl: string;
  /** The published keys. A test may change them. */
  readonly keys: JWK[];
  /** The requested paths, in order. */
  readonly asked: string[];
  readonly sign: (
    key: SigningKey,
    claims: Record<string, unknown>,
    header?: Record<string, unknown>,
  ) => Promise<string>;
}

export async function startSigningProvider(keys: JWK[], certificate?: TenantCertificate): Promise<SigningProvider> {
  const asked: string[] = [];
  let issuer = '';
  const answer: RequestListener = (incoming, outgoing) => {
    asked.push(incoming.url ?? '');
    const body = incoming.url === '/odd/keys' ? { keys } : { issuer, jwks_uri: `${issuer}/odd/keys` };
    outgoing.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
  };
  const server =
    certificate === undefined
      ? createServer(answer)
      : createSecureServer({ cert: certificate.certificatePem, key: certificate.keyPem }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    configurationUrl: `${issuer}/.well-known/openid-configuration`,
    keys,
    asked,
    sign: ({ kid, alg, privateKey }, claims, header = {}) =>
      new SignJWT({ iss: issuer, ...claims }).setProtectedHeader({ alg, kid, ...header }).sign(privateKey),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

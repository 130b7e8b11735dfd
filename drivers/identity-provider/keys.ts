import { createHash, generateKeyPair, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { exportJWK, type JWK } from 'jose';
import { generate } from 'selfsigned';
import type { SigningAlgorithm } from '../../generators/id-token-spec.ts';

/** A key pair and the one algorithm that it is for. */
export interface SigningKey {
  readonly algorithm: SigningAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * The keys of the providers that one tenant may meet: none is handed out twice, for a tenant that trusts one of them
 * must be able to tell them apart.
 */
export interface Keyring {
  /** A key that this keyring has not handed out before. */
  next(algorithm: SigningAlgorithm): Promise<SigningKey>;
  /** The key that no provider publishes. */
  stranger(algorithm: SigningAlgorithm): Promise<SigningKey>;
  /** A certificate that the stranger made for its own key, PEM. */
  strangersCertificate(algorithm: SigningAlgorithm): Promise<string>;
}

/**
 * Keys that are made once, when they are first wanted: an RSA key costs about a tenth of a second. Keyrings of one
 * store hand out the same keys in the same order, so tenants that know nothing of each other, such as those embedded
 * in one process, share them by having a keyring each.
 */
export interface KeyStore {
  keyring(): Keyring;
}

const generated = promisify(generateKeyPair);

/** A new key pair. Its chance is the system's: keys cannot be drawn from a seed. */
export async function generateSigningKey(algorithm: SigningAlgorithm): Promise<SigningKey> {
  const pair =
    algorithm === 'RS256'
      ? await generated('rsa', { modulusLength: 2048 })
      : await generated('ec', { namedCurve: 'P-256' });
  return { algorithm, ...pair };
}

/**
 * An empty store, one for a process.
 *
 * @param make how a key is made
 */
export function createKeyStore(
  make: (algorithm: SigningAlgorithm) => Promise<SigningKey> = generateSigningKey,
): KeyStore {
  const keys = new Map<string, Promise<SigningKey>>();
  const certificates = new Map<SigningAlgorithm, Promise<string>>();
  const key = (algorithm: SigningAlgorithm, place: number | 'stranger') =>
    known(keys, `${algorithm} ${place}`, () => make(algorithm));
  const stranger = (algorithm: SigningAlgorithm) => key(algorithm, 'stranger');
  return {
    keyring: () => {
      const handedOut = { RS256: 0, ES256: 0 };
      return {
        next: (algorithm) => key(algorithm, handedOut[algorithm]++),
        stranger,
        strangersCertificate: (algorithm) =>
          known(certificates, algorithm, async () => selfSigned(await stranger(algorithm))),
      };
    },
  };
}

/** The octets of a signature by this key, as a JSON Web Signature has them. */
export function signatureBy({ algorithm, privateKey }: SigningKey, input: string): Buffer {
  const octets = Buffer.from(input);
  return algorithm === 'RS256'
    ? sign('sha256', octets, privateKey)
    : sign('sha256', octets, { key: privateKey, dsaEncoding: 'ieee-p1363' });
}

/** The public half under a key identifier, as a key set lists it. */
export async function publicJwk({ algorithm, publicKey }: SigningKey, kid: string): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: algorithm };
}

/** An identifier that says nothing and is the same for the same parts. */
export function identifierOf(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 20);
}

/** The octets of a certificate as `x5c` lists them (RFC 7515, section 4.1.6). */
export function certificateOctets(pem: string): string {
  return new X509Certificate(pem).raw.toString('base64');
}

async function selfSigned({ algorithm, privateKey, publicKey }: SigningKey): Promise<string> {
  const { cert } = await generate([{ name: 'commonName', value: 'signer' }], {
    ...(algorithm === 'ES256' ? { keyType: 'ec', curve: 'P-256' } : { keyType: 'rsa' }),
    algorithm: 'sha256',
    notBeforeDate: new Date('2020-01-01T00:00:00Z'),
    notAfterDate: new Date('2049-12-31T00:00:00Z'),
    keyPair: {
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    },
  });
  return cert;
}

function known<Key, Value>(memo: Map<Key, Promise<Value>>, key: Key, make: () => Promise<Value>): Promise<Value> {
  const found = memo.get(key);
  if (found !== undefined) return found;
  const made = make();
  memo.set(key, made);
  return made;
}

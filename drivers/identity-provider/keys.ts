import { createHash, generateKeyPair, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { exportJWK, type JWK } from 'jose';
import { generate } from 'selfsigned';
import type { SigningAlgorithm } from '../../generators/id-token-spec.ts';

/** A key pair and the only algorithm for which it is used. */
export interface SigningKey {
  readonly algorithm: SigningAlgorithm;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * The keys of the providers that one tenant may meet. No key is handed out twice, because a tenant that trusts one of
 * the providers must be able to distinguish them.
 */
export interface Keyring {
  /** Returns a key that this keyring has not handed out before. */
  next(algorithm: SigningAlgorithm): Promise<SigningKey>;
  /** Returns the key that no provider publishes. */
  stranger(algorithm: SigningAlgorithm): Promise<SigningKey>;
  /** Returns a certificate that the stranger signed for its own key, in PEM. */
  strangersCertificate(algorithm: SigningAlgorithm): Promise<string>;
}

/**
 * Keys that are made once, when they are first needed, because an RSA key costs about a tenth of a second. Keyrings of
 * one store hand out the same keys in the same order. Tenants that know nothing of each other, such as those embedded
 * in one process, have a keyring each and so share the keys.
 */
export interface KeyStore {
  keyring(): Keyring;
}

const generated = promisify(generateKeyPair);

/** Generates a key pair with the system's randomness, because keys cannot be drawn from a seed. */
export async function generateSigningKey(algorithm: SigningAlgorithm): Promise<SigningKey> {
  const pair =
    algorithm === 'RS256'
      ? await generated('rsa', { modulusLength: 2048 })
      : await generated('ec', { namedCurve: 'P-256' });
  return { algorithm, ...pair };
}

/**
 * Creates an empty store, one for each process.
 *
 * @param make generates a key
 */
export function createKeyStore(
  make: (algorithm: SigningAlgorithm) => Promise<SigningKey> = generateSigningKey,
): KeyStore {
  const keys = new Map<string, Promise<SigningKey>>();
  const certificates = new Map<SigningAlgorithm, Promise<string>>();
  const key = (algorithm: SigningAlgorithm, place: number | 'stranger') =>
    remembered(keys, `${algorithm} ${place}`, () => make(algorithm));
  const stranger = (algorithm: SigningAlgorithm) => key(algorithm, 'stranger');
  return {
    keyring: () => {
      const handedOut = { RS256: 0, ES256: 0 };
      return {
        next: (algorithm) => key(algorithm, handedOut[algorithm]++),
        stranger,
        strangersCertificate: (algorithm) =>
          remembered(certificates, algorithm, async () => selfSigned(await stranger(algorithm))),
      };
    },
  };
}

/** Returns the octets of a signature by this key, in the form of a JSON Web Signature. */
export function signatureBy({ algorithm, privateKey }: SigningKey, input: string): Buffer {
  const octets = Buffer.from(input);
  return algorithm === 'RS256'
    ? sign('sha256', octets, privateKey)
    : sign('sha256', octets, { key: privateKey, dsaEncoding: 'ieee-p1363' });
}

/** Returns the public key with a key identifier, as a key set lists it. */
export async function publicJwk({ algorithm, publicKey }: SigningKey, kid: string): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: algorithm };
}

/** Returns an opaque identifier that is the same for the same parts. */
export function identifierOf(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 20);
}

/** Returns the octets of a certificate as `x5c` lists them (RFC 7515, section 4.1.6). */
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

function remembered<Key, Value>(memo: Map<Key, Promise<Value>>, key: Key, make: () => Promise<Value>): Promise<Value> {
  const found = memo.get(key);
  if (found !== undefined) return found;
  const made = make();
  memo.set(key, made);
  return made;
}

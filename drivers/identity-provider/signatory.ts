import { createHmac } from 'node:crypto';
import { SuiteMistake } from '../../core/trouble.ts';
import type { Json, KeyIdChoice, SecretForm, SignatureSpec, SigningAlgorithm } from '../../generators/id-token-spec.ts';
import type { ProviderKey, ProviderKeys } from './key-set.ts';
import { certificateOctets, identifierOf, publicJwk, signatureBy, type Keyring } from './keys.ts';

/** The signer of one token: the header that it needs, and its signature of any input. */
export interface Signatory {
  readonly header: Readonly<Record<string, Json>>;
  /** The identifier of the key, published or not. */
  readonly kid: string;
  readonly sign: (input: string) => Buffer;
  /** Claims that belong to this kind of signature. */
  readonly claims?: Readonly<Record<string, Json>>;
}

/** The keys and addresses with which tokens are signed, rightly or wrongly. */
export interface SigningDesk {
  readonly keys: ProviderKeys;
  readonly keyring: Keyring;
  /** The address at which the suite serves the stranger's keys, as a key set. */
  readonly strangersKeysUrl: string;
  /** The address at which the suite serves the stranger's certificate. */
  readonly strangersCertificateUrl: (algorithm: SigningAlgorithm) => string;
}

/** Returns the identifier of the stranger's key, in its own key set and in headers. */
export function strangersKid(algorithm: SigningAlgorithm): string {
  return identifierOf('stranger', algorithm);
}

/**
 * Returns the signer that the spec demands.
 *
 * @throws {SuiteMistake} if it needs a withdrawn key and none was withdrawn, or another provider and none is given
 */
export async function signatoryOf(
  signature: SignatureSpec,
  desk: SigningDesk,
  otherKeys: ProviderKeys | undefined,
): Promise<Signatory> {
  switch (signature.kind) {
    case 'published':
    case 'altered':
      return keySignatory(keyAt(desk.keys.published, signature.key, 'the identity provider publishes no key'));
    case 'withdrawn':
      return keySignatory(keyAt(desk.keys.withdrawn, signature.key, 'the identity provider has withdrawn no key'));
    case 'other provider':
      return keySignatory(keyAt(otherKeys?.published ?? [], signature.key, 'there is no key of another provider'));
    case 'stranger': {
      const stranger = await strangerSignatory(signature.algorithm, desk);
      if (signature.claimed !== true) return stranger;
      const jwk = (await strangersJwk(signature.algorithm, desk)) as Json;
      return { ...stranger, claims: { jwk, cnf: { jwk } } };
    }
    case 'header key': {
      const stranger = await strangerSignatory(signature.algorithm, desk);
      return { ...stranger, header: { ...stranger.header, ...(await keyInHeader(signature, desk)) } };
    }
    case 'none': {
      const key = keyAt(desk.keys.published, 0, 'the identity provider publishes no key');
      const isKept = signature.ending === 'signature kept';
      return {
        header: signature.alg === undefined ? {} : { alg: signature.alg },
        kid: key.kid,
        sign: (input) => (isKept ? signatureBy(key, input) : Buffer.alloc(signature.ending === 'noughts' ? 64 : 0)),
      };
    }
    case 'symmetric': {
      const key = keyAt(desk.keys.published, signature.key, 'the identity provider publishes no key');
      const secret = secretOf(key, signature.secret, desk.keys);
      const hash = `sha${signature.alg.slice(2)}`;
      return {
        header: { alg: signature.alg },
        kid: key.kid,
        sign: (input) => createHmac(hash, secret).update(input).digest(),
      };
    }
  }
}

/** Returns the `kid` of a header by this choice; undefined for no `kid`. */
export function keyIdOf(choice: KeyIdChoice, { kid, header }: Signatory, keys: ProviderKeys): Json | undefined {
  switch (choice) {
    case 'own':
      return kid;
    case 'missing':
      return undefined;
    case 'empty':
      return '';
    case 'unknown':
      return identifierOf('unknown', kid);
    case 'a number':
      return 7;
    case 'an object':
      return { kid };
    case 'another': {
      const others = keys.published.filter((key) => key.kid !== kid);
      const alike = others.find((key) => key.algorithm === header['alg']) ?? others[0];
      return alike?.kid ?? identifierOf('unknown', kid);
    }
  }
}

function keySignatory(key: ProviderKey): Signatory {
  return { header: { alg: key.algorithm }, kid: key.kid, sign: (input) => signatureBy(key, input) };
}

async function strangerSignatory(algorithm: SigningAlgorithm, { keyring }: SigningDesk): Promise<Signatory> {
  const key = await keyring.stranger(algorithm);
  return { header: { alg: algorithm }, kid: strangersKid(algorithm), sign: (input) => signatureBy(key, input) };
}

async function strangersJwk(algorithm: SigningAlgorithm, { keyring }: Pick<SigningDesk, 'keyring'>) {
  return { ...(await publicJwk(await keyring.stranger(algorithm), strangersKid(algorithm))) };
}

async function keyInHeader(
  { by, algorithm }: Extract<SignatureSpec, { kind: 'header key' }>,
  { keyring, strangersKeysUrl, strangersCertificateUrl }: SigningDesk,
): Promise<Record<string, Json>> {
  switch (by) {
    case 'jwk':
      return { jwk: (await strangersJwk(algorithm, { keyring })) as Json };
    case 'jku':
      return { jku: strangersKeysUrl };
    case 'x5u':
      return { x5u: strangersCertificateUrl(algorithm) };
    case 'kid':
      return { kid: strangersKeysUrl };
    case 'x5c':
      return { x5c: [certificateOctets(await keyring.strangersCertificate(algorithm))] };
  }
}

function secretOf({ publicKey, jwk }: ProviderKey, form: SecretForm, keys: ProviderKeys): string | Buffer {
  switch (form) {
    case 'spki pem':
      return publicKey.export({ type: 'spki', format: 'pem' }).toString();
    case 'spki pem trimmed':
      return publicKey.export({ type: 'spki', format: 'pem' }).toString().trim();
    case 'spki der':
      return publicKey.export({ type: 'spki', format: 'der' });
    case 'jwk':
      return JSON.stringify(jwk);
    case 'key set':
      return keys.document();
    case 'modulus':
      return jwk.n ?? jwk.x ?? '';
    case 'modulus octets':
      return Buffer.from(jwk.n ?? jwk.x ?? '', 'base64url');
    case 'empty':
      return '';
  }
}

function keyAt(keys: readonly ProviderKey[], position: number, lack: string): ProviderKey {
  const key = keys[position % keys.length];
  if (key === undefined) throw new SuiteMistake(`an ID token cannot be issued: ${lack}`);
  return key;
}

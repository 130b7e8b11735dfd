import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, sign as signBytes, verify as verifyBytes } from 'node:crypto';
import { dsse } from '@sigstore/core';
import type { Envelope } from '../schemas/types/statement.ts';
import type { ResultStatement } from './statement.ts';

export type { Envelope } from '../schemas/types/statement.ts';

/** The payload type of an envelope with an in-toto statement. */
export const payloadType = 'application/vnd.in-toto+json';

/**
 * Thrown for a key that cannot sign or check a statement. The message says what was found, without any part of the key.
 */
export class UnfitKey extends Error {
  override readonly name = 'UnfitKey';
}

/** Digest for each curve, as strong as the curve; Ed25519 has its own. */
const digests: Readonly<Record<string, string>> = { prime256v1: 'sha256', secp384r1: 'sha384', secp521r1: 'sha512' };

/**
 * Reads a private key from PEM.
 *
 * @throws {UnfitKey} if the text has no private key, or the key is encrypted or of another type than Ed25519 or ECDSA
 */
export function privateKey(pem: string): KeyObject {
  if (/-----BEGIN PUBLIC KEY-----/.test(pem)) throw new UnfitKey('found a public key');
  if (/ENCRYPTED/.test(pem)) throw new UnfitKey('found an encrypted key, which cannot be opened here');
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) throw new UnfitKey('found no PEM');
  return supportedKey(() => createPrivateKey(pem));
}

/**
 * Reads a public key from PEM.
 *
 * @throws {UnfitKey} if the text has no public key or has a private one, or the key is of another type than Ed25519 or
 * ECDSA
 */
export function publicKey(pem: string): KeyObject {
  if (/PRIVATE KEY-----/.test(pem)) throw new UnfitKey('found a private key, which only the signer should have');
  if (!/-----BEGIN (?:PUBLIC KEY|CERTIFICATE)-----/.test(pem)) throw new UnfitKey('found no PEM');
  return supportedKey(() => createPublicKey(pem));
}

/** Signs a statement and returns a DSSE envelope with one signature. */
export function signed(statement: ResultStatement, key: KeyObject): Envelope {
  const payload = Buffer.from(JSON.stringify(statement), 'utf8');
  const signature = signBytes(digestFor(key), dsse.preAuthEncoding(payloadType, payload), key);
  return {
    payload: payload.toString('base64'),
    payloadType,
    signatures: [{ keyid: keyId(createPublicKey(key)), sig: signature.toString('base64') }],
  };
}

/** Reports whether one of the signatures of an envelope was made with the private half of the key. */
export function isSignedWith(envelope: Envelope, key: KeyObject): boolean {
  const bytes = dsse.preAuthEncoding(envelope.payloadType, payloadOf(envelope));
  return envelope.signatures.some(({ sig }) => {
    try {
      return verifyBytes(digestFor(key), bytes, key, Buffer.from(sig, 'base64'));
    } catch {
      // a signature by another kind of key may not even have a valid form
      return false;
    }
  });
}

export function payloadOf({ payload }: Envelope): Buffer {
  return Buffer.from(payload, 'base64');
}

/** Returns the name of a public key: SHA-256 of its SubjectPublicKeyInfo, in hexadecimal. */
export function keyId(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

function supportedKey(open: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = open();
  } catch {
    throw new UnfitKey('found PEM without such a key');
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const curve = details?.namedCurve;
  if (type === 'ed25519' || (type === 'ec' && curve !== undefined && curve in digests)) return key;
  throw new UnfitKey(`found a key of type ${type ?? 'unknown'}${curve === undefined ? '' : ` on the curve ${curve}`}`);
}

function digestFor(key: KeyObject): string | null {
  return key.asymmetricKeyType === 'ed25519' ? null : (digests[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? 'sha256');
}

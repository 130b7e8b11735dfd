import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, sign as signBytes, verify as verifyBytes } from 'node:crypto';
import { dsse } from '@sigstore/core';
import type { Envelope } from '../schemas/types/statement.ts';
import type { ResultStatement } from './statement.ts';

export type { Envelope } from '../schemas/types/statement.ts';

/** What an envelope of an in-toto statement says that its payload is. */
export const payloadType = 'application/vnd.in-toto+json';

/** A key that cannot sign a statement, or cannot check one; its message says what was found, and nothing of the key. */
export class UnfitKey extends Error {
  override readonly name = 'UnfitKey';
}

/** Digest for each curve, as the curve is strong; Ed25519 has its own. */
const digests: Readonly<Record<string, string>> = { prime256v1: 'sha256', secp384r1: 'sha384', secp521r1: 'sha512' };

/**
 * A private key from PEM.
 *
 * @throws {UnfitKey} where it is none, is encrypted, or is of another type than Ed25519 or ECDSA
 */
export function privateKey(pem: string): KeyObject {
  if (/-----BEGIN PUBLIC KEY-----/.test(pem)) throw new UnfitKey('found a public key');
  if (/ENCRYPTED/.test(pem)) throw new UnfitKey('found an encrypted key, which cannot be opened here');
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) throw new UnfitKey('found no PEM');
  return fit(() => createPrivateKey(pem));
}

/**
 * A public key from PEM.
 *
 * @throws {UnfitKey} where it is none, is a private one, or is of another type than Ed25519 or ECDSA
 */
export function publicKey(pem: string): KeyObject {
  if (/PRIVATE KEY-----/.test(pem)) throw new UnfitKey('found a private key, which nobody who checks should have');
  if (!/-----BEGIN (?:PUBLIC KEY|CERTIFICATE)-----/.test(pem)) throw new UnfitKey('found no PEM');
  return fit(() => createPublicKey(pem));
}

/** Signs a statement: a DSSE envelope with one signature. */
export function signed(statement: ResultStatement, key: KeyObject): Envelope {
  const payload = Buffer.from(JSON.stringify(statement), 'utf8');
  const signature = signBytes(digestFor(key), dsse.preAuthEncoding(payloadType, payload), key);
  return {
    payload: payload.toString('base64'),
    payloadType,
    signatures: [{ keyid: keyId(createPublicKey(key)), sig: signature.toString('base64') }],
  };
}

/** Whether one of the signatures of an envelope was made with the private half of the key. */
export function isSignedWith(envelope: Envelope, key: KeyObject): boolean {
  const bytes = dsse.preAuthEncoding(envelope.payloadType, payloadOf(envelope));
  return envelope.signatures.some(({ sig }) => {
    try {
      return verifyBytes(digestFor(key), bytes, key, Buffer.from(sig, 'base64'));
    } catch {
      // a signature of another kind of key may not even have the form of one
      return false;
    }
  });
}

export function payloadOf({ payload }: Envelope): Buffer {
  return Buffer.from(payload, 'base64');
}

/** Names a public key: SHA-256 of its SubjectPublicKeyInfo, in hexadecimal. */
export function keyId(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

function fit(open: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = open();
  } catch {
    throw new UnfitKey('found PEM that holds no such key');
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const curve = details?.namedCurve;
  if (type === 'ed25519' || (type === 'ec' && curve !== undefined && curve in digests)) return key;
  throw new UnfitKey(`found a key of type ${type ?? 'unknown'}${curve === undefined ? '' : ` on the curve ${curve}`}`);
}

function digestFor(key: KeyObject): string | null {
  return key.asymmetricKeyType === 'ed25519' ? null : (digests[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? 'sha256');
}

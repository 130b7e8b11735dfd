import type { KeyObject } from 'node:crypto';
import { ConfigurationError } from '../../core/trouble.ts';
import { privateKey, publicKey, UnfitKey } from '../../reports/statement-envelope.ts';
import { readBytes } from './read.ts';

const kinds = {
  private: {
    open: privateKey,
    expected:
      'expected a private key of Ed25519 or ECDSA (P-256, P-384, P-521) in PEM, e.g. from openssl genpkey -algorithm ed25519',
  },
  public: {
    open: publicKey,
    expected:
      'expected a public key of Ed25519 or ECDSA (P-256, P-384, P-521) in PEM, e.g. from openssl pkey -in key.pem -pubout',
  },
} as const;

/**
 * Reads a key.
 *
 * @throws {ConfigurationError} that says what the file is instead, without any of its contents
 */
export async function readKey(kind: keyof typeof kinds, path: string): Promise<KeyObject> {
  const { open, expected } = kinds[kind];
  const bytes = await readBytes(path, expected);
  try {
    return open(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof UnfitKey) throw new ConfigurationError(`--key: ${path}: ${error.message}, ${expected}`);
    throw error;
  }
}

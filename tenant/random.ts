import { createCipheriv, createHash } from 'node:crypto';

/** Gives the next `bytes` bytes of a source of chance. Everything that a tenant makes up comes from one of these. */
export type RandomBytes = (bytes: number) => Buffer;

/**
 * A repeatable source: the key stream of AES-256 in counter mode under a key made from the seed.
 * Two tenants that must not know each other's credentials need different seeds.
 */
export function seededRandom(seed: number | string): RandomBytes {
  const key = createHash('sha256').update(`tenant ${seed}`).digest();
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return (bytes) => stream.update(Buffer.alloc(bytes));
}

/** `length` characters drawn from `alphabet` (at most 256 of them). */
export function randomText(random: RandomBytes, length: number, alphabet: string): string {
  // Bytes beyond the last whole multiple are drawn again, so that no character is likelier than another.
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      if (byte < limit) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

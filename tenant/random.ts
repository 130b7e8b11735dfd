import { createCipheriv, createHash } from 'node:crypto';

/** Bytes of the key stream that are generated at a time. */
const PIECE = 1024;

/** Returns the next `bytes` bytes of a random source. All generated values of a tenant come from one such source. */
export type RandomBytes = (bytes: number) => Buffer;

/**
 * Creates a repeatable source: the key stream of AES-256 in counter mode under a key made from the seed. Two tenants
 * that must not know each other's credentials need different seeds.
 */
export function seededRandom(seed: number | string): RandomBytes {
  const key = createHash('sha256').update(`tenant ${seed}`).digest();
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  let drawn = Buffer.alloc(0);
  return (bytes) => {
    // in larger pieces than requested, because most requests are for a few bytes
    if (drawn.length < bytes) drawn = Buffer.concat([drawn, stream.update(Buffer.alloc(Math.max(bytes, PIECE)))]);
    const given = Buffer.from(drawn.subarray(0, bytes));
    drawn = drawn.subarray(bytes);
    return given;
  };
}

/** Returns `length` characters drawn from `alphabet` (at most 256 of them). */
export function randomText(random: RandomBytes, length: number, alphabet: string): string {
  // Bytes beyond the last whole multiple are drawn again, so that no character is more likely than another.
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random(length - text.length)) {
      if (byte < limit) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

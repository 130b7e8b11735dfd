import { createHmac } from 'node:crypto';

/** Names and secrets that nobody can guess without the seed, and that the same seed gives again in the same order. */
export interface Chance {
  /** Fresh bytes, at most 64. */
  bytes(count: number): Buffer;
  /** A fresh string of so many characters out of `alphabet`. */
  text(alphabet: string, length: number): string;
  /** Proof that this tenant wrote `text`, as standard base64 with its `+`, `/` and `=`. */
  sign(text: string): string;
}

export function chanceFrom(seed: string): Chance {
  let drawn = 0;
  const bytes = (count: number): Buffer => {
    drawn += 1;
    return createHmac('sha512', seed).update(`draw ${drawn}`).digest().subarray(0, count);
  };
  return {
    bytes,
    text: (alphabet, length) => Array.from(bytes(length), (byte) => alphabet.charAt(byte % alphabet.length)).join(''),
    sign: (text) => createHmac('sha256', seed).update(`sign ${text}`).digest('base64'),
  };
}

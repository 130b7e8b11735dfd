import { createHmac } from 'node:crypto';

/** Names and secrets that cannot be guessed without the seed. The same seed gives the same values in the same order. */
export interface Chance {
  /** Returns `count` fresh bytes, at most 64. */
  bytes(count: number): Buffer;
  /** Returns a fresh string of `length` characters of `alphabet`. */
  text(alphabet: string, length: number): string;
  /** Returns a proof that this tenant wrote `text`, in standard base64 with `+`, `/` and `=`. */
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

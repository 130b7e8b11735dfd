/** Alphabets within which a character can be replaced without making a credential malformed. */
const kinds = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'];

/**
 * Returns another credential of the same shape. Its last `count` letters and digits are replaced by characters of the
 * same kind, so that a tenant that checks the form first still accepts it as a credential.
 *
 * @param seed decides the new characters
 * @param count the number of characters, counted from the end; other characters than letters and digits stay
 */
export function sameShape(credential: string, seed: number, count: number): string {
  let left = count;
  let state = seed >>> 0;
  return Array.from(credential)
    .toReversed()
    .map((character) => {
      const kind = kinds.find((each) => each.includes(character));
      if (kind === undefined || left === 0) return character;
      left--;
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      // a step from 1 to one less than the alphabet's size: never the same character again
      const step = 1 + ((state >>> 16) % (kind.length - 1));
      return kind.charAt((kind.indexOf(character) + step) % kind.length);
    })
    .toReversed()
    .join('');
}

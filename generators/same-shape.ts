/** Alphabets within which a character can be replaced without making a credential malformed. */
const kinds = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'];

/**
 * Another credential of the same shape: of its last characters `count` are replaced, digits by digits, letters by
 * letters of their kind, so that a tenant that looks at the form first still takes it for a credential.
 *
 * @param seed decides by which characters
 * @param count how many characters, counted from the end; those that are neither letters nor digits stay
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
      // a step from 1 to one less than the whole alphabet: never the same character again
      const step = 1 + ((state >>> 16) % (kind.length - 1));
      return kind.charAt((kind.indexOf(character) + step) % kind.length);
    })
    .toReversed()
    .join('');
}

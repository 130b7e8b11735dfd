import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomText, seededRandom } from '../../tenant/random.ts';
import { sameSecret, SecretStore } from '../../tenant/secrets.ts';
import { laboratoryNames } from '../../tenant/state/names.ts';

const alphabets = fc.uniqueArray(fc.constantFrom('a', 'b', 'k', 'z', 'A', 'Q', '0', '7', '-'), { minLength: 1 });

test('random text has its length, its alphabet, and repeats from its seed', () => {
  const property = fc.property(fc.integer(), fc.nat(60), alphabets, (seed, length, characters) => {
    const alphabet = characters.join('');
    const text = randomText(seededRandom(seed), length, alphabet);
    expect(text).toHaveLength(length);
    expect(text.split('').every((character) => alphabet.includes(character))).toBe(true);
    expect(randomText(seededRandom(seed), length, alphabet)).toBe(text);
  });
  fc.assert(property, { seed: 3 });
});

test('the bytes of a seed do not depend on the size of each request', () => {
  const property = fc.property(fc.integer(), fc.array(fc.nat(40), { maxLength: 8 }), (seed, sizes) => {
    const pieces = seededRandom(seed);
    const whole = seededRandom(seed)(sizes.reduce((sum, size) => sum + size, 0));
    expect(Buffer.concat(sizes.map((size) => pieces(size)))).toEqual(whole);
  });
  fc.assert(property, { seed: 4 });
});

test('a secret equals only itself', () => {
  const property = fc.property(fc.string(), fc.string(), (one, other) => {
    expect(sameSecret(one, other)).toBe(one === other);
    expect(sameSecret(one, one)).toBe(true);
  });
  fc.assert(property, { seed: 5 });
});

test('a store finds what was added and not deleted, by the exact secret', () => {
  const property = fc.property(fc.uniqueArray(fc.string(), { minLength: 2 }), (secrets) => {
    const store = new SecretStore<{ value: string }>();
    const [gone = '', ...kept] = secrets;
    for (const value of secrets) store.add({ value });
    store.delete(gone);
    expect(store.find(gone)).toBeUndefined();
    expect(store.find(`${gone}x${secrets.join('')}`)).toBeUndefined();
    for (const value of kept) expect(store.find(value)).toEqual({ value });
    expect([...store.values()].map(({ value }) => value)).toEqual(kept);
  });
  fc.assert(property, { seed: 6 });
});

test('names look like those of a laboratory and repeat from their seed, whatever else is drawn', () => {
  const spell = (seed: number) => {
    const names = laboratoryNames(seed);
    const person = names.person();
    return [person, names.email(person), names.project(), names.entry(), names.barcode(), names.notebookNumber()];
  };
  const alone = spell(5);
  const other = laboratoryNames(6);
  other.person();
  expect(spell(5)).toEqual(alone);
  expect(spell(6)).not.toEqual(alone);
  expect(alone[1]).toMatch(/^[^@ ]+@lab\.example$/);
  expect(alone[4]).toMatch(/^PLT\d{10}$/);
});

import { faker } from '@faker-js/faker/locale/en';
import type { Faker } from '@faker-js/faker';
import fc from 'fast-check';

// The locale's own instance lends its class and its words. Importing the class by name would load all locales.
const Spelling = faker.constructor as typeof Faker;

/**
 * Values that faker spells out from a number that fast-check draws: the same number spells the same value, after
 * any other values. `spell` must not ask for anything that depends on today (`faker.date`).
 */
export function spelt<Value>(spell: (faker: Faker) => Value): fc.Arbitrary<Value> {
  // An instance of its own, seeded anew for every value: nothing is carried over from one value to the next.
  const spelling = new Spelling({ locale: faker.rawDefinitions, seed: 0 });
  return fc.noBias(fc.nat(0x7fff_ffff)).map((seed) => {
    spelling.seed(seed);
    return spell(spelling);
  });
}

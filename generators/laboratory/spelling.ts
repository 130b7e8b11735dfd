import { faker } from '@faker-js/faker/locale/en';
import type { Faker } from '@faker-js/faker';
import fc from 'fast-check';

// The class and the words come from the locale's instance. Importing the class by name would load all locales.
const Spelling = faker.constructor as typeof Faker;

/**
 * Returns values that faker makes from a number that fast-check draws. The same number makes the same value,
 * independent of earlier values. `spell` must not use anything that depends on today (`faker.date`).
 */
export function spelt<Value>(spell: (faker: Faker) => Value): fc.Arbitrary<Value> {
  // a separate instance that is seeded for every value, so that no value depends on an earlier one
  const spelling = new Spelling({ locale: faker.rawDefinitions, seed: 0 });
  return fc.noBias(fc.nat(0x7fff_ffff)).map((seed) => {
    spelling.seed(seed);
    return spell(spelling);
  });
}

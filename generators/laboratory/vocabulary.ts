import type { Faker } from '@faker-js/faker';
import type fc from 'fast-check';
import { spelt } from './spelling.ts';

const TARGETS = [
  'p53',
  'EGFR',
  'HER2',
  'TNF-α',
  'IL-6',
  'GFP',
  'β-actin',
  'CD19',
  'KRAS G12C',
  'VEGF-A',
  'PD-L1',
  'Ω-3',
];
const CELLS = ['HEK293', 'HeLa', 'CHO-K1', 'Jurkat', 'A549', 'E. coli BL21(DE3)', 'S. cerevisiae', 'U2OS', 'PBMC'];
const UNITS = ['mM', 'µM', 'ng/µL', 'mg/mL', '%', 'OD600', '°C', 'AU', 'kDa'];
const STEPS = ['Incubated', 'Washed', 'Centrifuged', 'Lysed', 'Transfected', 'Diluted', 'Stained', 'Eluted', 'Frozen'];

const lot = (spell: Faker) => `${spell.string.alpha({ length: 2, casing: 'upper' })}${spell.string.numeric(5)}`;

/** Short texts as scientists enter them: a sample, a person, a reagent, a lot. */
export const labels: fc.Arbitrary<string> = spelt((spell) => {
  const cell = spell.helpers.arrayElement(CELLS);
  const element = spell.science.chemicalElement();
  return spell.helpers.arrayElement([
    `${cell} P${spell.number.int({ min: 1, max: 40 })}`,
    `${spell.person.firstName()} ${spell.person.lastName()}`,
    `${element.name} chloride, ${spell.number.int({ min: 1, max: 500 })} ${spell.helpers.arrayElement(UNITS)}`,
    `anti-${spell.helpers.arrayElement(TARGETS)} (${spell.person.lastName()}, lot ${lot(spell)})`,
    lot(spell),
  ]);
});

/** Observations of one or several lines. */
export const observations: fc.Arbitrary<string> = spelt((spell) => {
  const lines = spell.number.int({ min: 1, max: 4 });
  return Array.from({ length: lines }, () => {
    const step = `${spell.helpers.arrayElement(STEPS)} ${spell.helpers.arrayElement(CELLS)}`;
    const time = `${spell.number.int({ min: 5, max: 90 })} min at ${spell.helpers.arrayElement([4, 20, 37, 95])} °C`;
    return `${step} for ${time}; ${spell.word.adverb()} ${spell.word.adjective()}.`;
  }).join('\n');
});

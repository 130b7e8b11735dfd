import type { Faker } from '@faker-js/faker';
import type fc from 'fast-check';
import { spelt } from './spelling.ts';

const ASSAYS = [
  'ELISA',
  'qPCR',
  'Western blot',
  'SPR',
  'Flow cytometry',
  'MTT',
  'Bradford',
  'HPLC',
  'LC-MS',
  'Dot blot',
];
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
const MEASURES = [
  'Concentration',
  'Absorbance',
  'Viability',
  'Titer',
  'Purity',
  'Yield',
  'Cycle threshold',
  'Dilution',
];
const UNITS = ['mM', 'µM', 'ng/µL', 'mg/mL', '%', 'OD600', '°C', 'AU', 'kDa'];
const STEPS = ['Incubated', 'Washed', 'Centrifuged', 'Lysed', 'Transfected', 'Diluted', 'Stained', 'Eluted', 'Frozen'];
const ROWS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
const FORMATS = [6, 24, 96, 384, 1536];

const lot = (spell: Faker) => `${spell.string.alpha({ length: 2, casing: 'upper' })}${spell.string.numeric(5)}`;

/** Titles of notebook entries: `Western blot of p53 in HeLa, lot QX20314`. */
export const entryTitles: fc.Arbitrary<string> = spelt(
  (spell) =>
    `${spell.helpers.arrayElement(ASSAYS)} of ${spell.helpers.arrayElement(TARGETS)} in ${spell.helpers.arrayElement(CELLS)}, lot ${lot(spell)}`,
);

/** Titles of plates: `384-well MTT, Ahlstrom`. */
export const plateTitles: fc.Arbitrary<string> = spelt(
  (spell) =>
    `${spell.helpers.arrayElement(FORMATS)}-well ${spell.helpers.arrayElement(ASSAYS)}, ${spell.person.lastName()}`,
);

/** Titles of assay results: `EGFR in A549, well B07`. */
export const resultTitles: fc.Arbitrary<string> = spelt(
  (spell) =>
    `${spell.helpers.arrayElement(TARGETS)} in ${spell.helpers.arrayElement(CELLS)}, well ${spell.helpers.arrayElement(ROWS)}${spell.string.numeric({ length: 2, allowLeadingZeros: true })}`,
);

/** Names of assay schemas: `HER2 SPR`. */
export const schemaTitles: fc.Arbitrary<string> = spelt(
  (spell) => `${spell.helpers.arrayElement(TARGETS)} ${spell.helpers.arrayElement(ASSAYS)}`,
);

/** Names of custom fields: `Titer (mg/mL)`. */
export const fieldTitles: fc.Arbitrary<string> = spelt(
  (spell) => `${spell.helpers.arrayElement(MEASURES)} (${spell.helpers.arrayElement(UNITS)})`,
);

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

/** Identifiers of items and options, of letters and digits in one case, since the case of identifiers may count or not. */
export function identifiers(prefix: string): fc.Arbitrary<string> {
  return spelt((spell) => `${prefix}_${spell.string.alphanumeric({ length: 10, casing: 'lower' })}`);
}

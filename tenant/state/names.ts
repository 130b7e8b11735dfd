import { faker } from '@faker-js/faker/locale/en';

/** Generates the names and numbers that people in a laboratory use. Repeatable from its seed. */
export interface Names {
  readonly person: () => string;
  readonly email: (person: string) => string;
  readonly project: () => string;
  readonly entry: () => string;
  readonly notebookNumber: () => string;
  readonly barcode: () => string;
  readonly runNumber: () => string;
}

const SUBJECTS = ['Buffer exchange', 'Plasmid prep', 'Titration', 'Cell passage', 'Growth curve', 'Western blot'];
const CAMPAIGNS = ['Stability study', 'Lead screening', 'Assay transfer', 'Strain engineering'];

/** Creates the generator of one tenant: a seed that is set elsewhere in the process must not change its data. */
export function laboratoryNames(seed: number): Names {
  const own = new (faker.constructor as new (options: { locale: object; seed: number }) => typeof faker)({
    locale: faker.rawDefinitions,
    seed,
  });
  return {
    person: () => own.person.fullName(),
    email: (person) => {
      const [firstName = 'first', lastName = 'last'] = person.split(' ').slice(-2);
      return own.internet.email({ firstName, lastName, provider: 'lab.example' }).toLowerCase();
    },
    project: () => `${own.helpers.arrayElement(CAMPAIGNS)} ${own.science.chemicalElement().name}`,
    entry: () => `${own.helpers.arrayElement(SUBJECTS)}, ${own.science.chemicalElement().name.toLowerCase()} batch`,
    notebookNumber: () => `EXP${own.string.numeric(8)}`,
    barcode: () => `PLT${own.string.numeric(10)}`,
    runNumber: () => `RUN-${own.string.alphanumeric({ length: 6, casing: 'upper' })}`,
  };
}

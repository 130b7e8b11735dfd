import { seedFor } from '../../core/seed.ts';
import type { AddressKind, NameKind } from '../../generators/population.ts';

/** What stands behind a name that nobody else has, of a user or an app. */
export const endings: Readonly<Record<NameKind, string>> = {
  'a plain name': '',
  'a name with marks of HTML': ` & <b>"Sons"</b> O'Neil`,
  'a name beyond ASCII': ' Łódź 実験',
};

const addresses: Readonly<Record<AddressKind, (name: string, host: string) => string>> = {
  'a plain address': (name, host) => `${name}@${host}`,
  'capitals in the address': (name, host) => `${name.toUpperCase()}@${host}`,
  'a tag in the address': (name, host) => `${name}+lab@${host}`,
  'dots and an apostrophe in the address': (name, host) => `${name}.o'brien@${host}`,
};

/** The e-mail address of a user of some name, at a host that only this run uses. */
export function addressOf(kind: AddressKind, name: string, { runId }: { readonly runId: string }): string {
  return addresses[kind](name.replaceAll(' ', '-'), `${runId}.conformance.example`);
}

/** How a user or an app is named and addressed where its check does not say so. */
export interface Naming {
  readonly called: NameKind;
  readonly address: AddressKind;
}

export const plain: Naming = { called: 'a plain name', address: 'a plain address' };

/** What is not plain of it, in words. */
export function traitsOf({ called, address }: Naming): string[] {
  return [...(called === plain.called ? [] : [called]), ...(address === plain.address ? [] : [address])];
}

const names: readonly NameKind[] = ['a plain name', 'a plain name', 'a name with marks of HTML', 'a name beyond ASCII'];
// a tenant may show an address in small letters, so capitals are for checks that know of them
const usual: readonly AddressKind[] = [
  'a plain address',
  'a plain address',
  'a tag in the address',
  'dots and an apostrophe in the address',
];

/** Says of one actor after the other of a case how it is named: the same each time that the case is done. */
export class Namings {
  readonly #seed: number | undefined;
  #made = 0;

  /** @param seed of the case; all are plain unless given */
  constructor(seed?: number) {
    this.#seed = seed;
  }

  /** How the next actor is named. */
  next(): Naming {
    if (this.#seed === undefined) return plain;
    const drawn = seedFor(this.#seed, `actor ${this.#made++}`) >>> 0;
    return { called: names[drawn & 3] ?? plain.called, address: usual[(drawn >>> 2) & 3] ?? plain.address };
  }

  /** Those of a part that runs beside others, so that which of them is the first to make an actor is no matter. */
  ofPart(index: number): Namings {
    if (this.#seed === undefined) return this;
    return new Namings(seedFor(this.#seed, `part ${index} after ${this.#made}`));
  }
}

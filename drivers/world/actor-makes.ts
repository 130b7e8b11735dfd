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

/** What is made in addition to an actor: projects without records in which the actor is, or an app that is archived. */
const extras = ['two further projects', 'an archived app beside'] as const;
export type Extra = (typeof extras)[number];

/** How a user or an app is named and addressed, and what is made in addition, where its check does not say so. */
export interface ActorMake {
  readonly called: NameKind;
  readonly address: AddressKind;
  readonly extra?: Extra | undefined;
}

export const plain: ActorMake = { called: 'a plain name', address: 'a plain address' };

/** What is not plain of its name and its address, in words. */
export function traitsOf({ called, address }: ActorMake): string[] {
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

/** Says of one actor after the other of a case how it is made: the same each time that the case is done. */
export class ActorMakes {
  readonly #seed: number | undefined;
  readonly #drawsExtras: boolean;
  #made = 0;

  /**
   * @param seed of the case; all are plain unless given
   * @param drawsExtras whether something may be made in addition
   */
  constructor(seed?: number, drawsExtras = false) {
    this.#seed = seed;
    this.#drawsExtras = drawsExtras;
  }

  /** How the next actor is made. */
  next(): ActorMake {
    if (this.#seed === undefined) return plain;
    const drawn = seedFor(this.#seed, `actor ${this.#made++}`) >>> 0;
    return {
      called: names[drawn & 3] ?? plain.called,
      address: usual[(drawn >>> 2) & 3] ?? plain.address,
      // seldom: it takes some operations
      extra: this.#drawsExtras ? extras[((drawn >>> 4) & 7) - 1] : undefined,
    };
  }

  /** Those of a part that runs beside others, so that which of them is the first to make an actor is no matter. */
  ofPart(index: number): ActorMakes {
    if (this.#seed === undefined) return this;
    return new ActorMakes(seedFor(this.#seed, `part ${index} after ${this.#made}`), this.#drawsExtras);
  }
}

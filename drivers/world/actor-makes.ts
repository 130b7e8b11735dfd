import { seedFor } from '../../core/seed.ts';
import type { AddressKind, NameKind } from '../../generators/population.ts';

/** The text that follows the unique part of a name, of a user or an app. */
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

/** Returns the e-mail address of a user with this name, at a host that only this run uses. */
export function addressOf(kind: AddressKind, name: string, { runId }: { readonly runId: string }): string {
  return addresses[kind](name.replaceAll(' ', '-'), `${runId}.conformance.example`);
}

/**
 * The extras that are made in addition to an actor: projects without records that the actor can see, or an archived
 * app.
 */
const extras = ['two further projects', 'an archived app beside'] as const;
export type Extra = (typeof extras)[number];

/** How a user or an app is named and addressed, and which extra is made, if its check does not say so. */
export interface ActorMake {
  readonly called: NameKind;
  readonly address: AddressKind;
  readonly extra?: Extra | undefined;
}

export const plain: ActorMake = { called: 'a plain name', address: 'a plain address' };

/** Returns the traits of a name and an address that are not plain, in words. */
export function traitsOf({ called, address }: ActorMake): string[] {
  return [...(called === plain.called ? [] : [called]), ...(address === plain.address ? [] : [address])];
}

const usualNames: readonly NameKind[] = [
  'a plain name',
  'a plain name',
  'a name with marks of HTML',
  'a name beyond ASCII',
];
// a tenant may show an address in lower case, so capitals are only for checks that expect this
const usualAddresses: readonly AddressKind[] = [
  'a plain address',
  'a plain address',
  'a tag in the address',
  'dots and an apostrophe in the address',
];

/** Says how each actor of a case is made, one after the other: the same each time that the case is done. */
export class ActorMakes {
  readonly #seed: number | undefined;
  readonly #drawsExtras: boolean;
  #made = 0;

  /**
   * @param seed the seed of the case; without it, all actors are plain
   * @param drawsExtras whether extras may be made
   */
  constructor(seed?: number, drawsExtras = false) {
    this.#seed = seed;
    this.#drawsExtras = drawsExtras;
  }

  /** Returns how the next actor is made. */
  next(): ActorMake {
    if (this.#seed === undefined) return plain;
    const drawn = seedFor(this.#seed, `actor ${this.#made++}`) >>> 0;
    return {
      called: usualNames[drawn & 3] ?? plain.called,
      address: usualAddresses[(drawn >>> 2) & 3] ?? plain.address,
      // seldom, because an extra takes some operations
      extra: this.#drawsExtras ? extras[((drawn >>> 4) & 7) - 1] : undefined,
    };
  }

  /**
   * Returns the makes of a part that runs in parallel with others, so that it does not matter which part makes an actor
   * first.
   */
  ofPart(index: number): ActorMakes {
    if (this.#seed === undefined) return this;
    return new ActorMakes(seedFor(this.#seed, `part ${index} after ${this.#made}`), this.#drawsExtras);
  }
}

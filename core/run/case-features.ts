import type { Simple } from './case-values.ts';
import { classes, literal, ValuePlace, placed } from './case-values.ts';

/**
 * The largest number of alternatives in one place. A place with more different values has text or numbers, which are
 * classed.
 */
const fewAlternatives = 48;
/**
 * Up to this number, each text that is repeated in one place is worth a case. If there are more, chance selects some.
 */
const mostRepeated = 128;
/**
 * Up to this number, values are alternatives in any event. Of more values, some must be repeated: at most this share of
 * the drawn values may be different.
 */
const surelyAlternatives = 8;
const newAmongAlternatives = 0.75;

/** Number of alternatives of a case that are paired. Single alternatives cover larger cases well enough. */
const pairedAtMost = 24;

/** The worth, in pairs, of an alternative that no chosen case has yet, and of a pair of places that stand together. */
const worthOfAlternative = 64;
const worthOfNearPair = 32;

/** The features of a case: its alternatives and pairs of them, as numbers with the same meaning in each case. */
export type Features = readonly number[];

export interface CaseFeatures {
  readonly features: readonly Features[];
  /** Returns the worth of a feature that a chosen case shows. */
  readonly worthOf: (feature: number) => number;
}

/** The properties of one place, found from its values. */
interface Known {
  readonly path: string;
  readonly depth: number;
  /**
   * Whether its values are a few alternatives, each worth a case, also in a pair with each alternative of another
   * place.
   */
  readonly enumerated: boolean;
  /** The values that are worth a case each, although most values of the place are arbitrary text or numbers. */
  readonly repeated: ReadonlySet<Simple>;
  readonly differs: boolean;
  /** The features so far by value: equal values have the same features. */
  readonly shown: Map<Simple, Shown>;
}

/** The features of a value by itself, and the number that represents it in pairs. */
interface Shown {
  readonly single: readonly number[];
  readonly beside: number | undefined;
}

/** Returns the features of each case, as far as the cases differ in them. */
export function featuresOf(drawn: readonly unknown[]): CaseFeatures {
  const places: ValuePlace[] = [];
  const root = new ValuePlace(places);
  const cases = drawn.map((value) => placed(value, root));
  const known = places.map(knownOf);
  const numbers = new Numbers();
  /** The number of the place to which a feature belongs. */
  const placeOf: number[] = [];
  const singles = cases.map((one) => {
    const single = new Set<number>();
    const paired = new Set<number>();
    for (const [at, { number }] of one.places.entries()) {
      const shown = shownAt(known[number]!, one.values[at], numbers);
      for (const feature of shown.single) single.add(feature);
      if (shown.beside === undefined) continue;
      paired.add(shown.beside);
      placeOf[shown.beside] = number;
    }
    return { single, paired };
  });
  const pairing: Pairing = { known, placeOf, near: nearness(known), count: numbers.count };
  const features = singles.map(({ single, paired }) => [...single, ...pairs([...paired], pairing)]);
  return { features, worthOf: (feature) => worthOf(feature, numbers.count) };
}

/** What the numbers of pairs of alternatives are made of. */
interface Pairing {
  readonly known: readonly Known[];
  /** The number of the place of each alternative. */
  readonly placeOf: readonly number[];
  readonly near: readonly (readonly boolean[])[];
  readonly count: number;
}

/**
 * Returns the numbers of the pairs of some alternatives. Numbers below `count` are alternatives. Pairs follow, and pairs
 * of places that stand together follow these: small numbers, since text would cost more than everything else here.
 */
function pairs(alternatives: number[], { known, placeOf, near, count }: Pairing): readonly number[] {
  const sorted = shallowest(alternatives, (one) => known[placeOf[one]!]!.depth).sort((one, other) => one - other);
  const found: number[] = [];
  for (const [index, one] of sorted.entries()) {
    const beside = near[placeOf[one]!]!;
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next]!;
      const pair = count + one * count + other;
      found.push(beside[placeOf[other]!] === true ? pair + count * count : pair);
    }
  }
  return found;
}

function worthOf(feature: number, count: number): number {
  if (feature < count) return worthOfAlternative;
  return feature < count + count * count ? 1 : worthOfNearPair;
}

/** Numbers features in the order in which they are met. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  get count(): number {
    return this.#numbers.size;
  }

  of(feature: string): number {
    const known = this.#numbers.get(feature) ?? this.#numbers.size;
    this.#numbers.set(feature, known);
    return known;
  }
}

/** Returns the features of a value in its place. They are computed once. */
function shownAt(place: Known, value: Simple, numbers: Numbers): Shown {
  const known = place.shown.get(value);
  if (known !== undefined) return known;
  const shown = shownBy(value, place, numbers);
  place.shown.set(value, shown);
  return shown;
}

function shownBy(value: Simple, { path, enumerated, repeated, differs }: Known, numbers: Numbers): Shown {
  const isLiteral = enumerated || repeated.has(value);
  const texts = isLiteral ? [literal(value)] : classes(value);
  const single = texts.map((text) => numbers.of(`${path}=${text}`));
  if (!differs) return { single, beside: undefined };
  // in pairs, an arbitrary value is represented by its length or size
  const [first = ''] = isLiteral && !enumerated ? classes(value) : texts;
  return { single, beside: numbers.of(`${path}=${first}`) };
}

function knownOf({ path, values }: ValuePlace): Known {
  const enumerated = areAlternatives(values);
  return {
    path,
    depth: path.split('.').length,
    enumerated,
    repeated: enumerated ? new Set() : drawnRepeatedly(values),
    differs: values.some((value) => value !== values[0]),
    shown: new Map(),
  };
}

/** Returns the shallowest features: a value that is deep in a case is more often a detail. */
function shallowest(features: number[], depthOf: (feature: number) => number): number[] {
  if (features.length <= pairedAtMost) return features;
  return features.sort((one, other) => depthOf(one) - depthOf(other)).slice(0, pairedAtMost);
}

/**
 * Returns, by the numbers of two places, whether they stand side by side, or one stands beside the record that holds
 * the other.
 */
function nearness(places: readonly Known[]): readonly (readonly boolean[])[] {
  const parents = places.map(({ path }) => (/[[#>]/.test(path) ? undefined : path.slice(0, path.lastIndexOf('.'))));
  const within = (inner: string, outer: string): boolean =>
    inner === outer || inner.slice(0, inner.lastIndexOf('.')) === outer;
  return parents.map((one) =>
    parents.map((other) => one !== undefined && other !== undefined && (within(one, other) || within(other, one))),
  );
}

/** Reports whether the values drawn in one place are a few alternatives, and not arbitrary text or numbers. */
function areAlternatives(drawn: readonly Simple[]): boolean {
  const { size } = new Set(drawn);
  return size <= surelyAlternatives || (size <= fewAlternatives && size <= drawn.length * newAmongAlternatives);
}

/** Returns the values that were drawn repeatedly among arbitrary text: each is worth a case of its own. */
function drawnRepeatedly(drawn: readonly Simple[]): ReadonlySet<Simple> {
  const once = new Set<Simple>();
  const again = new Set<Simple>();
  for (const value of drawn) (once.has(value) ? again : once).add(value);
  return again.size <= mostRepeated ? again : new Set();
}

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

/**
 * Numbers below the first limit are alternatives, numbers from it on are pairs, and numbers from the second limit on
 * are pairs of places that stand together.
 */
const firstPair = 2 ** 20;
const firstNearPair = 2 ** 50;

/** The features of a case: its alternatives and pairs of them, as numbers with the same meaning in each case. */
export type Features = readonly number[];

/** Returns the worth of a feature that a chosen case shows. */
export function worthOf(feature: number): number {
  if (feature < firstPair) return worthOfAlternative;
  return feature < firstNearPair ? 1 : worthOfNearPair;
}

/** The properties of one place, found from its values. */
interface Known {
  readonly number: number;
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
export function featuresOf(drawn: readonly unknown[]): readonly Features[] {
  const root = new ValuePlace();
  const cases = drawn.map((value) => placed(value, root));
  const places = placesOf(cases);
  const near = nearness([...places.values()]);
  const numbers = new Numbers();
  return cases.map((one) => {
    const single = new Set<number>();
    const paired = new Map<number, Known>();
    for (const [place, value] of one) {
      const known = places.get(place);
      if (known === undefined) continue;
      const shown = shownAt(known, value, numbers);
      for (const feature of shown.single) single.add(feature);
      if (shown.beside !== undefined) paired.set(shown.beside, known);
    }
    return [...single, ...pairs(shallowest(paired), near)];
  });
}

/** Numbers features in the order in which they are met. */
class Numbers {
  readonly #numbers = new Map<string, number>();

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

function placesOf(cases: readonly (readonly (readonly [ValuePlace, Simple])[])[]): ReadonlyMap<ValuePlace, Known> {
  const values = new Map<ValuePlace, Simple[]>();
  for (const one of cases) {
    for (const [place, value] of one) {
      const known = values.get(place);
      if (known === undefined) values.set(place, [value]);
      else known.push(value);
    }
  }
  return new Map(
    [...values].map(([place, all], number): [ValuePlace, Known] => {
      const enumerated = areAlternatives(all);
      const repeated = enumerated ? new Set<Simple>() : drawnRepeatedly(all);
      const differs = all.some((value) => value !== all[0]);
      return [
        place,
        {
          number,
          path: place.path,
          depth: place.path.split('.').length,
          enumerated,
          repeated,
          differs,
          shown: new Map(),
        },
      ];
    }),
  );
}

type Placed = readonly [feature: number, place: Known];

/** Returns the shallowest features: a value that is deep in a case is more often a detail. */
function shallowest(features: ReadonlyMap<number, Known>): readonly Placed[] {
  if (features.size <= pairedAtMost) return [...features];
  return [...features].sort(([, one], [, other]) => one.depth - other.depth).slice(0, pairedAtMost);
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

function pairs(features: readonly Placed[], near: readonly (readonly boolean[])[]): readonly number[] {
  const sorted = features.toSorted(([one], [other]) => one - other);
  const found: number[] = [];
  for (const [index, [one, place]] of sorted.entries()) {
    const beside = near[place.number] ?? [];
    for (let next = index + 1; next < sorted.length; next++) {
      const [other, { number }] = sorted[next] as Placed;
      // both numbers in one, since text would cost more than everything else here
      found.push((beside[number] === true ? firstNearPair : 0) + (one + 1) * firstPair + other);
    }
  }
  return found;
}

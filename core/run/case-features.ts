import type { Simple } from './case-values.ts';
import { classes, literal, Place, placed } from './case-values.ts';

/** More different values than this in one place are no alternatives any more, but text or numbers to be classed. */
const fewAlternatives = 48;
/** So many texts that come again in one place are each worth a case; of more, chance takes some. */
const mostRepeated = 128;
/** So few are alternatives in any case. Of more, some must have come again among the values of the place. */
const surelyAlternatives = 8;
const newAmongAlternatives = 0.75;

/** A case is told by this many of its alternatives in pairs; what is larger is covered well enough one by one. */
const pairedAtMost = 24;

/** What an alternative that no chosen case has yet is worth, in pairs of alternatives; and a pair that stands together. */
const worthOfAlternative = 64;
const worthOfNearPair = 32;

/** Below it are the numbers of alternatives, from it on those of pairs, and then those of pairs that stand together. */
const firstPair = 2 ** 20;
const firstNearPair = 2 ** 50;

/** What a case shows, by numbers that mean the same in each case: the alternatives, and two of them together. */
export type Features = readonly number[];

/** What it is worth that a chosen case shows a feature. */
export function worthOf(feature: number): number {
  if (feature < firstPair) return worthOfAlternative;
  return feature < firstNearPair ? 1 : worthOfNearPair;
}

/** What the values of one place show of it. */
interface Known {
  readonly number: number;
  readonly path: string;
  readonly depth: number;
  /** Its values are a few things, each of which is worth a case, also beside each of another place. */
  readonly enumerated: boolean;
  /** Those of its values that are worth a case, though most are text or numbers that may be any. */
  readonly repeated: ReadonlySet<Simple>;
  readonly differs: boolean;
  /** By what stands there, so far: equal values show the same. */
  readonly shown: Map<Simple, Shown>;
}

/** What a value shows alone, and what stands for it beside others. */
interface Shown {
  readonly single: readonly number[];
  readonly beside: number | undefined;
}

/** The features of each case, as far as the cases differ in them. */
export function featuresOf(drawn: readonly unknown[]): readonly Features[] {
  const root = new Place();
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

/** What a value shows in its place, described once. */
function shownAt(place: Known, value: Simple, numbers: Numbers): Shown {
  const known = place.shown.get(value);
  if (known !== undefined) return known;
  const shown = shownBy(value, place, numbers);
  place.shown.set(value, shown);
  return shown;
}

function shownBy(value: Simple, { path, enumerated, repeated, differs }: Known, numbers: Numbers): Shown {
  const asItIs = enumerated || repeated.has(value);
  const texts = asItIs ? [literal(value)] : classes(value);
  const single = texts.map((text) => numbers.of(`${path}=${text}`));
  if (!differs) return { single, beside: undefined };
  // of what may be any, how long or how large it is stands for it beside others
  const [first = ''] = asItIs && !enumerated ? classes(value) : texts;
  return { single, beside: numbers.of(`${path}=${first}`) };
}

function placesOf(cases: readonly (readonly (readonly [Place, Simple])[])[]): ReadonlyMap<Place, Known> {
  const values = new Map<Place, Simple[]>();
  for (const one of cases) {
    for (const [place, value] of one) {
      const known = values.get(place);
      if (known === undefined) values.set(place, [value]);
      else known.push(value);
    }
  }
  return new Map(
    [...values].map(([place, all], number): [Place, Known] => {
      const enumerated = areAlternatives(all);
      const repeated = enumerated ? new Set<Simple>() : drawnAgain(all);
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

/** What stands deep in a case is a detail more often than what does not. */
function shallowest(features: ReadonlyMap<number, Known>): readonly Placed[] {
  if (features.size <= pairedAtMost) return [...features];
  return [...features].sort(([, one], [, other]) => one.depth - other.depth).slice(0, pairedAtMost);
}

/** By the numbers of two places, whether they stand side by side, or one beside the record in which the other is. */
function nearness(places: readonly Known[]): readonly (readonly boolean[])[] {
  const parents = places.map(({ path }) => (/[[#>]/.test(path) ? undefined : path.slice(0, path.lastIndexOf('.'))));
  const within = (inner: string, outer: string): boolean =>
    inner === outer || inner.slice(0, inner.lastIndexOf('.')) === outer;
  return parents.map((one) =>
    parents.map((other) => one !== undefined && other !== undefined && (within(one, other) || within(other, one))),
  );
}

/** Whether what was drawn in one place is one of a few things, rather than text or a number that may be any. */
function areAlternatives(drawn: readonly Simple[]): boolean {
  const { size } = new Set(drawn);
  return size <= surelyAlternatives || (size <= fewAlternatives && size <= drawn.length * newAmongAlternatives);
}

/** What stands as it is among text that may be any: each such value is worth a case of its own. */
function drawnAgain(drawn: readonly Simple[]): ReadonlySet<Simple> {
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
      // both numbers in one, since text would be dearer than everything else here
      found.push((beside[number] === true ? firstNearPair : 0) + (one + 1) * firstPair + other);
    }
  }
  return found;
}

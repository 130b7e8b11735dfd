import type fc from 'fast-check';
import { sample } from 'fast-check';

/** How many cases are drawn for each one that is run, and how many at most: drawing is cheap, but not free. */
const drawnPerCase = 16;
/** Where as many cases are run, they are all that is drawn, and chance leaves nothing out. */
export const drawnAtMost = 240;

/** More different values than this in one place are no alternatives any more, but text or numbers to be classed. */
const fewAlternatives = 48;
/** So many texts that come again in one place are each worth a case; of more, chance takes some. */
const mostRepeated = 128;
/** So few are alternatives in any case. Of more, some must have come again among the values of the place. */
const surelyAlternatives = 8;
const newAmongAlternatives = 0.75;

/** A case is told by this many of its alternatives in pairs; what is larger is covered well enough one by one. */
const pairedAtMost = 24;
const deepest = 4;
/** More parts of a path or a name are all the same. */
const mostParts = 8;

/** What an alternative that no chosen case has yet is worth, in pairs of alternatives; and a pair that stands together. */
const worthOfAlternative = 64;
const worthOfNearPair = 32;

/** Below it are the numbers of alternatives, from it on those of pairs, and then those of pairs that stand together. */
const firstPair = 2 ** 20;
const firstNearPair = 2 ** 50;

export interface Drawn<Case> {
  /** The place of the case among all that are drawn from the seed, as in the path of fast-check. */
  readonly index: number;
  readonly value: Case;
}

/**
 * The cases of a property that are run: the first half as the seed draws them, which is how often a check wants each
 * alternative; then, of several times as many, those that soonest show what is left of the alternatives and of each two
 * of them together. Where few cases have to do, chance alone would leave some out, and a fault that shows in one of
 * them only would be found from one seed and missed from another. Where there are no more different cases than are run,
 * each is run.
 */
export function spread<Case>(given: fc.Arbitrary<Case>, runs: number, seed: number): readonly Drawn<Case>[] {
  const drawn = sample(given, { numRuns: Math.max(runs, Math.min(runs * drawnPerCase, drawnAtMost)), seed });
  const cases = drawn.map((value, index) => ({ index, value }));
  if (runs >= cases.length) return cases;
  const chosen = eachOnce(drawn, runs) ?? mostDifferent(told(drawn), runs);
  return chosen.flatMap((index) => cases[index] ?? []);
}

/** What a case shows, by numbers that mean the same in each case: the alternatives, and two of them together. */
interface Features {
  readonly single: readonly number[];
  readonly paired: readonly number[];
}

/** Each case once and then others as they were drawn, in their order; undefined where more of them are different. */
function eachOnce(drawn: readonly unknown[], wanted: number): readonly number[] | undefined {
  const firsts = new Map<string, number>();
  for (const [index, value] of drawn.entries()) {
    const text = spelledOut(value);
    if (!firsts.has(text)) firsts.set(text, index);
    if (firsts.size > wanted) return undefined;
  }
  const chosen = new Set(firsts.values());
  for (const index of drawn.keys()) {
    if (chosen.size === wanted) break;
    chosen.add(index);
  }
  return [...chosen].sort((a, b) => a - b);
}

/** The same text for cases that are alike. Prototypes tell nothing: records are drawn with and without one. */
function spelledOut(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part === undefined || typeof part === 'bigint' ? String(part) : part,
  );
}

/** To the first half, the case that shows most of what none has shown yet, again and again; in the order of the draw. */
function mostDifferent(features: readonly Features[], wanted: number): readonly number[] {
  const chosen = Array.from({ length: Math.ceil(wanted / 2) }, (_, index) => index);
  const left = new Set(features.keys());
  let news = new News(features, left);
  for (const index of chosen) {
    left.delete(index);
    news.show(index);
  }
  // when everything is shown, each once more, as far as the cases go
  for (; chosen.length < wanted && left.size > 0; news = new News(features, left)) {
    while (chosen.length < wanted) {
      const best = news.most(left);
      if (best === undefined) break;
      left.delete(best);
      chosen.push(best);
      news.show(best);
    }
  }
  return chosen.sort((a, b) => a - b);
}

/** What each case would show that no chosen one has shown. */
class News {
  readonly #features: readonly Features[];
  readonly #worth: number[];
  /** The cases that show a feature which no chosen case has shown yet. */
  readonly #showing = new Map<number, number[]>();
  #untouched = true;

  constructor(features: readonly Features[], left: ReadonlySet<number>) {
    this.#features = features;
    this.#worth = features.map((one) => all(one).reduce((sum, feature) => sum + worthOf(feature), 0));
    for (const index of left) {
      for (const feature of all(features[index])) {
        const showing = this.#showing.get(feature);
        if (showing === undefined) this.#showing.set(feature, [index]);
        else showing.push(index);
      }
    }
  }

  /** The case that shows most; undefined when none shows anything new. */
  most(left: ReadonlySet<number>): number | undefined {
    let best: number | undefined;
    // cases that show nothing at all are as good as any other
    let most = this.#untouched ? -1 : 0;
    for (const index of left) {
      const worth = this.#worth[index] ?? 0;
      if (worth <= most) continue;
      best = index;
      most = worth;
    }
    return best;
  }

  /** What this case shows is new no more. */
  show(shown: number): void {
    this.#untouched = false;
    for (const feature of all(this.#features[shown])) {
      for (const index of this.#showing.get(feature) ?? []) {
        this.#worth[index] = (this.#worth[index] ?? 0) - worthOf(feature);
      }
      this.#showing.delete(feature);
    }
  }
}

function worthOf(feature: number): number {
  if (feature < firstPair) return worthOfAlternative;
  return feature < firstNearPair ? 1 : worthOfNearPair;
}

function all(features: Features | undefined): readonly number[] {
  return features === undefined ? [] : [...features.single, ...features.paired];
}

/** A place in which cases differ, as its values show it to be. */
interface Place {
  readonly number: number;
  readonly path: string;
  /** Its values are a few things, each of which is worth a case, also beside each of another place. */
  readonly enumerated: boolean;
  /** Those of its values that are worth a case, though most are text or numbers that may be any. */
  readonly repeated: ReadonlySet<Simple>;
  readonly differs: boolean;
}

/** The features of each case, as far as the cases differ in them. */
function told(drawn: readonly unknown[]): readonly Features[] {
  const cases = drawn.map((value) => placed(value));
  const places = placesOf(cases);
  const near = nearness([...places.values()]);
  const numbers = new Map<string, number>();
  const numbered = (feature: string): number => {
    const known = numbers.get(feature) ?? numbers.size;
    numbers.set(feature, known);
    return known;
  };
  return cases.map((one) => {
    const single = new Set<number>();
    const paired = new Map<number, Place>();
    for (const [path, value] of one) {
      const place = places.get(path);
      if (place === undefined) continue;
      const asItIs = place.enumerated || place.repeated.has(value);
      const texts = asItIs ? [literal(value)] : classes(value);
      for (const text of texts) single.add(numbered(`${path}=${text}`));
      if (!place.differs) continue;
      // of what may be any, how long or how large it is stands for it beside others
      const [first = ''] = asItIs && !place.enumerated ? classes(value) : texts;
      paired.set(numbered(`${path}=${first}`), place);
    }
    return { single: [...single], paired: pairs(shallowest(paired), near) };
  });
}

function placesOf(cases: readonly (readonly [string, Simple][])[]): ReadonlyMap<string, Place> {
  const values = new Map<string, Simple[]>();
  for (const [path, value] of cases.flat()) {
    const known = values.get(path);
    if (known === undefined) values.set(path, [value]);
    else known.push(value);
  }
  const places = [...values].map(([path, all], number): Place => {
    const enumerated = areAlternatives(all);
    const repeated = enumerated ? new Set<Simple>() : drawnAgain(all);
    return { number, path, enumerated, repeated, differs: all.some((value) => value !== all[0]) };
  });
  return new Map(places.map((place) => [place.path, place]));
}

const depthOf = ({ path }: Place): number => path.split('.').length;

type Placed = readonly [feature: number, place: Place];

/** What stands deep in a case is a detail more often than what does not. */
function shallowest(features: ReadonlyMap<number, Place>): readonly Placed[] {
  if (features.size <= pairedAtMost) return [...features];
  return [...features].sort(([, one], [, other]) => depthOf(one) - depthOf(other)).slice(0, pairedAtMost);
}

/** By the numbers of two places, whether they stand side by side, or one beside the record in which the other is. */
function nearness(places: readonly Place[]): readonly (readonly boolean[])[] {
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

type Simple = string | number | bigint | boolean | null | undefined;

/** Each simple value of a case with the place where it stands; elements of a list share one place. */
function placed(value: unknown, place = '', depth = 0, into: [string, Simple][] = []): readonly [string, Simple][] {
  if (isSimple(value)) {
    into.push([place, value]);
  } else if (Array.isArray(value)) {
    into.push([`${place}#`, Math.min(value.length, 4)]);
    if (depth < deepest) {
      for (const one of value) placed(one, `${place}[]`, depth + 1, into);
      for (const [index, one] of value.slice(1).entries()) {
        into.push([`${place}>`, `${kindOf(value[index])}>${kindOf(one)}`]);
      }
    }
  } else if (isPlain(value) && depth < deepest) {
    for (const [key, one] of Object.entries(value)) placed(one, `${place}.${key}`, depth + 1, into);
  } else {
    into.push([place, value instanceof Date ? value.toISOString() : typeof value]);
  }
  return into;
}

/** By what one step of a story is told from another kind of step. */
function kindOf(step: unknown): string {
  if (isSimple(step)) return literal(step);
  if (!isPlain(step)) return typeof step;
  const parts = Object.values(step);
  // what is done may stand in a part of it, beside how it is done
  const name = [...parts, ...parts.filter(isPlain).flatMap((part) => Object.values(part))].find(
    (one) => typeof one === 'string',
  );
  return typeof name === 'string' ? name : Object.keys(step).join();
}

function isSimple(value: unknown): value is Simple {
  return value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol');
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function literal(value: Simple): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

/** What kinds of text or number a value is. */
function classes(value: Simple): readonly string[] {
  if (typeof value === 'string') {
    const length = `${[1, 2, 9, 65, 257, 1025].findIndex((limit) => value.length < limit)} long`;
    // what tells addresses from one another is how deep their paths and names are
    const parts = ['/', '.'].map((mark) => `${Math.min(value.split(mark).length, mostParts)} between ${mark}`);
    return [length, ...parts, ...kindsOfText.flatMap(([name, pattern]) => (pattern.test(value) ? [name] : []))];
  }
  if (typeof value === 'number') {
    const size = [1, 2, 10, 100, 1000, 2 ** 31].findIndex((limit) => Math.abs(value) < limit);
    return [`${value < 0 ? '-' : ''}${size}`, ...(Number.isInteger(value) ? [] : ['fraction'])];
  }
  return [typeof value];
}

const kindsOfText: readonly (readonly [string, RegExp])[] = [
  ['lower', /[a-z]/u],
  ['upper', /[A-Z]/u],
  ['digit', /[0-9]/u],
  ['space', /\s/u],
  ['plus', /\+/u],
  ['percent', /%/u],
  ['quote', /["'`]/u],
  ['wildcard', /[_*?]/u],
  ['comparison', /[<>=]/u],
  ['delimiter', /[&;,:/\\#@.]/u],
  ['beyond ASCII', /[^\p{ASCII}]/u],
  ['beyond the basic plane', /[\u{10000}-\u{10FFFF}]/u],
];

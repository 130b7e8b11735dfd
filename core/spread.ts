import type fc from 'fast-check';
import { sample } from 'fast-check';

/** How many cases are drawn for each one that is run, and how many at most: drawing is cheap, but not free. */
const drawnPerCase = 16;
/** Where as many cases are run, they are all that is drawn, and chance leaves nothing out. */
export const drawnAtMost = 240;

/** More different values than this in one place are no alternatives any more, but text or numbers to be classed. */
const fewAlternatives = 48;

/** A case is told by this many of its alternatives in pairs; what is larger is covered well enough one by one. */
const pairedAtMost = 24;
const deepest = 4;

/** What an alternative that no chosen case has yet is worth, in pairs of alternatives. */
const worthOfAlternative = 64;

/** Below it are the numbers of alternatives, from it on those of pairs. */
const firstPair = 2 ** 20;

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
    this.#worth = features.map(({ single, paired }) => single.length * worthOfAlternative + paired.length);
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
        this.#worth[index] = (this.#worth[index] ?? 0) - (feature < firstPair ? worthOfAlternative : 1);
      }
      this.#showing.delete(feature);
    }
  }
}

function all(features: Features | undefined): readonly number[] {
  return features === undefined ? [] : [...features.single, ...features.paired];
}

/** The features of each case, as far as the cases differ in them. */
function told(drawn: readonly unknown[]): readonly Features[] {
  const places = drawn.map((value) => placed(value));
  const alternatives = new Map<string, Set<unknown>>();
  for (const one of places) {
    for (const [place, value] of one) {
      const known = alternatives.get(place);
      if (known === undefined) alternatives.set(place, new Set([value]));
      else if (known.size <= fewAlternatives) known.add(value);
    }
  }
  const numbers = new Map<string, number>();
  const numbered = (feature: string): number => {
    const known = numbers.get(feature) ?? numbers.size;
    numbers.set(feature, known);
    return known;
  };
  return places.map((one) => {
    const single = new Set<number>();
    const exact = new Set<number>();
    for (const [place, value] of one) {
      const few = (alternatives.get(place)?.size ?? 0) <= fewAlternatives;
      for (const text of few ? [literal(value)] : classes(value)) single.add(numbered(`${place}=${text}`));
      if (few && exact.size < pairedAtMost) exact.add(numbered(`${place}=${literal(value)}`));
    }
    return { single: [...single], paired: pairs([...exact]) };
  });
}

function pairs(features: readonly number[]): readonly number[] {
  const sorted = [...features].sort((a, b) => a - b);
  // both numbers in one, since text would be dearer than everything else here
  return sorted.flatMap((one, index) => sorted.slice(index + 1).map((other) => (one + 1) * firstPair + other));
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
    const length = `${[1, 2, 9, 65].findIndex((limit) => value.length < limit)} long`;
    return [length, ...kindsOfText.flatMap(([name, pattern]) => (pattern.test(value) ? [name] : []))];
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

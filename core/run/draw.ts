import type fc from 'fast-check';
import { sample } from 'fast-check';
import type { Features } from './case-features.ts';
import { featuresOf, worthOf } from './case-features.ts';

/** From so many drawn cases those are chosen that come first: chance leaves nothing out among as many. */
const poolSize = 240;

export interface Drawn<Case> {
  /** The place of the case among all that are drawn from the seed, as in the path of fast-check. */
  readonly index: number;
  readonly value: Case;
}

/**
 * The first cases of the sequence that belongs to a seed; it is the same for any number of cases. By turns it has the next
 * case as the seed draws them, which is how often a check wants each alternative, and the one that shows most of what none
 * before it has shown of the alternatives and of each two of them together. Where few cases have to do, chance alone
 * would leave some out. No case comes again before each different one has come.
 *
 * @param about names what a case is about; cases that have each name once come before all others
 * @param sameAs cases for which this is equal are one and the same
 */
export function draw<Case>(
  given: fc.Arbitrary<Case>,
  runs: number,
  seed: number,
  about: (value: Case) => readonly string[] = () => [],
  sameAs: (value: Case) => unknown = (value) => value,
): readonly Drawn<Case>[] {
  const values = sample(given, { numRuns: Math.max(runs, poolSize), seed });
  const cases = values.map((value, index) => ({ index, value }));
  const pool = values.slice(0, poolSize);
  const { firsts, repetitions } = byNovelty(pool.map(sameAs));
  const order = new Set([...oneOfEach(pool, firsts, about), ...mostTelling(pool, firsts, runs), ...repetitions]);
  return [...[...order].flatMap((index) => cases[index] ?? []), ...cases.slice(poolSize)].slice(0, runs);
}

/** The cases that are new in their order, and those that have come before. */
function byNovelty(pool: readonly unknown[]): { readonly firsts: number[]; readonly repetitions: number[] } {
  const met = new Set<string>();
  const firsts: number[] = [];
  const repetitions: number[] = [];
  for (const [index, value] of pool.entries()) {
    const text = spelledOut(value);
    (met.has(text) ? repetitions : firsts).push(index);
    met.add(text);
  }
  return { firsts, repetitions };
}

/** The first cases that together have each name. */
function oneOfEach<Case>(
  pool: readonly Case[],
  firsts: readonly number[],
  about: (value: Case) => readonly string[],
): number[] {
  const met = new Set<string>();
  return firsts.filter((index) => {
    const before = met.size;
    for (const name of about(pool[index] as Case)) met.add(name);
    return met.size > before;
  });
}

/** The same text for equal cases. Prototypes tell nothing: records are drawn with and without one. */
function spelledOut(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part === undefined || typeof part === 'bigint' ? String(part) : part,
  );
}

/** By turns the next one of the draw and the one that shows most that is new; at least so many, as far as there are. */
function mostTelling(pool: readonly unknown[], firsts: readonly number[], wanted: number): readonly number[] {
  const features = featuresOf(firsts.map((index) => pool[index]));
  const left = new Set(features.keys());
  const chosen: number[] = [];
  let news = new News(features, left);
  const take = (place: number): void => {
    left.delete(place);
    chosen.push(place);
    news.show(place);
  };
  while (left.size > 0 && chosen.length < wanted) {
    const [next] = left;
    if (next !== undefined) take(next);
    if (left.size === 0) break;
    let best = news.most(left);
    if (best === undefined) {
      // everything was shown: each once more
      news = new News(features, left);
      best = news.most(left);
    }
    if (best !== undefined) take(best);
  }
  return chosen.flatMap((place) => firsts[place] ?? []);
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
    this.#worth = features.map((one) => one.reduce((sum, feature) => sum + worthOf(feature), 0));
    for (const index of left) {
      for (const feature of features[index] ?? []) {
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
    for (const feature of this.#features[shown] ?? []) {
      for (const index of this.#showing.get(feature) ?? []) {
        this.#worth[index] = (this.#worth[index] ?? 0) - worthOf(feature);
      }
      this.#showing.delete(feature);
    }
  }
}

import type fc from 'fast-check';
import { sample } from 'fast-check';
import type { CaseFeatures } from './case-features.ts';
import { featuresOf } from './case-features.ts';

/** Number of drawn cases from which the first ones are chosen: among so many, chance leaves nothing out. */
const poolSize = 240;

export interface Drawn<Case> {
  /** The place of the case among all cases drawn from the seed, as in the path of fast-check. */
  readonly index: number;
  readonly value: Case;
}

/**
 * Returns the first cases of the sequence that belongs to a seed. The sequence is the same for any number of cases.
 * Every second case is the next one that the seed draws, so that each alternative comes as often as the check wants it.
 * The others show most of the alternatives, and of the pairs of alternatives, that no case before has shown: with few
 * cases, chance alone would leave some out. No case is repeated before every different case has come.
 *
 * @param about returns the names of the subjects of a case; cases that together have each name come before all others
 * @param sameAs returns a key of a case; cases with equal keys are the same case
 */
export function draw<Case>(
  given: fc.Arbitrary<Case>,
  runs: number,
  seed: number,
  about: (value: Case) => readonly string[] = () => [],
  sameAs?: (value: Case) => unknown,
): readonly Drawn<Case>[] {
  const values = sample(given, { numRuns: Math.max(runs, poolSize), seed });
  const cases = values.map((value, index) => ({ index, value }));
  const pool = values.slice(0, poolSize);
  const texts = textsOf(pool);
  const { firsts, repetitions } = byNovelty(texts);
  const keys = sameAs === undefined ? texts : textsOf(pool.map(sameAs));
  const different = firsts.map((index) => ({ value: pool[index], key: keys[index]! }));
  const informative = mostInformative(different, runs).map((place) => firsts[place]!);
  const order = new Set([...oneOfEach(pool, firsts, about), ...informative, ...firsts, ...repetitions]);
  return [...[...order].flatMap((index) => cases[index] ?? []), ...cases.slice(poolSize)].slice(0, runs);
}

/** Returns the places of the texts that are new, in their order, and of the texts that have come before. */
function byNovelty(texts: readonly string[]): { readonly firsts: number[]; readonly repetitions: number[] } {
  const met = new Set<string>();
  const firsts: number[] = [];
  const repetitions: number[] = [];
  for (const [index, text] of texts.entries()) {
    (met.has(text) ? repetitions : firsts).push(index);
    met.add(text);
  }
  return { firsts, repetitions };
}

/** Returns the first cases that together have each name. */
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

/**
 * Returns a text of each case, the same for equal cases. Prototypes make no difference: records are drawn with and
 * without one.
 */
function textsOf(values: readonly unknown[]): readonly string[] {
  const texts = values.map(shortTextOf);
  const cases = Map.groupBy(texts.keys(), (index) => texts[index]);
  return texts.map((text, index) => (cases.get(text)?.length === 1 ? text : textOf(values[index])));
}

/** Returns a text in which `undefined` may be missing or be `null`. It takes a fifth of the time of the full text. */
function shortTextOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? textOf(value);
  } catch {
    // a number that is larger than JSON can express
    return textOf(value);
  }
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    part === undefined || typeof part === 'bigint' ? String(part) : part,
  );
}

/**
 * Returns, in turn, the place of the next case of the draw and of the case that shows most that is new; at least the
 * wanted number, or one of each key.
 *
 * @param cases different cases, of which those with equal keys count as one
 */
function mostInformative(
  cases: readonly { readonly value: unknown; readonly key: string }[],
  wanted: number,
): readonly number[] {
  const features = featuresOf(cases.map(({ value }) => value));
  const left = new Set(cases.keys());
  const alike = Map.groupBy(cases.keys(), (place) => cases[place]?.key);
  const chosen: number[] = [];
  let unshown = new UnshownFeatures(features, left);
  const choose = (place: number): void => {
    for (const other of alike.get(cases[place]?.key) ?? []) left.delete(other);
    chosen.push(place);
    unshown.show(place);
  };
  while (left.size > 0 && chosen.length < wanted) {
    const [next] = left;
    if (next !== undefined) choose(next);
    if (left.size === 0) break;
    let best = unshown.most(left);
    if (best === undefined) {
      // everything was shown: each feature is shown once more
      unshown = new UnshownFeatures(features, left);
      best = unshown.most(left);
    }
    if (best !== undefined) choose(best);
  }
  return chosen;
}

/** The features of each case that no chosen case has shown yet. */
class UnshownFeatures {
  readonly #of: CaseFeatures;
  readonly #worth: number[];
  /** The cases that show a feature, by the features that no chosen case has shown yet. */
  readonly #showing = new Map<number, number[]>();
  #untouched = true;

  constructor(of: CaseFeatures, left: ReadonlySet<number>) {
    this.#of = of;
    const { features, worthOf } = of;
    this.#worth = features.map((one) => one.reduce((sum, feature) => sum + worthOf(feature), 0));
    for (const index of left) {
      for (const feature of features[index] ?? []) {
        const showing = this.#showing.get(feature);
        if (showing === undefined) this.#showing.set(feature, [index]);
        else showing.push(index);
      }
    }
  }

  /** Returns the case that shows most; undefined if no case shows anything new. */
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

  /** Records that the features of a case are no longer new. */
  show(shown: number): void {
    this.#untouched = false;
    for (const feature of this.#of.features[shown] ?? []) {
      const worth = this.#of.worthOf(feature);
      for (const index of this.#showing.get(feature) ?? []) {
        this.#worth[index] = (this.#worth[index] ?? 0) - worth;
      }
      this.#showing.delete(feature);
    }
  }
}

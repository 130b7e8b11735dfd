import type fc from 'fast-check';
import { sample } from 'fast-check';
import type { Features } from './case-features.ts';
import { featuresOf, worthOf } from './case-features.ts';

/** How many cases are drawn for each one that is run, and how many at most: drawing is cheap, but not free. */
const drawnPerCase = 16;
/** Where as many cases are run, they are all that is drawn, and chance leaves nothing out. */
const drawnAtMost = 240;

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
  const chosen = eachOnce(drawn, runs) ?? mostDifferent(featuresOf(drawn), runs);
  return chosen.flatMap((index) => cases[index] ?? []);
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

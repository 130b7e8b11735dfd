import type { Kind } from './kinds.ts';
import { kinds } from './kinds.ts';

/** When exchanges are disturbed: each with the same chance, or most of them for a moment every few seconds. */
export type Intensity = { readonly rate: number } | 'bursts' | 'calm';

export interface Weather {
  /** One kind of disturbance, or `all` of them by turns. */
  readonly kind: string;
  readonly intensity: Intensity;
  readonly seed: number;
}

/** What happens to one exchange, with a number from which everything else that is random about it is taken. */
export interface Stroke {
  readonly kind: Kind;
  /** From 0 to 1, this excluded. */
  readonly chance: number;
}

/** Milliseconds in which there is one burst. */
const burstEvery = 3000;
const shortestBurst = 200;
const longestBurst = 800;
/** In a burst at least such a share is disturbed. */
const leastInBurst = 0.7;

/** A number from 0 to 1 (this excluded) that follows from the seed, a place and what it is for. */
function chanceOf(seed: number, place: number, use: number): number {
  let mixed = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b) ^ Math.imul(use + 1, 0xc2b2ae35)) | 0;
  for (let round = 0; round < 2; round++) {
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
    mixed ^= mixed >>> 16;
  }
  return (mixed >>> 0) / 2 ** 32;
}

/** @throws RangeError where there is no such kind */
export function kindsOf({ kind }: Pick<Weather, 'kind'>): readonly Kind[] {
  const meant = kind === 'all' ? kinds : kinds.filter(({ id }) => id === kind);
  if (meant.length > 0) return meant;
  throw new RangeError(`kind: found ${kind}, expected all or one of ${kinds.map(({ id }) => id).join(', ')}`);
}

/** The share of exchanges that is disturbed at a moment. */
export function shareAt({ intensity, seed }: Weather, ms: number): number {
  if (intensity === 'calm') return 0;
  if (intensity !== 'bursts') return intensity.rate;
  const slot = Math.floor(ms / burstEvery);
  const length = shortestBurst + (longestBurst - shortestBurst) * chanceOf(seed, slot, 1);
  const begins = (burstEvery - length) * chanceOf(seed, slot, 2);
  const since = ms - slot * burstEvery - begins;
  if (since < 0 || since >= length) return 0;
  return leastInBurst + (1 - leastInBurst) * chanceOf(seed, slot, 3);
}

/**
 * What happens to the n-th exchange. By rate the same seed disturbs the same exchanges in the same way; in bursts it also
 * depends on when they came.
 *
 * @param ms milliseconds since the weather began
 */
export function strokeOn(weather: Weather, n: number, ms: number): Stroke | undefined {
  if (chanceOf(weather.seed, n, 4) >= shareAt(weather, ms)) return undefined;
  const possible = kindsOf(weather);
  const kind = possible[Math.floor(chanceOf(weather.seed, n, 5) * possible.length)];
  return kind === undefined ? undefined : { kind, chance: chanceOf(weather.seed, n, 6) };
}

/** How an intensity is written on a command line and in a table: `0.1%`, `bursts` or `calm`. */
export function readIntensity(text: string): Intensity {
  if (text === 'bursts' || text === 'calm') return text;
  const percent = Number(/^([\d.]+)%$/.exec(text)?.[1]);
  if (percent > 0 && percent <= 100) return { rate: percent / 100 };
  throw new RangeError(`weather: found ${text}, expected calm, bursts or a share such as 0.1%`);
}

export function intensityText(intensity: Intensity): string {
  return typeof intensity === 'string' ? intensity : `${Number((intensity.rate * 100).toPrecision(3))}%`;
}

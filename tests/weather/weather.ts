import type { Kind } from './kinds.ts';
import { kinds } from './kinds.ts';

/** The frequency of disturbances: the same chance for each exchange, or most exchanges in a burst every few seconds. */
export type Intensity = { readonly rate: number } | 'bursts' | 'calm';

export interface Weather {
  /** The id of one kind of disturbance, or `all` for a random choice of them. */
  readonly kind: string;
  readonly intensity: Intensity;
  readonly seed: number;
}

/** The disturbance of one exchange, with a number that decides all its other random values. */
export interface Stroke {
  readonly kind: Kind;
  /** A number from 0 to 1, excluding 1. */
  readonly chance: number;
}

/** Milliseconds from one burst to the next, on average, and limits of a burst's length. */
const burstEvery = 3000;
const shortestBurst = 200;
const longestBurst = 800;
/** The smallest share of exchanges that a burst disturbs. */
const leastInBurst = 0.7;

/** Returns a number from 0 to 1 (excluding 1) that depends on the seed, a place and a use. */
function chanceOf(seed: number, place: number, use: number): number {
  let mixed = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b) ^ Math.imul(use + 1, 0xc2b2ae35)) | 0;
  for (let round = 0; round < 2; round++) {
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
    mixed ^= mixed >>> 16;
  }
  return (mixed >>> 0) / 2 ** 32;
}

/** @throws RangeError if there is no such kind */
export function kindsOf({ kind }: Pick<Weather, 'kind'>): readonly Kind[] {
  const meant = kind === 'all' ? kinds : kinds.filter(({ id }) => id === kind);
  if (meant.length > 0) return meant;
  throw new RangeError(`kind: found ${kind}, expected all or one of ${kinds.map(({ id }) => id).join(', ')}`);
}

/** Returns the share of exchanges that is disturbed at a moment. */
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
 * Returns the disturbance of the n-th exchange, or undefined. By rate, the same seed disturbs the same exchanges in the
 * same way. In bursts, the disturbance also depends on the time of the exchange.
 *
 * @param ms milliseconds since the weather began
 */
export function strokeOn(weather: Weather, n: number, ms: number): Stroke | undefined {
  if (chanceOf(weather.seed, n, 4) >= shareAt(weather, ms)) return undefined;
  const possible = kindsOf(weather);
  const kind = possible[Math.floor(chanceOf(weather.seed, n, 5) * possible.length)];
  return kind === undefined ? undefined : { kind, chance: chanceOf(weather.seed, n, 6) };
}

/** Reads an intensity in its form on command lines and in tables: `0.1%`, `bursts` or `calm`. */
export function readIntensity(text: string): Intensity {
  if (text === 'bursts' || text === 'calm') return text;
  const percent = Number(/^([\d.]+)%$/.exec(text)?.[1]);
  if (percent > 0 && percent <= 100) return { rate: percent / 100 };
  throw new RangeError(`weather: found ${text}, expected calm, bursts or a share such as 0.1%`);
}

export function intensityText(intensity: Intensity): string {
  return typeof intensity === 'string' ? intensity : `${Number((intensity.rate * 100).toPrecision(3))}%`;
}

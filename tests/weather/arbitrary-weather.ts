import fc from 'fast-check';
import { kinds } from './kinds.ts';
import type { Weather } from './weather.ts';

/**
 * Draws a weather: calm, by rate or in bursts, of one kind or of all kinds.
 *
 * @param most the largest share of disturbed exchanges of a weather by rate
 */
export function anyWeather(most: number): fc.Arbitrary<Weather> {
  return fc.record({
    kind: fc.constantFrom('all', ...kinds.map(({ id }) => id)),
    intensity: fc.oneof(
      fc.constantFrom('calm' as const, 'bursts' as const),
      fc.double({ min: 0.001, max: most, noNaN: true }).map((rate) => ({ rate })),
    ),
    seed: fc.integer(),
  });
}

/** A clock that shows fractions of this size is precise enough for the checks; in seconds. */
export const precise = 0.01;

/**
 * Returns the coarsest precision, between a second and a millisecond, at which a clock would show this time; in
 * seconds.
 */
export function grainOf(seconds: number): number {
  const milliseconds = Math.round(seconds * 1000);
  return ([1000, 100, 10].find((grain) => milliseconds % grain === 0) ?? 1) / 1000;
}

/** A clock that shows such parts of a second is precise, for what is asked of it here; in seconds. */
export const precise = 0.01;

/** The coarsest precision, between a second and a millisecond, with which a clock would show this; in seconds. */
export function grainOf(seconds: number): number {
  const milliseconds = Math.round(seconds * 1000);
  return ([1000, 100, 10].find((grain) => milliseconds % grain === 0) ?? 1) / 1000;
}

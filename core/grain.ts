/** The coarsest precision, between a second and a millisecond, with which a clock would show this; in seconds. */
export function grainOf(seconds: number): number {
  const milliseconds = Math.round(seconds * 1000);
  return ([1000, 100, 10].find((grain) => milliseconds % grain === 0) ?? 1) / 1000;
}

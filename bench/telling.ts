/**
 * The output of a measurement: one line for each value, in the same words, so that two measurements can be compared.
 */

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Prints a value, and whether it is within its limit if it has one. A value beyond its limit makes the command fail.
 */
export function verdict(
  label: string,
  value: number,
  limit?: number,
  unit = '',
  kind: 'most' | 'least' = 'most',
): void {
  const text = `${label}: ${value.toFixed(2)}${unit}`;
  if (limit === undefined) {
    say(`     ${text}`);
    return;
  }
  const isWithin = kind === 'least' ? value >= limit : value <= limit;
  if (!isWithin) process.exitCode = 1;
  say(`${isWithin ? 'ok  ' : 'OVER'} ${text} (at ${kind} ${limit}${unit})`);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

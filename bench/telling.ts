/** What a measurement tells: a line each, in the same words, so that two of them can be compared. */

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Tells a value, and whether it is within its limit where it has one. A value beyond it makes the command fail. */
export function verdict(what: string, value: number, limit?: number, unit = '', kind: 'most' | 'least' = 'most'): void {
  const told = `${what}: ${value.toFixed(2)}${unit}`;
  if (limit === undefined) {
    say(`     ${told}`);
    return;
  }
  const holds = kind === 'least' ? value >= limit : value <= limit;
  if (!holds) process.exitCode = 1;
  say(`${holds ? 'ok  ' : 'OVER'} ${told} (at ${kind} ${limit}${unit})`);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * The tenant's own clock. It ticks with the machine's clock, and can be moved forward but never back. Its start is
 * independent of the real date, so that code that uses the machine's date as the tenant's fails.
 */
export interface TenantClock {
  /** Returns the tenant's present time, in milliseconds since the epoch. */
  now(): number;
  /** Moves the tenant's present time forward by `seconds` and returns the new present time, in milliseconds. */
  advance(seconds: number): number;
  /** Returns the machine's time at which the tenant's clock will show `moment` if it is not moved again. */
  onMachineClock(moment: number): Date;
}

export function tickingClock(startsAt: number): TenantClock {
  let ahead = startsAt - Date.now();
  return {
    now: () => Date.now() + ahead,
    advance(seconds) {
      ahead += seconds * 1000;
      return Date.now() + ahead;
    },
    onMachineClock: (moment) => new Date(moment - ahead),
  };
}

/** Writes a moment as the control protocol does: RFC 3339, UTC. */
export function timestamp(moment: number): string {
  return new Date(moment).toISOString();
}

/**
 * Returns an RFC 3339 time in nanoseconds since the epoch. JavaScript dates stop at milliseconds, but two records whose
 * times differ in the fourth digit must still sort by time.
 *
 * @throws RangeError if the text is no RFC 3339 time
 */
export function instantOf(text: string): bigint {
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9})\d*)?(Z|[+-]\d{2}:\d{2})$/i.exec(text);
  const seconds = parts === null ? Number.NaN : Date.parse(`${parts[1]}${parts[3]}`);
  if (parts === null || Number.isNaN(seconds)) throw new RangeError(`not an RFC 3339 time: ${text}`);
  return BigInt(seconds) * 1_000_000n + BigInt((parts[2] ?? '').padEnd(9, '0'));
}

/**
 * The tenant's own time: it ticks with the machine's clock and can be moved forward, never back.
 * Its start is independent of the real date, so that nothing may take the machine's date for the tenant's.
 */
export interface TenantClock {
  /** The tenant's present, in milliseconds since the epoch. */
  now(): number;
  /** Moves the tenant's present forward by so many seconds and gives the new present. */
  advance(seconds: number): number;
  /** The machine's moment at which the tenant's clock will show `moment`, should nobody move it any more. */
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

/** A moment as the control protocol writes it: RFC 3339, UTC. */
export function timestamp(moment: number): string {
  return new Date(moment).toISOString();
}

/**
 * An RFC 3339 time in nanoseconds since the epoch. JavaScript dates stop at milliseconds, and two records that differ
 * in the fourth digit must still sort by time.
 *
 * @throws RangeError where the text is no such time.
 */
export function instantOf(text: string): bigint {
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9})\d*)?(Z|[+-]\d{2}:\d{2})$/i.exec(text);
  const seconds = parts === null ? Number.NaN : Date.parse(`${parts[1]}${parts[3]}`);
  if (parts === null || Number.isNaN(seconds)) throw new RangeError(`not an RFC 3339 time: ${text}`);
  return BigInt(seconds) * 1_000_000n + BigInt((parts[2] ?? '').padEnd(9, '0'));
}

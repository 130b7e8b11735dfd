/** The tenant's clock: one for the whole tenant. It runs by itself, and can be moved forward. */
export interface Clock {
  /** Returns the time, never earlier than a time that was returned before. */
  readonly now: () => Date;
  /**
   * Returns a time at least one millisecond later than any time that was returned before: later actions can be
   * distinguished from it. A clock that is ahead because of that stands still until the real time catches up, so that
   * it is never ahead for long.
   */
  readonly next: () => Date;
  /** Moves the clock forward by `seconds` (above 0, fractions allowed) and returns the new time. */
  readonly advance: (seconds: number) => Date;
}

export interface ClockOptions {
  readonly startsAt: Date;
  /** Milliseconds of a monotonic clock; only differences matter. */
  readonly elapsed: () => number;
}

export function createClock({ startsAt, elapsed }: ClockOptions): Clock {
  const origin = elapsed();
  let moved = 0;
  // a date keeps whole milliseconds, and a fast client makes several calls within one
  let latest = -Infinity;
  const running = (): number => startsAt.getTime() + moved + (elapsed() - origin);
  const now = (): Date => {
    latest = Math.max(latest, Math.trunc(running()));
    return new Date(latest);
  };
  return {
    now,
    next: () => {
      const before = latest;
      if (now().getTime() <= before) latest = before + 1;
      return new Date(latest);
    },
    advance: (seconds) => {
      // counts from the last returned time, even if that was ahead
      moved += Math.max(0, latest - running()) + seconds * 1000;
      return now();
    },
  };
}

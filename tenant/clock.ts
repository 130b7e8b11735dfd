/** The tenant's clock: one for the whole tenant. It runs on by itself, and can be moved forward. */
export interface Clock {
  /** Never earlier than any time told before. */
  readonly now: () => Date;
  /**
   * Later than any time told before, by a millisecond at least: what is done later can be told from it. A clock that is
   * ahead by that stands still until it is as late as it shows, so that it never runs ahead for long.
   */
  readonly next: () => Date;
  /** Moves the clock forward by `seconds` (above 0, fractions allowed) and answers the new time. */
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
  // a date keeps whole milliseconds, within which a quick client gets several things done
  let told = -Infinity;
  const pace = (): number => startsAt.getTime() + moved + (elapsed() - origin);
  const now = (): Date => {
    told = Math.max(told, Math.trunc(pace()));
    return new Date(told);
  };
  return {
    now,
    next: () => {
      const before = told;
      if (now().getTime() <= before) told = before + 1;
      return new Date(told);
    },
    advance: (seconds) => {
      // by as much as that from what was told, though it was ahead
      moved += Math.max(0, told - pace()) + seconds * 1000;
      return now();
    },
  };
}

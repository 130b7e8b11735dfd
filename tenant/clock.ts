/** The tenant's clock: one for the whole tenant. It runs on by itself, and can be moved forward. */
export interface Clock {
  readonly now: () => Date;
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
  const now = () => new Date(startsAt.getTime() + moved + (elapsed() - origin));
  return {
    now,
    advance: (seconds) => {
      moved += seconds * 1000;
      return now();
    },
  };
}

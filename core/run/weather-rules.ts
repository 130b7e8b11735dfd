/** How often and over which time something has to come before it is the tenant's own. */
export interface WeatherRules {
  /** Doings of one case at most; and doings that show that an answer is the tenant's own. */
  readonly doings: number;
  /** Milliseconds over which these are spread where something else was disturbed too. */
  readonly spreadMs: number;
}

export const usualRules: WeatherRules = { doings: 5, spreadMs: 30_000 };

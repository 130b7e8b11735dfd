/** How often and over which time something has to come before it is the tenant's own. */
export interface WeatherRules {
  /** Doings of one case at most; and doings that show that an answer is the tenant's own. */
  readonly doings: number;
  /** Doings of one case at most that something else disturbs each time, and at once. */
  readonly mostDoings: number;
  /** Milliseconds over which these are spread where something else was disturbed too. */
  readonly spreadMs: number;
}

export const usualRules: WeatherRules = { doings: 5, mostDoings: 10, spreadMs: 30_000 };

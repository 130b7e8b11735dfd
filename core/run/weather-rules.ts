/** The number of doings, and the time, that it takes to show that an answer is the tenant's own. */
export interface WeatherRules {
  /** Most doings of one case, and the number of doings that show that an answer is the tenant's own. */
  readonly doings: number;
  /** Most doings of one case, if a different step is disturbed each time, and at once. */
  readonly mostDoings: number;
  /** Milliseconds over which doings are spread if something else was disturbed too. */
  readonly spreadMs: number;
}

export const usualRules: WeatherRules = { doings: 5, mostDoings: 10, spreadMs: 30_000 };

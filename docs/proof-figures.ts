/** What runs of the proof came to, as `docs/proof.json` holds it: each part with the run that it is from. */
export interface ProofFigures {
  /** By profile. */
  readonly profiles: Readonly<Record<string, ProfileFigures>>;
  /** By class of weather. */
  readonly weather: Readonly<Record<string, WeatherFigures>>;
  /** By the name of the engine. */
  readonly engines: Readonly<Record<string, EngineFigures>>;
}

/** The run that figures are from. */
export interface Origin {
  /** The day of the run in UTC. */
  readonly date: string;
  /** The commit that was checked out; with `-dirty` where files were changed since. */
  readonly commit: string;
}

/** How much was run: `quick`, as in `npm run proof -- --mode quick`, or `whole`, as in `npm run proof`. */
export type Depth = 'quick' | 'whole';

/** Of so many, so many did as they should. */
export interface Share {
  readonly tried: number;
  readonly right: number;
}

export interface ProfileFigures extends Origin {
  readonly depth: Depth;
  readonly faults: Share;
  readonly variants: Share;
}

export interface WeatherFigures extends Origin {
  readonly depth: Depth;
  readonly seed: number;
  readonly runs: number;
  readonly exchanges: number;
  /** Exchanges that the proxy disturbed. */
  readonly disturbed: number;
  /** Checks that were exercised without weather, over all runs. */
  readonly checks: number;
  /** Those of them with the same verdict in weather. */
  readonly same: number;
  /** Failures and warnings of the tenant, which conforms. */
  readonly falseReds: number;
  /** Runs that ended with exit status 0. */
  readonly exitZero: number;
  /** Faulty tenants in this weather that were never passed. */
  readonly faulty: Share;
}

export interface EngineFigures extends Origin {
  readonly depth: Depth;
  /** What runs against it showed, in one sentence. */
  readonly shown: string;
  readonly tests: Share;
}

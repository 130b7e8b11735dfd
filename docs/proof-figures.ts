/** The results of runs of the proof, as stored in `docs/proof.json`: each part with the run that it comes from. */
export interface ProofFigures {
  /** By profile. */
  readonly profiles: Readonly<Record<string, ProfileFigures>>;
  /** By class of weather. */
  readonly weather: Readonly<Record<string, WeatherFigures>>;
  /** By the name of the engine. */
  readonly engines: Readonly<Record<string, EngineFigures>>;
}

/** The run that figures come from. */
export interface Origin {
  /** The day of the run in UTC. */
  readonly date: string;
  /** The commit that was checked out, with `-dirty` if files were changed since. */
  readonly commit: string;
}

/** How much was run: `quick`, as in `npm run proof -- --mode quick`, or `whole`, as in `npm run proof`. */
export type Depth = 'quick' | 'whole';

/** A number of attempts, and the number of those with the right result. */
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
  /** The number of these checks that had the same verdict in weather. */
  readonly same: number;
  /** False failures and warnings: the tenant conforms. */
  readonly falseReds: number;
  /** Runs that ended with exit status 0. */
  readonly exitZero: number;
  /** Faulty tenants in this weather that never passed. */
  readonly faulty: Share;
}

export interface EngineFigures extends Origin {
  readonly depth: Depth;
  /** The result of runs against the engine, in one sentence. */
  readonly shown: string;
  readonly tests: Share;
}

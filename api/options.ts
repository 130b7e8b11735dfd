import type { Environment } from '../cli/environment.ts';
import type { Gate } from '../reports/gate.ts';
import type { ProfileName } from '../reports/report.ts';

/** The options of a run. Each member means the same as the flag of `labconform run` with that name. */
export interface RunOptions {
  /** Only these groups of requirements. */
  readonly profiles?: readonly ProfileName[];
  /** Only these checks, by id. */
  readonly checks?: readonly string[];
  /** Cases for each property; by default 100. */
  readonly runs?: number;
  /** Seed of all cases; drawn if not given. The report contains it in both cases. */
  readonly seed?: number;
  /** One of several parts of the checks, counted from 1. */
  readonly shard?: { readonly index: number; readonly of: number };
  /** Profiles that must be exercised whole; otherwise the outcome is `incomplete`. */
  readonly require?: readonly ProfileName[];
  /** Which results pass, as `--gate`; by default `stated`. `acceptance` needs claims in the target profile. */
  readonly gate?: Gate;
  /** Seconds for which a check may wait in real time, on a tenant with a real clock. */
  readonly allowWaits?: number;
  /** Embedded reference tenant only: a fault, which makes the tenant break a requirement. */
  readonly fault?: string;
  /** Embedded reference tenant only: a variant, which uses a freedom in another way. */
  readonly variant?: string;
  /** Variables for `${NAME}` in the target profile; by default, the process's environment and `.env`. */
  readonly environment?: Environment;
}

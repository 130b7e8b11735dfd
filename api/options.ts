import type { Environment } from '../cli/environment.ts';
import type { Gate } from '../reports/gate.ts';
import type { ProfileName } from '../reports/report.ts';

/** What is run, and how. Each member means what the flag of `labconform run` of that name means. */
export interface RunOptions {
  /** Only these groups of requirements. */
  readonly profiles?: readonly ProfileName[];
  /** Only these checks, by id. */
  readonly checks?: readonly string[];
  /** Cases for each property; 100 unless given. */
  readonly runs?: number;
  /** Seed of all cases; drawn unless given, and in the report either way. */
  readonly seed?: number;
  /** One of several parts of the checks, counted from 1. */
  readonly shard?: { readonly index: number; readonly of: number };
  /** Profiles that must have been exercised whole, else the outcome is `incomplete`. */
  readonly require?: readonly ProfileName[];
  /** Which results pass, as `--gate`; `stated` unless given. `acceptance` needs claims in the target profile. */
  readonly gate?: Gate;
  /** Seconds for which a check may really wait, on a tenant with a real clock. */
  readonly allowWaits?: number;
  /** Embedded reference tenant only: a fault, which makes it break a requirement. */
  readonly fault?: string;
  /** Embedded reference tenant only: a variant, which makes another use of a freedom. */
  readonly variant?: string;
  /** What `${NAME}` in the target profile stands for; unless given, the process's environment and `.env`. */
  readonly environment?: Environment;
}

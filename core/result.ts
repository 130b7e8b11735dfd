import type { Behaviour } from './behaviour.ts';
import type { Entry } from './journal.ts';
import type { Verdict } from './verdict.ts';

/** A requirement that was found broken, with what a person needs to see it again. Secrets are labels by now. */
export interface Failure {
  readonly requirement: string;
  readonly verdict: 'failed' | 'warning';
  readonly subject: string;
  readonly observed: string;
  readonly expected: string;
  /** The shrunk case of a property, as a sentence or a value. */
  readonly counterexample?: string;
  readonly replay: { readonly seed: number; readonly path?: string };
  /** Whether the same was seen when the case was done once more with actors made anew; absent where it was not. */
  readonly confirmed?: boolean;
  /** Number of the exchange that shows it, within the evidence. */
  readonly exchange?: number;
  readonly evidence: readonly Entry[];
  /** What was judged, with references into the evidence; absent where it is no plain data. */
  readonly gathered?: unknown;
}

/** What the tenant did in one freedom, with one exchange that shows it. */
export interface SeenFreedom {
  readonly freedom: string;
  readonly observed: string;
  readonly evidence: readonly Entry[];
}

/** How a check ended. Plain data. */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly string[];
  readonly verdict: Verdict;
  /** What the check says of each requirement that it proves. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly reason?: string;
  /** When it began, by the real clock, as an RFC 3339 date-time; told by who runs it. */
  readonly startedAt?: string;
  readonly durationMs: number;
  readonly cases: number;
  readonly exchanges: number;
  readonly failures: readonly Failure[];
  readonly observations: readonly SeenFreedom[];
  /** How the tenant answered, each way once; what a later run is compared with. */
  readonly behaviour?: readonly Behaviour[];
}

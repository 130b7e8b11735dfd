import type { Behaviour } from './behaviour.ts';
import type { ExercisedTimes } from './exercised.ts';
import type { Entry } from './journal.ts';
import type { EndpointTraffic } from './run/traffic.ts';
import type { Verdict } from './verdict.ts';

/**
 * A requirement that was found broken, with everything that a person needs to see it again. Labels have replaced
 * secrets.
 */
export interface Failure {
  readonly requirement: string;
  readonly verdict: 'failed' | 'warning';
  readonly subject: string;
  readonly observed: string;
  readonly expected: string;
  /** The shrunk case of a property, as a sentence or a value. */
  readonly counterexample?: string;
  /** The steps of the counterexample, if it is a story of several. */
  readonly steps?: readonly string[];
  /** The drawn case itself, so that judging it again needs no generator; absent if it is not plain data. */
  readonly given?: unknown;
  readonly replay: { readonly seed: number; readonly path?: string };
  /** Whether the finding came again when the case was repeated with new actors; absent if the case was not repeated. */
  readonly confirmed?: boolean;
  /** Number, within the evidence, of the exchange that shows the finding. */
  readonly exchange?: number;
  readonly evidence: readonly Entry[];
  /** The data that was judged, with references into the evidence; absent if it is not plain data. */
  readonly gathered?: unknown;
}

/** Returns a failure as the reason why its check failed or warns. */
export function reasonOfFailure({
  requirement,
  subject,
  observed,
  expected,
}: Omit<Failure, 'replay' | 'evidence'>): string {
  return `${requirement}: ${`${subject} ${observed}`.trim()}, expected ${expected}`;
}

/** The behaviour of the tenant in one freedom, with one exchange that shows it. */
export interface SeenFreedom {
  readonly freedom: string;
  readonly observed: string;
  readonly evidence: readonly Entry[];
}

/** The result of one check. Plain data. */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly string[];
  readonly verdict: Verdict;
  /** The verdict of the check about each requirement that it proves. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly reason?: string;
  /** The reasons of the verdicts about requirements that differ from `reason`. */
  readonly reasons?: Readonly<Record<string, string>>;
  /** The cause of the reason, in words that are the same for all checks that it kept from a verdict. */
  readonly cause?: string;
  /** The reasons why cases did not apply, each once, if a requirement is not exercised because of them. */
  readonly causes?: readonly string[];
  /** The start of the check by the real clock, as an RFC 3339 date-time; set by the caller that runs the check. */
  readonly startedAt?: string;
  readonly durationMs: number;
  /** Cases that were begun and came to an end. */
  readonly cases: number;
  /** The number of these cases that could not be judged. */
  readonly unjudged?: number;
  /** Number of planned cases; set by the caller that runs the check. */
  readonly planned?: number;
  readonly exchanges: number;
  /** Webhook deliveries that were received, and operations that the control was asked to carry out. */
  readonly deliveries?: number;
  readonly operations?: number;
  readonly failures: readonly Failure[];
  readonly observations: readonly SeenFreedom[];
  /**
   * The presentations of credentials that were treated as they should be, each with its count; absent if the check
   * records none.
   */
  readonly exercised?: readonly ExercisedTimes[];
  /** Set if only the weather kept a requirement from being judged, so that it may be judged at another time. */
  readonly inWeather?: true;
  /** The different ways in which the tenant answered, each once, for comparison with a later run. */
  readonly behaviour?: readonly Behaviour[];
  /** The outcomes of the check's requests, by endpoint. */
  readonly traffic?: readonly EndpointTraffic[];
}

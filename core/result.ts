import type { Behaviour } from './behaviour.ts';
import type { ExercisedTimes } from './exercised.ts';
import type { Entry } from './journal.ts';
import type { EndpointTraffic } from './run/traffic.ts';
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
  /** Its steps one by one, where it is a story of several. */
  readonly steps?: readonly string[];
  /** The drawn case itself, so that judging it again needs no generator; absent where it is no plain data. */
  readonly given?: unknown;
  readonly replay: { readonly seed: number; readonly path?: string };
  /** Whether the same was seen when the case was done once more with actors made anew; absent where it was not. */
  readonly confirmed?: boolean;
  /** Number of the exchange that shows it, within the evidence. */
  readonly exchange?: number;
  readonly evidence: readonly Entry[];
  /** What was judged, with references into the evidence; absent where it is no plain data. */
  readonly gathered?: unknown;
}

/** What was found, as the reason why its check failed or warns. */
export function foundIn({ requirement, subject, observed, expected }: Omit<Failure, 'replay' | 'evidence'>): string {
  return `${requirement}: ${`${subject} ${observed}`.trim()}, expected ${expected}`;
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
  /** Why it says what it says of a requirement, where that is another reason. */
  readonly reasons?: Readonly<Record<string, string>>;
  /** What is behind the reason, in words that are the same for all checks that it kept from a verdict. */
  readonly cause?: string;
  /** Why its cases were about nothing, each reason once, where something is not exercised for it. */
  readonly causes?: readonly string[];
  /** When it began, by the real clock, as an RFC 3339 date-time; told by who runs it. */
  readonly startedAt?: string;
  readonly durationMs: number;
  /** Cases that were begun and came to their end. */
  readonly cases: number;
  /** Of these, those that could not be judged. */
  readonly unjudged?: number;
  /** How many cases were to be run; told by who runs it. */
  readonly planned?: number;
  readonly exchanges: number;
  /** Webhook deliveries that were received, and operations that the control was asked for. */
  readonly deliveries?: number;
  readonly operations?: number;
  readonly failures: readonly Failure[];
  readonly observations: readonly SeenFreedom[];
  /** How credentials were presented and treated as they should be, and how often; absent where that is not told. */
  readonly exercised?: readonly ExercisedTimes[];
  /** It is for the weather alone that a requirement was not judged, so that it may be judged at another time. */
  readonly inWeather?: true;
  /** How the tenant answered, each way once; what a later run is compared with. */
  readonly behaviour?: readonly Behaviour[];
  /** What became of its requests, by endpoint. */
  readonly traffic?: readonly EndpointTraffic[];
}

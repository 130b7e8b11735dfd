import type { Exchange } from './exchange.ts';

/**
 * One thing that is wrong, in the words of the report: `subject` `observed`, expected `expected`, past tense.
 * It names the one requirement that it breaks.
 */
export interface Finding<Requirement extends string = string> {
  readonly kind: 'finding';
  readonly requirement: Requirement;
  readonly subject: string;
  readonly observed: string;
  readonly expected: string;
  /** Number of the exchange that shows it, within its case. */
  readonly exchange?: number;
  /** How the exchange went, for attribution: only an answer that never came or a server error can have another cause. */
  readonly shown?: 'no-answer' | 'server-error';
}

/** Something that had to hold before anything could be judged, and did not. */
export interface UnmetPremise {
  readonly kind: 'premise';
  readonly text: string;
  readonly exchange?: number;
}

/** What the tenant did where the specification leaves it free. Never judged. */
export interface Observation<Freedom extends string = string> {
  readonly kind: 'observation';
  readonly freedom: Freedom;
  readonly observed: string;
  readonly exchange?: number;
}

/**
 * What was demanded was done: the case counts for this requirement. A check of one requirement need not write it out; of
 * several, each that a case shows to be kept is named.
 */
export interface Held<Requirement extends string = string> {
  readonly kind: 'held';
  readonly requirement: Requirement;
}

/** The case turned out not to be about what the check is about: it counts neither for the tenant nor against it. */
export interface NotApplicable {
  readonly kind: 'not-applicable';
  readonly reason: string;
}

export type Judgement<Requirement extends string = string, Freedom extends string = string> =
  | Finding<Requirement>
  | UnmetPremise
  | Observation<Freedom>
  | Held<Requirement>
  | NotApplicable;

/** Names a requirement that the case shows to be kept. */
export function held<Requirement extends string>(requirement: Requirement): Held<Requirement> {
  return { kind: 'held', requirement };
}

/** Says why a case is not about what its check is about. */
export function notApplicable(reason: string): NotApplicable {
  return { kind: 'not-applicable', reason };
}

/** A finding as the line that a person reads. */
export function sentence(finding: Pick<Finding, 'subject' | 'observed' | 'expected'>): string {
  return `${finding.subject} ${finding.observed}, expected ${finding.expected}`;
}

/** A finding about the answer to one exchange. */
export function finding<Requirement extends string>(
  requirement: Requirement,
  subject: string,
  observed: string,
  expected: string,
  exchange?: Exchange,
): Finding<Requirement> {
  const shown = exchange === undefined ? undefined : troubleOf(exchange);
  return {
    kind: 'finding',
    requirement,
    subject,
    observed,
    expected,
    ...(exchange === undefined ? {} : { exchange: exchange.number }),
    ...(shown === undefined ? {} : { shown }),
  };
}

/** The requirement is held where the demand is met, and found broken otherwise. */
export function demand<Requirement extends string>(
  met: boolean,
  ...[requirement, subject, observed, expected, exchange]: Parameters<typeof finding<Requirement>>
): Finding<Requirement> | Held<Requirement> {
  return met ? held(requirement) : finding(requirement, subject, observed, expected, exchange);
}

function troubleOf(exchange: Exchange): 'no-answer' | 'server-error' | undefined {
  if (exchange.response === undefined) return 'no-answer';
  return exchange.response.status >= 500 ? 'server-error' : undefined;
}

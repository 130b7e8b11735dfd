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

export type Judgement<Requirement extends string = string, Freedom extends string = string> =
  | Finding<Requirement>
  | UnmetPremise
  | Observation<Freedom>;

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

function troubleOf(exchange: Exchange): 'no-answer' | 'server-error' | undefined {
  if (exchange.response === undefined) return 'no-answer';
  return exchange.response.status >= 500 ? 'server-error' : undefined;
}

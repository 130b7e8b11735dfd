import type { Exercised } from './exercised.ts';

/**
 * One thing that is wrong, in the words of the report: `subject` `observed`, expected `expected`, past tense. It names
 * the one requirement that it breaks.
 */
export interface Finding<Requirement extends string = string> {
  readonly kind: 'finding';
  readonly requirement: Requirement;
  readonly subject: string;
  readonly observed: string;
  readonly expected: string;
  /** Number of the exchange, the delivery or the operation of the control that shows it, within its case. */
  readonly exchange?: number;
  /** Numbers of the exchanges that alone support the finding, so that other lost answers take nothing away from it. */
  readonly restsOn?: readonly number[];
}

/** A premise, which had to hold before anything could be judged, and did not. */
export interface UnmetPremise {
  readonly kind: 'premise';
  readonly text: string;
  readonly exchange?: number;
}

/** The behaviour of the tenant where the specification leaves it free. It is never judged. */
export interface Observation<Freedom extends string = string> {
  readonly kind: 'observation';
  readonly freedom: Freedom;
  readonly observed: string;
  readonly exchange?: number;
}

/**
 * The tenant met a demand, so the case counts for this requirement. A check of one requirement need not write it out. A
 * check of several names each requirement that a case shows to be kept.
 */
export interface Held<Requirement extends string = string> {
  readonly kind: 'held';
  readonly requirement: Requirement;
  /** The presentations of credentials that show it, if the check records them. */
  readonly exercised?: readonly Exercised[];
}

/** The case turned out not to be about the subject of its check: it counts neither for the tenant nor against it. */
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

/** Returns an observation: the tenant's behaviour in a freedom, and the exchange that shows it. */
export function observation<Freedom extends string>(
  freedom: Freedom,
  observed: string,
  shown?: { readonly number: number },
): Observation<Freedom> {
  return { kind: 'observation', freedom, observed, ...(shown === undefined ? {} : { exchange: shown.number }) };
}

/** Returns the judgement that the case shows a requirement to be kept. */
export function held<Requirement extends string>(
  requirement: Requirement,
  exercised: readonly Exercised[] = [],
): Held<Requirement> {
  return { kind: 'held', requirement, ...(exercised.length === 0 ? {} : { exercised }) };
}

/** Returns the judgement that a case is not about the subject of its check, with the reason. */
export function notApplicable(reason: string): NotApplicable {
  return { kind: 'not-applicable', reason };
}

/** Passes findings on. If there are none, the requirement is held. */
export function* heldUnlessFound<Requirement extends string>(
  requirement: Requirement,
  findings: Iterable<Finding<Requirement>>,
): Generator<Demanded<Requirement>> {
  let found = false;
  for (const one of findings) {
    found = true;
    yield one;
  }
  if (!found) yield held(requirement);
}

/** Passes judgements on. If there are none, the case is not applicable. */
export function* orNotApplicable<One extends Judgement>(
  judgements: Iterable<One>,
  reason: string,
): Generator<One | NotApplicable> {
  let isSilent = true;
  for (const judgement of judgements) {
    isSilent = false;
    yield judgement;
  }
  if (isSilent) yield notApplicable(reason);
}

/** Returns a finding as the line that a person reads. */
export function sentence(finding: Pick<Finding, 'subject' | 'observed' | 'expected'>): string {
  return `${finding.subject} ${finding.observed}, expected ${finding.expected}`;
}

/** The entry that shows a finding: an exchange, or an operation of the control such as a visit of a browser. */
export interface Shown {
  readonly number?: number | undefined;
}

/** Returns a finding about the answer to one exchange, or about the address to which a browser was sent. */
export function finding<Requirement extends string>(
  requirement: Requirement,
  subject: string,
  observed: string,
  expected: string,
  shownBy?: Shown,
): Finding<Requirement> {
  return {
    kind: 'finding',
    requirement,
    subject,
    observed,
    expected,
    ...(shownBy?.number === undefined ? {} : { exchange: shownBy.number }),
  };
}

/** The judgement about a demand on the tenant: the demand is met, or something is wrong. */
export type Demanded<Requirement extends string = string> = Finding<Requirement> | Held<Requirement>;

/** Returns the requirement as held if the demand is met, and a finding otherwise. */
export function demand<Requirement extends string>(
  met: boolean,
  ...[requirement, subject, observed, expected, shownBy]: Parameters<typeof finding<Requirement>>
): Demanded<Requirement> {
  return met ? held(requirement) : finding(requirement, subject, observed, expected, shownBy);
}

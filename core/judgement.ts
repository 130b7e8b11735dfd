import type { Exercised } from './exercised.ts';

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
  /** Number of the exchange, the delivery or the operation of the control that shows it, within its case. */
  readonly exchange?: number;
  /** Numbers of the exchanges that it rests on alone, so that what was lost beside them takes nothing from it. */
  readonly restsOn?: readonly number[];
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
  /** How a credential was presented to show it, where that is told. */
  readonly exercised?: readonly Exercised[];
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

/** Tells what the tenant does where a freedom leaves it open, and the exchange that shows it. */
export function observation<Freedom extends string>(
  freedom: Freedom,
  observed: string,
  shown?: { readonly number: number },
): Observation<Freedom> {
  return { kind: 'observation', freedom, observed, ...(shown === undefined ? {} : { exchange: shown.number }) };
}

/** Names a requirement that the case shows to be kept. */
export function held<Requirement extends string>(
  requirement: Requirement,
  exercised: readonly Exercised[] = [],
): Held<Requirement> {
  return { kind: 'held', requirement, ...(exercised.length === 0 ? {} : { exercised }) };
}

/** Says why a case is not about what its check is about. */
export function notApplicable(reason: string): NotApplicable {
  return { kind: 'not-applicable', reason };
}

/** Passes findings on; where there is none, the requirement is held. */
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

/** What is judged of a case; where that is nothing at all, the case is not about it. */
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

/** A finding as the line that a person reads. */
export function sentence(finding: Pick<Finding, 'subject' | 'observed' | 'expected'>): string {
  return `${finding.subject} ${finding.observed}, expected ${finding.expected}`;
}

/** What shows a finding: an exchange, or what came of an operation of the control, such as a visit of a browser. */
export interface Shown {
  readonly number?: number | undefined;
}

/** A finding about the answer to one exchange, or about where a browser was sent. */
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

/** What comes of a demand on the tenant: it is met, or something is wrong. */
export type Demanded<Requirement extends string = string> = Finding<Requirement> | Held<Requirement>;

/** The requirement is held where the demand is met, and found broken otherwise. */
export function demand<Requirement extends string>(
  met: boolean,
  ...[requirement, subject, observed, expected, shownBy]: Parameters<typeof finding<Requirement>>
): Demanded<Requirement> {
  return met ? held(requirement) : finding(requirement, subject, observed, expected, shownBy);
}

import type { Subject } from '../operators/condition.ts';
import type { Wrong } from '../operators/rows.ts';

/** A decision that faults are generated from. Each fault breaks one or more of the requirements in `breaks`. */
export interface Decision extends Wrong {
  /** The beginning of a sentence that says what the tenant does. */
  readonly does: string;
  /** The subjects of the conditions that make sense for the decision. */
  readonly under: readonly Subject[];
  /** Ids of conditions that make no sense: they leave nothing wrong, everything wrong, or another decision wrong. */
  readonly except?: readonly string[];
}

/** The decisions of a profile. The ids of a decision's faults are `<profile>/generated/`, its key and a condition. */
export type Decisions = Readonly<Record<string, Decision>>;

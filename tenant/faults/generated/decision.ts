import type { Subject } from '../operators/condition.ts';
import type { Wrong } from '../operators/rows.ts';

/** A decision of which faults are generated: each breaks one at least of the requirements that it carries out. */
export interface Decision extends Wrong {
  /** The beginning of a sentence that says what the tenant does. */
  readonly does: string;
  /** The conditions that make sense. */
  readonly under: readonly Subject[];
  /** Those among them that do not: what they leave is nothing, all, or another decision. */
  readonly except?: readonly string[];
}

/** The decisions of a profile, by the part of the ids of their faults behind `<profile>/generated/`. */
export type Decisions = Readonly<Record<string, Decision>>;

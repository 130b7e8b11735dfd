import type { Place } from './places.ts';

/**
 * How a requirement can be shown: by one example, by a law over generated cases, by the shape of a body,
 * by a sequence of changes, by waiting, or by requests that run at once.
 */
export type RequirementKind = 'example' | 'property' | 'race' | 'schema' | 'stateful' | 'time';

/**
 * Whether the words of the specification state a requirement, or whether it follows by inference or from the
 * standards that the specification builds on. The basis decides between a failure and a warning.
 */
export type RequirementBasis = 'stated' | 'derived';

/** One thing that is demanded of a tenant, as the catalogue holds it. */
export interface RequirementEntry {
  /** Permanent: never reused and never given another meaning. */
  readonly id: `${string}-${number}`;
  /**
   * The places of the specification that state it, or those that it follows from, the weightiest first; of a derived one
   * also the standards.
   */
  readonly from: readonly [Place, ...Place[]];
  /** What is demanded, in one sentence. */
  readonly statement: string;
  readonly basis: RequirementBasis;
  /** How it can be seen from outside, and what is not judged. */
  readonly observable: string;
  readonly kind: RequirementKind;
}

/** One thing that the specification leaves open. */
export interface FreedomEntry {
  readonly id: `FRE-${number}`;
  readonly topic: string;
  /** What a conforming tenant may do. */
  readonly range: string;
}

/** One thing that the specification says and that cannot be tested. */
export interface UntestableEntry {
  readonly id: `UNT-${number}`;
  readonly statement: string;
  /** Why no suite can show it. */
  readonly reason: string;
}

import type { CitedPlace } from './places.ts';

/**
 * How a requirement can be shown: by one example, by a law over generated cases, by the shape of a body, by a sequence
 * of changes, by waiting, or by requests that run at once.
 */
export type RequirementKind = 'example' | 'property' | 'race' | 'schema' | 'stateful' | 'time';

/**
 * Whether the words of the specification state a requirement, or whether it follows by inference or from the
 * standards that the specification builds on. The basis decides between a failure and a warning.
 */
export type RequirementBasis = 'stated' | 'derived';

/** One demand on a tenant, as an entry of the catalogue. */
export interface RequirementEntry {
  /** Permanent: never reused and never given another meaning. */
  readonly id: `${string}-${number}`;
  /**
   * The places of the specification that state it, or from which it follows, the most important one first. For a
   * derived requirement also the standards.
   */
  readonly from: readonly [CitedPlace, ...CitedPlace[]];
  /** The demand, in one sentence. */
  readonly statement: string;
  readonly basis: RequirementBasis;
  /** The way in which it can be seen from outside, and the parts that are not judged. */
  readonly observable: string;
  readonly kind: RequirementKind;
}

/** One subject that the specification leaves open. */
export interface FreedomEntry {
  readonly id: `FRE-${number}`;
  readonly topic: string;
  /** The behaviour that a conforming tenant may choose. */
  readonly range: string;
}

/** One statement of the specification that cannot be tested. */
export interface UntestableEntry {
  readonly id: `UNT-${number}`;
  readonly statement: string;
  /** The reason why no suite can show it. */
  readonly reason: string;
}

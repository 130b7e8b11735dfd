import type { Deviation } from '../behaviour/behaviour.ts';

/** A tenant that is wrong in one decision: it must be caught by a finding on a requirement that it breaks. */
export interface Fault {
  /** `<profile>/<what is wrong>`, in kebab case. Permanent. */
  readonly id: string;
  /** The requirements that it is meant to break. */
  readonly breaks: readonly string[];
  /** Others that the same wrong decision breaks by their words. */
  readonly also?: readonly string[];
  /** What this tenant does, in a sentence. */
  readonly summary: string;
  readonly behaviour: Deviation;
}

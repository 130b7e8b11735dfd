import type { Deviation } from '../behaviour/behaviour.ts';

/** A tenant with one wrong decision. A check must catch it with a finding on a requirement that it breaks. */
export interface Fault {
  /** `<profile>/<what is wrong>`, in kebab case. Permanent. */
  readonly id: string;
  /** The requirements that the fault is meant to break. */
  readonly breaks: readonly string[];
  /** Other requirements that the same wrong decision breaks by their words. */
  readonly also?: readonly string[];
  /** The behaviour of this tenant, in a sentence. */
  readonly summary: string;
  readonly behaviour: Deviation;
}

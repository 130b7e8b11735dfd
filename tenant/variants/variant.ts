import type { Deviation } from '../behaviour/behaviour.ts';

/** A tenant that conforms, and uses what the specification leaves free otherwise than the plain one does. */
export interface Variant {
  /** `<profile>/<what is different>`, in kebab case. Permanent. */
  readonly id: string;
  /** The freedoms that it uses. */
  readonly freedoms: readonly string[];
  /** What this tenant does, in a sentence. */
  readonly summary: string;
  /** Derived requirements that it may break: these warn. */
  readonly warnings?: readonly string[];
  /** What the target profile must say of this tenant (`api`, `limits`, `writeProbe`), as far as it differs. */
  readonly profile?: Readonly<Record<string, unknown>>;
  readonly behaviour: Deviation;
}

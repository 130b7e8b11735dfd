import type { Deviation } from '../behaviour/behaviour.ts';

/** A tenant that conforms, but uses the freedoms of the specification differently from the plain tenant. */
export interface Variant {
  /** `<profile>/<the difference>`, in kebab case. Permanent. */
  readonly id: string;
  /** The freedoms that it uses. */
  readonly freedoms: readonly string[];
  /** The tenant's behaviour, in a sentence. */
  readonly summary: string;
  /** Derived requirements that it may break: these warn. */
  readonly warnings?: readonly string[];
  /** Settings that this tenant's target profile needs (`api`, `limits`, `writeProbe`), as far as they differ. */
  readonly profile?: Readonly<Record<string, unknown>>;
  readonly behaviour: Deviation;
}

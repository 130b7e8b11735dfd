import type { Variant } from './variant.ts';

/** A tenant that uses many freedoms at once, in one style. */
export type Personality = Pick<Variant, 'id' | 'summary'> & {
  /** The ids of the variants that it combines; each is applied on top of those before it. */
  readonly has: readonly string[];
  /** Profile settings in addition to those of the variants, such as the path of assay results. */
  readonly profile?: Variant['profile'];
  readonly warnings?: readonly string[];
};

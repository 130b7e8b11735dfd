import type { Variant } from './variant.ts';

/** What a personality is: a tenant that uses many freedoms at once, in one style. */
export type Personality = Pick<Variant, 'id' | 'summary'> & {
  /** The variants whose uses of freedoms it has, by what follows the slash; each is laid over those before it. */
  readonly has: readonly string[];
  /** Where assay results are listed; `undefined` where the suite has to find out. */
  readonly profile?: Variant['profile'];
  readonly warnings?: readonly string[];
};

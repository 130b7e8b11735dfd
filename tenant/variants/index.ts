import { personalityVariants } from './personalities.ts';
import { singleVariants } from './single.ts';
import type { Variant } from './variant.ts';

export type { Variant } from './variant.ts';

/** Every variant, by profile. */
export const variants: readonly Variant[] = [...singleVariants, ...personalityVariants];

export function findVariant(id: string): Variant | undefined {
  return variants.find((variant) => variant.id === id);
}

import type { Variant } from './variant.ts';
import { pathVariants } from './versioning/paths.ts';
import { tokenVariants } from './versioning/tokens.ts';
import { viewVariants } from './versioning/views.ts';

export const versioningVariants: readonly Variant[] = [...pathVariants, ...tokenVariants, ...viewVariants];

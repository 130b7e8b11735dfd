import { keyVariants } from './expiry/keys.ts';
import { reasonVariants } from './expiry/reasons.ts';
import { tokenVariants } from './expiry/tokens.ts';
import type { Variant } from './variant.ts';

export const expiryVariants: readonly Variant[] = [...tokenVariants, ...reasonVariants, ...keyVariants];

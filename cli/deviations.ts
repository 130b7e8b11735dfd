import type { Fault, Variant } from '../tenant/index.ts';
import { named } from './choices.ts';

// There are thousands of faults and variants. They are loaded only if one is named, so that a command starts sooner.

/**
 * Returns the fault that `--fault` names, if any.
 * @throws {ConfigurationError} if no fault has this id
 */
export async function namedFault(id: string | undefined): Promise<Fault | undefined> {
  return id === undefined ? undefined : named('fault', (await import('../tenant/faults/index.ts')).allFaults, id);
}

/**
 * Returns the variant that `--variant` names, if any.
 * @throws {ConfigurationError} if no variant has this id
 */
export async function namedVariant(id: string | undefined): Promise<Variant | undefined> {
  return id === undefined ? undefined : named('variant', (await import('../tenant/variants/index.ts')).variants, id);
}

import type { Fault, Variant } from '../tenant/index.ts';
import { named } from './choices.ts';

// There are thousands, which are loaded only where one is named: a command starts sooner without.

/**
 * The fault that `--fault` names, if any.
 * @throws {ConfigurationError} where there is none of that id
 */
export async function namedFault(id: string | undefined): Promise<Fault | undefined> {
  return id === undefined ? undefined : named('fault', (await import('../tenant/faults/index.ts')).allFaults, id);
}

/**
 * The variant that `--variant` names, if any.
 * @throws {ConfigurationError} where there is none of that id
 */
export async function namedVariant(id: string | undefined): Promise<Variant | undefined> {
  return id === undefined ? undefined : named('variant', (await import('../tenant/variants/index.ts')).variants, id);
}

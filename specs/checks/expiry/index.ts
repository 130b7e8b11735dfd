import type { SuiteCheck } from '../../check.ts';

/** The checks of the profile `expiry`. */
export const expiryChecks: readonly SuiteCheck[] = [];

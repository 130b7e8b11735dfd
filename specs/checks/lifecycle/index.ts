import type { SuiteCheck } from '../../check.ts';

/** The checks of the profile `lifecycle`. */
export const lifecycleChecks: readonly SuiteCheck[] = [];

import type { SuiteCheck } from '../../check.ts';

/** The checks of the profile `api-key`. */
export const apiKeyChecks: readonly SuiteCheck[] = [];

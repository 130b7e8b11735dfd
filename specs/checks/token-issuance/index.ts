import type { SuiteCheck } from '../../check.ts';

/** The checks of the profile `token-issuance`. */
export const tokenIssuanceChecks: readonly SuiteCheck[] = [];

import type { SuiteCheck } from '../../check.ts';

/** The checks of the profile `openid-connect`. */
export const openidConnectChecks: readonly SuiteCheck[] = [];

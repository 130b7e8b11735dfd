import type { SuiteCheck } from '../../check.ts';
import { grantChecks } from './grant.ts';

/** The checks of the profile `client-credentials`. */
export const clientCredentialsChecks: readonly SuiteCheck[] = [...grantChecks];

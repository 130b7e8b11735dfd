import type { SuiteCheck } from '../../check.ts';
import { expiryChecks } from './expiry.ts';

/** The checks of the profile `versioning`. */
export const versioningChecks: readonly SuiteCheck[] = [...expiryChecks];

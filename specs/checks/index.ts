import type { SuiteCheck } from '../check.ts';
import { grantChecks } from './client-credentials/grant.ts';
import { refusalChecks } from './transport/refusal.ts';
import { expiryChecks } from './versioning/expiry.ts';

/** Every check, in the order in which they are listed and begun. */
export const checks: readonly SuiteCheck[] = [...refusalChecks, ...grantChecks, ...expiryChecks];

import type { SuiteCheck } from '../../check.ts';
import { expiryChecks } from './expiry.ts';
import { issuanceChecks } from './issuance.ts';
import { legacyTokenChecks } from './legacy-tokens.ts';
import { permissionChecks } from './permissions.ts';
import { reachChecks } from './reach.ts';
import { refusalChecks } from './refusal.ts';

/** The checks of the profile `versioning`. */
export const versioningChecks: readonly SuiteCheck[] = [
  ...reachChecks,
  ...issuanceChecks,
  ...legacyTokenChecks,
  ...refusalChecks,
  ...permissionChecks,
  ...expiryChecks,
];

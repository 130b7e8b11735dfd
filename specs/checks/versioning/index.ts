import type { SuiteCheck } from '../../check.ts';
import { alikeAfterwardsChecks } from './alike-afterwards.ts';
import { authorizationPathChecks } from './authorization-path.ts';
import { expiryChecks } from './expiry.ts';
import { issuanceChecks } from './issuance.ts';
import { lifecycleChecks } from './lifecycle.ts';
import { legacyTokenChecks } from './legacy-tokens.ts';
import { permissionChecks } from './permissions.ts';
import { reachChecks } from './reach.ts';
import { refusalChecks } from './refusal.ts';
import { userGrantChecks } from './user-grants.ts';
import { userChecks } from './users.ts';
import { userTokenChecks } from './user-tokens.ts';
import { webhookChecks } from './webhooks.ts';
import { laterChecks } from './later.ts';
import { historyChecks } from './histories.ts';
import { refusedUserGrantChecks } from './refused-user-grants.ts';

/** The checks of the profile `versioning`. */
export const versioningChecks: readonly SuiteCheck[] = [
  ...reachChecks,
  ...issuanceChecks,
  ...authorizationPathChecks,
  ...alikeAfterwardsChecks,
  ...legacyTokenChecks,
  ...refusalChecks,
  ...permissionChecks,
  ...expiryChecks,
  ...lifecycleChecks,
  ...userTokenChecks,
  ...userGrantChecks,
  ...webhookChecks,
  ...laterChecks,
  ...historyChecks,
  ...refusedUserGrantChecks,
  ...userChecks,
];

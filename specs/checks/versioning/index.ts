import type { SuiteCheck } from '../../check.ts';
import { endingsOnBothVersionsChecks } from './endings-on-both-versions.ts';
import { answersChecks } from './answers.ts';
import { authorizationPathChecks } from './authorization-path.ts';
import { expiryChecks } from './expiry.ts';
import { issuanceChecks } from './issuance.ts';
import { legacyTokensChecks } from './legacy-tokens.ts';
import { permissionsChecks } from './permissions.ts';
import { reachChecks } from './reach.ts';
import { refusalChecks } from './refusal.ts';
import { rowsChecks } from './rows.ts';
import { tokensInHistoriesChecks } from './tokens-in-histories.ts';
import { userGrantsChecks } from './user-grants.ts';
import { webhooksChecks } from './webhooks.ts';
import { refusedRequestsChecks } from './refused-requests.ts';

/**
 * The checks of the profile `versioning`.
 *
 * Beside them:
 * - `both-paths.ts`: what both token paths do alike
 * - `versioned.ts`: both versions of a listing
 */
export const versioningChecks: readonly SuiteCheck[] = [
  // reach: where the API is, and that one access token is good for both versions
  ...reachChecks,
  // issuance: where tokens are issued
  ...issuanceChecks,
  // answers: how the legacy path answers token requests
  ...answersChecks,
  // authorization-path: where users are sent to
  ...authorizationPathChecks,
  // endings-on-both-versions: what ends a token ends it on both versions
  ...endingsOnBothVersionsChecks,
  // legacy-tokens: what tokens of the legacy path are good for
  ...legacyTokensChecks,
  // refusal: what is refused is refused on both versions
  ...refusalChecks,
  // rows: what one version does with a credential, the other does too
  ...rowsChecks,
  // permissions: what was granted and withdrawn is so in both versions
  ...permissionsChecks,
  // expiry: how long tokens of the legacy path live
  ...expiryChecks,
  // user-grants: what the legacy path does with codes and refresh tokens
  ...userGrantsChecks,
  // webhooks: how webhook messages are versioned
  ...webhooksChecks,
  // tokens-in-histories: tokens of both token paths in random histories
  ...tokensInHistoriesChecks,
  // refused-requests: what the legacy path must refuse
  ...refusedRequestsChecks,
];

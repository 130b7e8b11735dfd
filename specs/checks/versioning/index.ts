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
 * Also in this folder:
 * - `both-paths.ts`: comparison of the two token paths
 * - `versioned.ts`: both versions of a listing
 */
export const versioningChecks: readonly SuiteCheck[] = [
  // reach: the paths of the API, and access tokens that work for both versions
  ...reachChecks,
  // issuance: the paths at which tokens are issued
  ...issuanceChecks,
  // answers: the answers of the legacy path to token requests
  ...answersChecks,
  // authorization-path: the path to which users are sent
  ...authorizationPathChecks,
  // endings-on-both-versions: an event that ends a token ends it on both versions
  ...endingsOnBothVersionsChecks,
  // legacy-tokens: the access that tokens of the legacy path give
  ...legacyTokensChecks,
  // refusal: a refused credential is refused on both versions
  ...refusalChecks,
  // rows: both versions treat a credential alike
  ...rowsChecks,
  // permissions: a grant or a withdrawal applies to both versions
  ...permissionsChecks,
  // expiry: the lifetime of tokens of the legacy path
  ...expiryChecks,
  // user-grants: codes and refresh tokens at the legacy path
  ...userGrantsChecks,
  // webhooks: the version of webhook messages
  ...webhooksChecks,
  // tokens-in-histories: tokens of both token paths in random histories
  ...tokensInHistoriesChecks,
  // refused-requests: requests that the legacy path must refuse
  ...refusedRequestsChecks,
];

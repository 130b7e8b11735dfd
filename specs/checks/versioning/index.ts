import type { SuiteCheck } from '../../check.ts';
import { endingsOnBothVersionsChecks } from './endings-on-both-versions.ts';
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
import { usersChecks } from './users.ts';
import { userTokensChecks } from './user-tokens.ts';
import { webhooksChecks } from './webhooks.ts';
import { historiesChecks } from './histories.ts';
import { refusedUserGrantsChecks } from './refused-user-grants.ts';

/**
 * The checks of the profile `versioning`.
 *
 * Beside them:
 * - `either-order.ts`: a token used on one version, the other and the first again
 * - `versioned.ts`: both versions of a listing, and both token paths
 */
export const versioningChecks: readonly SuiteCheck[] = [
  // reach: where the API is, and that one access token is good for both versions
  ...reachChecks,
  // issuance: where tokens are issued
  ...issuanceChecks,
  // authorization-path: where users are sent to
  ...authorizationPathChecks,
  // endings-on-both-versions: tokens that meet with something, and token requests in another form
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
  // user-tokens: that one delegated token is good for both versions
  ...userTokensChecks,
  // user-grants: what the legacy path does with codes and refresh tokens
  ...userGrantsChecks,
  // webhooks: how webhook messages are versioned
  ...webhooksChecks,
  // histories: the versions and paths in an order, or for a user or an address, that few clients come to
  ...historiesChecks,
  // tokens-in-histories: tokens of both token paths in random histories
  ...tokensInHistoriesChecks,
  // refused-user-grants: what the legacy path must refuse where users are concerned
  ...refusedUserGrantsChecks,
  // users: the versions and the token paths for users
  ...usersChecks,
];

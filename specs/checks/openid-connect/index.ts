import type { SuiteCheck } from '../../check.ts';
import { acceptanceChecks } from './acceptance.ts';
import { besideOtherCredentialsChecks } from './beside-other-credentials.ts';
import { emailChecks } from './email.ts';
import { expiryChecks } from './expiry.ts';
import { keysChecks } from './keys.ts';
import { wrongTokensInOtherCallsChecks } from './wrong-tokens-in-other-calls.ts';
import { providersChecks } from './providers.ts';
import { repeatedUseChecks } from './repeated-use.ts';
import { signaturesChecks } from './signatures.ts';
import { tokenEndpointChecks } from './token-endpoint.ts';
import { userChecks } from './user.ts';
import { addressesChecks } from './addresses.ts';

/**
 * The checks of the profile `openid-connect`.
 *
 * Beside them:
 * - `wrong-token.ts`: a check of ID tokens that are wrong in one way
 */
export const openidConnectChecks: readonly SuiteCheck[] = [
  // acceptance: calls with right ID tokens
  ...acceptanceChecks,
  // repeated-use: one ID token on several calls
  ...repeatedUseChecks,
  // user: as whom a call with an ID token acts
  ...userChecks,
  // signatures: tokens whose signature is not the provider's
  ...signaturesChecks,
  // keys: where the keys come from
  ...keysChecks,
  // email: e-mail claims by which nobody is found
  ...emailChecks,
  // providers: providers that the tenant was not told to trust
  ...providersChecks,
  // expiry: iD tokens that are over, and what only looks like one
  ...expiryChecks,
  // token-endpoint: iD tokens where other credentials belong
  ...tokenEndpointChecks,
  // addresses: the forms of an address that users have, and what is remembered of subjects
  ...addressesChecks,
  // beside-other-credentials: iD tokens beside other credentials of their user, and beyond the first page of a listing
  ...besideOtherCredentialsChecks,
  // wrong-tokens-in-other-calls: wrong ID tokens in calls that are more than a plain one of a listing
  ...wrongTokensInOtherCallsChecks,
];

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
 * Also in this folder:
 * - `wrong-token.ts`: a check of ID tokens that are wrong in one way
 */
export const openidConnectChecks: readonly SuiteCheck[] = [
  // acceptance: calls with right ID tokens
  ...acceptanceChecks,
  // repeated-use: one ID token on several calls
  ...repeatedUseChecks,
  // user: the user as whom a call with an ID token acts
  ...userChecks,
  // signatures: tokens whose signature is not the provider's
  ...signaturesChecks,
  // keys: the source of a provider's keys
  ...keysChecks,
  // email: e-mail claims that no user has
  ...emailChecks,
  // providers: providers that the tenant was not told to trust
  ...providersChecks,
  // expiry: expired and malformed ID tokens
  ...expiryChecks,
  // token-endpoint: ID tokens that are sent to a token path as other credentials
  ...tokenEndpointChecks,
  // addresses: the forms of users' addresses, and subjects that were seen before
  ...addressesChecks,
  // beside-other-credentials: ID tokens of users with other credentials, and beyond the first page of a listing
  ...besideOtherCredentialsChecks,
  // wrong-tokens-in-other-calls: wrong ID tokens in other calls than a plain one of a listing
  ...wrongTokensInOtherCallsChecks,
];

import type { SuiteCheck } from '../../check.ts';
import { authorizationHeaderChecks } from './authorization-header.ts';
import { encodingChecks } from './encoding.ts';
import { grantTypeChecks } from './grant-type.ts';
import { manyTokensChecks } from './many-tokens.ts';
import { missingFieldsChecks } from './missing-fields.ts';
import { refusalsChecks } from './refusals.ts';
import { responsesChecks } from './responses.ts';
import { rotationChecks } from './rotation.ts';
import { userGrantAnswersChecks } from './user-grant-answers.ts';
import { userGrantRequestsChecks } from './user-grant-requests.ts';
import { wrongClientsChecks } from './wrong-clients.ts';
import { wrongCredentialsChecks } from './wrong-credentials.ts';
import { afterChangesChecks } from './after-changes.ts';
import { clientProofsChecks } from './client-proofs.ts';
import { refusedGrantsChecks } from './refused-grants.ts';
import { userGrantEncodingChecks } from './user-grant-encoding.ts';
import { additionalParametersChecks } from './additional-parameters.ts';
import { concurrentRequestsChecks } from './concurrent-requests.ts';

/**
 * The checks of the profile `token-issuance`.
 *
 * Also in this folder:
 * - `request.ts`: a token request and its parts
 */
export const tokenIssuanceChecks: readonly SuiteCheck[] = [
  // responses: the answer to a granted token request
  ...responsesChecks,
  // missing-fields: requests that lack a required field
  ...missingFieldsChecks,
  // wrong-credentials: wrong client credentials
  ...wrongCredentialsChecks,
  // wrong-clients: the status for wrong client credentials, and credentials of two apps
  ...wrongClientsChecks,
  // grant-type: grant types that the specification does not name
  ...grantTypeChecks,
  // rotation: rotation of the client secret
  ...rotationChecks,
  // refusals: the answer to a token request that cannot be granted
  ...refusalsChecks,
  // encoding: the form encoding of a token request
  ...encodingChecks,
  // authorization-header: the place of the credentials in a token request
  ...authorizationHeaderChecks,
  // many-tokens: many tokens, one after the other and at once
  ...manyTokensChecks,
  // user-grant-answers: the answers to the grants of users
  ...userGrantAnswersChecks,
  // user-grant-requests: code exchanges and refreshes that lack something or have a wrong secret
  ...userGrantRequestsChecks,
  // after-changes: the token answers of an app after events
  ...afterChangesChecks,
  // client-proofs: values that must not replace the client's own secret, or a documented grant
  ...clientProofsChecks,
  // refused-grants: the refusal of known codes and refresh tokens that do not fit the request
  ...refusedGrantsChecks,
  // user-grant-encoding: the form encoding of code exchanges and refreshes
  ...userGrantEncodingChecks,
  // additional-parameters: token requests with more than their own fields
  ...additionalParametersChecks,
  // concurrent-requests: token requests of different kinds at the same time
  ...concurrentRequestsChecks,
];

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
 * Beside them:
 * - `request.ts`: a token request and its parts
 */
export const tokenIssuanceChecks: readonly SuiteCheck[] = [
  // responses: what a granted token request is answered with
  ...responsesChecks,
  // missing-fields: requests that lack a required field
  ...missingFieldsChecks,
  // wrong-credentials: client credentials that are wrong
  ...wrongCredentialsChecks,
  // wrong-clients: clients that are not who they say
  ...wrongClientsChecks,
  // grant-type: grant types that the specification does not name
  ...grantTypeChecks,
  // rotation: rotation of the client secret
  ...rotationChecks,
  // refusals: what a token request that cannot be granted is answered with
  ...refusalsChecks,
  // encoding: the form encoding of a token request
  ...encodingChecks,
  // authorization-header: where the credentials of a token request stand
  ...authorizationHeaderChecks,
  // many-tokens: many tokens, one after the other and at once
  ...manyTokensChecks,
  // user-grant-answers: what the grants of users are answered with
  ...userGrantAnswersChecks,
  // user-grant-requests: code exchanges and refreshes that lack something or have a wrong secret
  ...userGrantRequestsChecks,
  // after-changes: token answers of an app to which something has happened
  ...afterChangesChecks,
  // client-proofs: what does not take the place of the client's own secret, or of a documented grant
  ...clientProofsChecks,
  // refused-grants: how codes and refresh tokens are refused that are known, and not good for this
  ...refusedGrantsChecks,
  // user-grant-encoding: the form encoding of code exchanges and refreshes
  ...userGrantEncodingChecks,
  // additional-parameters: what stands in a token request beside its fields
  ...additionalParametersChecks,
  // concurrent-requests: token requests of different kinds at the same time
  ...concurrentRequestsChecks,
];

import type { SuiteCheck } from '../../check.ts';
import { authorizationHeaderChecks } from './authorization-header.ts';
import { encodingChecks } from './encoding.ts';
import { grantTypeChecks } from './grant-type.ts';
import { manyTokensChecks } from './many-tokens.ts';
import { missingFieldChecks } from './missing-fields.ts';
import { refusalChecks } from './refusals.ts';
import { responseChecks } from './responses.ts';
import { rotationChecks } from './rotation.ts';
import { userGrantAnswerChecks } from './user-grant-answers.ts';
import { userGrantRequestChecks } from './user-grant-requests.ts';
import { wrongClientChecks } from './wrong-clients.ts';
import { wrongCredentialChecks } from './wrong-credentials.ts';
import { afterChangeChecks } from './after-changes.ts';
import { clientProofChecks } from './client-proofs.ts';
import { refusedGrantChecks } from './refused-grants.ts';
import { userGrantEncodingChecks } from './user-grant-encoding.ts';
import { additionChecks } from './additions.ts';
import { sideBySideChecks } from './side-by-side.ts';

/** The checks of the profile `token-issuance`. */
export const tokenIssuanceChecks: readonly SuiteCheck[] = [
  ...responseChecks,
  ...missingFieldChecks,
  ...wrongCredentialChecks,
  ...wrongClientChecks,
  ...grantTypeChecks,
  ...rotationChecks,
  ...refusalChecks,
  ...encodingChecks,
  ...authorizationHeaderChecks,
  ...manyTokensChecks,
  ...userGrantAnswerChecks,
  ...userGrantRequestChecks,
  ...afterChangeChecks,
  ...clientProofChecks,
  ...refusedGrantChecks,
  ...userGrantEncodingChecks,
  ...additionChecks,
  ...sideBySideChecks,
];

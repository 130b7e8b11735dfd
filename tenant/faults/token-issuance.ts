import type { Fault } from './fault.ts';
import { answerFaults } from './token-issuance/answers.ts';
import { announcedLifetimeFaults } from './token-issuance/announced-lifetimes.ts';
import { userGrantAnswerFaults, userGrantRequestFaults } from './token-issuance/user-grants.ts';
import { answerToUserGrantFaults } from './token-issuance/answers-to-user-grants.ts';
import { manyTokensFaults } from './token-issuance/many-tokens.ts';
import { tokenGivenAgainFaults } from './token-issuance/tokens-given-again.ts';
import { atOnceFaults } from './token-issuance/at-once.ts';
import { credentialFaults } from './token-issuance/credentials.ts';
import { wrongCredentialFaults } from './token-issuance/wrong-credentials.ts';
import { fieldFaults } from './token-issuance/fields.ts';
import { missingFieldFaults } from './token-issuance/missing-fields.ts';
import { encodingFaults } from './token-issuance/encoding.ts';
import { refusalFaults } from './token-issuance/refusals.ts';
import { serverErrorFaults } from './token-issuance/server-errors.ts';
import { rotationFaults } from './token-issuance/rotation.ts';
import { additionAndFormFaults } from './token-issuance/additions-and-forms.ts';
import { afterChangeFaults } from './token-issuance/after-changes.ts';
import { legacyAndOddFaults } from './token-issuance/at-the-legacy-path.ts';
import { secretOfNeighbourFaults } from './token-issuance/secrets-of-neighbours.ts';
import { refusedAgainFaults } from './token-issuance/refused-again.ts';
import { formOnTheWireFaults } from './token-issuance/forms-on-the-wire.ts';

/** Faults of the token endpoint: its fields, its answers and its refusals. */
export const tokenIssuanceFaults: readonly Fault[] = [
  ...answerFaults,
  ...announcedLifetimeFaults,
  ...userGrantAnswerFaults,
  ...userGrantRequestFaults,
  ...answerToUserGrantFaults,
  ...manyTokensFaults,
  ...tokenGivenAgainFaults,
  ...atOnceFaults,
  ...credentialFaults,
  ...wrongCredentialFaults,
  ...fieldFaults,
  ...missingFieldFaults,
  ...encodingFaults,
  ...refusalFaults,
  ...serverErrorFaults,
  ...rotationFaults,
  ...additionAndFormFaults,
  ...afterChangeFaults,
  ...legacyAndOddFaults,
  ...secretOfNeighbourFaults,
  ...refusedAgainFaults,
  ...formOnTheWireFaults,
];

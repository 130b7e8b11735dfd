import type { Fault } from './fault.ts';
import { answerFaults } from './token-issuance/answers.ts';
import { credentialFaults } from './token-issuance/credentials.ts';
import { encodingFaults } from './token-issuance/encoding.ts';
import { fieldFaults } from './token-issuance/fields.ts';
import { manyTokensFaults } from './token-issuance/many-tokens.ts';
import { refusalFaults } from './token-issuance/refusals.ts';
import { rotationFaults } from './token-issuance/rotation.ts';
import { userGrantAnswerFaults, userGrantRequestFaults } from './token-issuance/user-grants.ts';
import { nearMissFaults } from './token-issuance/near-misses.ts';
import { clientNearMissFaults } from './token-issuance/near-misses-three.ts';
import { userGrantNearMissFaults } from './token-issuance/user-grants-three.ts';
import { evaluatedFaults } from './token-issuance/evaluated.ts';
import { evaluatedTwoFaults } from './token-issuance/evaluated-two.ts';
import { evaluatedThreeFaults } from './token-issuance/evaluated-three.ts';
import { evaluatedFourFaults } from './token-issuance/evaluated-four.ts';
import { evaluatedFiveFaults } from './token-issuance/evaluated-five.ts';
import { evaluatedEightFaults } from './token-issuance/evaluated-eight.ts';
import { additionAndFormFaults } from './token-issuance/additions-and-forms.ts';
import { afterChangeFaults } from './token-issuance/after-changes.ts';
import { legacyAndOddFaults } from './token-issuance/at-the-legacy-path.ts';

/** Faults of the token endpoint: its fields, its answers and its refusals. */
export const tokenIssuanceFaults: readonly Fault[] = [
  ...answerFaults,
  ...fieldFaults,
  ...credentialFaults,
  ...rotationFaults,
  ...refusalFaults,
  ...encodingFaults,
  ...manyTokensFaults,
  ...userGrantAnswerFaults,
  ...userGrantRequestFaults,
  ...nearMissFaults,
  ...clientNearMissFaults,
  ...userGrantNearMissFaults,
  ...evaluatedFaults,
  ...evaluatedTwoFaults,
  ...evaluatedThreeFaults,
  ...evaluatedFourFaults,
  ...evaluatedFiveFaults,
  ...evaluatedEightFaults,
  ...additionAndFormFaults,
  ...afterChangeFaults,
  ...legacyAndOddFaults,
];

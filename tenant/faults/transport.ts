import type { Fault } from './fault.ts';
import { addressFaults } from './transport/address.ts';
import { authorizationFaults } from './transport/authorization.ts';
import { bearerValueFaults } from './transport/bearer-value.ts';
import { clearTextFaults } from './transport/clear-text.ts';
import { connectionFaults } from './transport/connection.ts';
import { headerFormFaults } from './transport/header-form.ts';
import { mediaTypeFaults } from './transport/media-type.ts';
import { missingCredentialFaults } from './transport/missing-credential.ts';
import { oneActorFaults } from './transport/one-actor.ts';
import { otherTenantFaults } from './transport/other-tenant.ts';
import { unauthorizedAnswerFaults } from './transport/unauthorized-answer.ts';
import { nearMissFaults } from './transport/near-misses.ts';
import { remembranceFaults } from './transport/near-misses-three.ts';
import { spellingFaults } from './transport/spellings-three.ts';
import { evaluatedFaults } from './transport/evaluated.ts';
import { evaluatedTwoFaults } from './transport/evaluated-two.ts';
import { evaluatedThreeFaults } from './transport/evaluated-three.ts';
import { evaluatedFourFaults } from './transport/evaluated-four.ts';
import { evaluatedFiveFaults } from './transport/evaluated-five.ts';
import { evaluatedEightFaults } from './transport/evaluated-eight.ts';
import { richerCallFaults } from './transport/richer-calls.ts';
import { wordAndAdditionFaults } from './transport/words-and-additions.ts';

export const transportFaults: readonly Fault[] = [
  ...addressFaults,
  ...authorizationFaults,
  ...clearTextFaults,
  ...missingCredentialFaults,
  ...bearerValueFaults,
  ...headerFormFaults,
  ...unauthorizedAnswerFaults,
  ...connectionFaults,
  ...oneActorFaults,
  ...mediaTypeFaults,
  ...otherTenantFaults,
  ...nearMissFaults,
  ...remembranceFaults,
  ...spellingFaults,
  ...evaluatedFaults,
  ...evaluatedTwoFaults,
  ...evaluatedThreeFaults,
  ...evaluatedFourFaults,
  ...evaluatedFiveFaults,
  ...evaluatedEightFaults,
  ...wordAndAdditionFaults,
  ...richerCallFaults,
];

import type { Fault } from './fault.ts';
import { addressFaults } from './transport/address.ts';
import { clearTextFaults } from './transport/clear-text.ts';
import { authorizationFaults } from './transport/authorization.ts';
import { missingCredentialFaults } from './transport/missing-credential.ts';
import { pastTheGuardFaults } from './transport/past-the-guard.ts';
import { otherPlaceFaults } from './transport/other-places.ts';
import { headerFormFaults } from './transport/header-form.ts';
import { schemeFaults } from './transport/schemes.ts';
import { bearerValueFaults } from './transport/bearer-value.ts';
import { tokenLookUpFaults } from './transport/token-look-up.ts';
import { oneActorFaults } from './transport/one-actor.ts';
import { connectionFaults } from './transport/connection.ts';
import { mixedCallFaults } from './transport/mixed-calls.ts';
import { otherTenantFaults } from './transport/other-tenant.ts';
import { unauthorizedAnswerFaults } from './transport/unauthorized-answer.ts';
import { refusedFirstFaults } from './transport/refused-first.ts';
import { mediaTypeFaults } from './transport/media-type.ts';
import { richerCallFaults } from './transport/richer-calls.ts';
import { wordAndAdditionFaults } from './transport/words-and-additions.ts';
import { nearMissFaults } from './transport/near-misses.ts';
import { refusalsThatTellFaults } from './transport/refusals-that-tell.ts';
import { waysOfReadingFaults } from './transport/ways-of-reading.ts';
import { formOnTheWireFaults } from './transport/forms-on-the-wire.ts';

export const transportFaults: readonly Fault[] = [
  ...addressFaults,
  ...clearTextFaults,
  ...authorizationFaults,
  ...missingCredentialFaults,
  ...pastTheGuardFaults,
  ...otherPlaceFaults,
  ...headerFormFaults,
  ...schemeFaults,
  ...bearerValueFaults,
  ...tokenLookUpFaults,
  ...oneActorFaults,
  ...connectionFaults,
  ...mixedCallFaults,
  ...otherTenantFaults,
  ...unauthorizedAnswerFaults,
  ...refusedFirstFaults,
  ...mediaTypeFaults,
  ...wordAndAdditionFaults,
  ...richerCallFaults,
  ...nearMissFaults,
  ...refusalsThatTellFaults,
  ...waysOfReadingFaults,
  ...formOnTheWireFaults,
];

import type { Fault } from './fault.ts';
import { addressFaults } from './transport/address.ts';
import { clearTextFaults } from './transport/clear-text.ts';
import { authorizationFaults } from './transport/authorization.ts';
import { missingCredentialFaults } from './transport/missing-credential.ts';
import { pastTheGuardFaults } from './transport/past-the-guard.ts';
import { otherPlaceFaults } from './transport/other-places.ts';
import { headerFormFaults, schemeFaults } from './transport/header-form.ts';
import { bearerValueFaults, tokenLookUpFaults } from './transport/bearer-value.ts';
import { oneActorFaults } from './transport/one-actor.ts';
import { connectionFaults } from './transport/connection.ts';
import { mixedCallFaults } from './transport/mixed-calls.ts';
import { otherTenantFaults } from './transport/other-tenant.ts';
import { unauthorizedAnswerFaults } from './transport/unauthorized-answer.ts';
import { refusedFirstFaults } from './transport/refused-first.ts';
import { mediaTypeFaults } from './transport/media-type.ts';
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
  ...formOnTheWireFaults,
];

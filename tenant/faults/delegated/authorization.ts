import type { Fault } from '../fault.ts';
import { endpointFaults } from './authorization/endpoint.ts';
import { parameterFaults } from './authorization/parameters.ts';
import { redirectUriFaults } from './authorization/redirect-uris.ts';
import { redirectUriComparisonFaults } from './authorization/redirect-uri-comparison.ts';
import { redirectTargetFaults } from './authorization/redirect-targets.ts';
import { registrationFaults } from './authorization/registration.ts';
import { stateFaults } from './authorization/state.ts';
import { stateCharacterFaults } from './authorization/state-characters.ts';
import { consentFaults } from './authorization/consent.ts';
import { rememberedConsentFaults } from './authorization/remembered-consent.ts';

/** Faults of the authorization endpoint: its parameters, redirect URIs, sign-in and consent. */
export const authorizationFaults: readonly Fault[] = [
  ...endpointFaults,
  ...parameterFaults,
  ...redirectUriFaults,
  ...redirectUriComparisonFaults,
  ...redirectTargetFaults,
  ...registrationFaults,
  ...stateFaults,
  ...stateCharacterFaults,
  ...consentFaults,
  ...rememberedConsentFaults,
];

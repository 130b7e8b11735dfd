import type { Fault } from '../fault.ts';
import { consentFaults } from './authorization/consent.ts';
import { endpointFaults } from './authorization/endpoint.ts';
import { parameterFaults } from './authorization/parameters.ts';
import { redirectUriFaults } from './authorization/redirect-uris.ts';
import { registrationFaults } from './authorization/registration.ts';
import { stateFaults } from './authorization/state.ts';

/** The authorization endpoint: its parameters, redirect URIs, sign-in and consent. */
export const authorizationFaults: readonly Fault[] = [
  ...endpointFaults,
  ...stateFaults,
  ...parameterFaults,
  ...redirectUriFaults,
  ...registrationFaults,
  ...consentFaults,
];

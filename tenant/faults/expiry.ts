import type { Fault } from './fault.ts';
import { accessTokenLifetimeFaults } from './expiry/access-token-lifetimes.ts';
import { accessTokenProlongingFaults, formFaults } from './expiry/access-token-prolonging.ts';
import { afterExpiryFaults } from './expiry/after-an-expiry.ts';
import { announcedFaults } from './expiry/announced.ts';
import { bystanderFaults } from './expiry/bystanders.ts';
import { keyDateFaults } from './expiry/key-dates.ts';
import { keyLifetimeFaults } from './expiry/key-lifetimes.ts';
import { keyRotationFaults } from './expiry/key-rotation.ts';
import { pauseFaults } from './expiry/pauses.ts';
import { refreshTokenLifetimeFaults } from './expiry/refresh-token-lifetimes.ts';
import { refreshTokenProlongingFaults } from './expiry/refresh-token-prolonging.ts';
import { refusedOtherwiseFaults } from './expiry/refused-otherwise.ts';
import { renewalFaults } from './expiry/renewal.ts';

export const expiryFaults: readonly Fault[] = [
  ...accessTokenLifetimeFaults,
  ...formFaults,
  ...accessTokenProlongingFaults,
  ...refreshTokenLifetimeFaults,
  ...refreshTokenProlongingFaults,
  ...renewalFaults,
  ...keyLifetimeFaults,
  ...keyDateFaults,
  ...keyRotationFaults,
  ...pauseFaults,
  ...afterExpiryFaults,
  ...refusedOtherwiseFaults,
  ...announcedFaults,
  ...bystanderFaults,
];

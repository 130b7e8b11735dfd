import type { Fault } from './fault.ts';
import { accessTokenFaults } from './expiry/access-tokens.ts';
import { accessTokenLifetimeFaults } from './expiry/access-token-lifetimes.ts';
import { accessTokenProlongingFaults } from './expiry/access-token-prolonging.ts';
import { expiredAccessTokenFaults } from './expiry/expired-access-tokens.ts';
import { refreshTokenFaults } from './expiry/refresh-tokens.ts';
import { refreshTokenLifetimeFaults } from './expiry/refresh-token-lifetimes.ts';
import { refreshTokenProlongingFaults } from './expiry/refresh-token-prolonging.ts';
import { expiredRefreshTokenFaults } from './expiry/expired-refresh-tokens.ts';
import { renewalFaults } from './expiry/renewal.ts';
import { keyFaults, keyRotationFaults } from './expiry/keys.ts';
import { keyDateFaults } from './expiry/key-dates.ts';
import { keyLifetimeFaults } from './expiry/key-lifetimes.ts';
import { expiredKeyFaults } from './expiry/expired-keys.ts';
import { pauseFaults } from './expiry/pauses.ts';
import { historyFaults } from './expiry/histories.ts';
import { besideFaults } from './expiry/besides.ts';
import { bystanderFaults } from './expiry/bystanders.ts';
import { callFaults } from './expiry/calls.ts';
import { farDateFaults } from './expiry/far-dates.ts';
import { lateInLifeFaults } from './expiry/late-in-life.ts';
import { prolongedKeyFaults } from './expiry/prolonged-keys.ts';
import { tokenOfNobodyFaults } from './expiry/tokens-of-nobody.ts';
import { endOfYearFaults } from './expiry/ends-of-years.ts';
import { afterExpiryFaults } from './expiry/after-an-expiry.ts';
import { afterChangeFaults } from './expiry/after-changes.ts';

export const expiryFaults: readonly Fault[] = [
  ...accessTokenFaults,
  ...accessTokenLifetimeFaults,
  ...accessTokenProlongingFaults,
  ...expiredAccessTokenFaults,
  ...refreshTokenFaults,
  ...refreshTokenLifetimeFaults,
  ...refreshTokenProlongingFaults,
  ...expiredRefreshTokenFaults,
  ...renewalFaults,
  ...keyFaults,
  ...keyRotationFaults,
  ...keyDateFaults,
  ...keyLifetimeFaults,
  ...expiredKeyFaults,
  ...pauseFaults,
  ...historyFaults,
  ...besideFaults,
  ...bystanderFaults,
  ...callFaults,
  ...farDateFaults,
  ...lateInLifeFaults,
  ...prolongedKeyFaults,
  ...tokenOfNobodyFaults,
  ...endOfYearFaults,
  ...afterExpiryFaults,
  ...afterChangeFaults,
];

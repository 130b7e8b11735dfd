import type { Fault } from './fault.ts';
import { accessTokenFaults } from './expiry/access-tokens.ts';
import { historyFaults } from './expiry/histories.ts';
import { keyFaults, keyRotationFaults } from './expiry/keys.ts';
import { pauseFaults } from './expiry/pauses.ts';
import { refreshTokenFaults } from './expiry/refresh-tokens.ts';
import { renewalFaults } from './expiry/renewal.ts';
import { nearMissFaults } from './expiry/near-misses.ts';
import { nearMissFaultsThree } from './expiry/near-misses-three.ts';
import { evaluatedFaults } from './expiry/evaluated.ts';
import { evaluatedFaultsTwo } from './expiry/evaluated-two.ts';
import { evaluatedFaultsThree } from './expiry/evaluated-three.ts';
import { evaluatedFaultsFour } from './expiry/evaluated-four.ts';
import { evaluatedFiveFaults } from './expiry/evaluated-five.ts';
import { evaluatedSixFaults } from './expiry/evaluated-six.ts';
import { evaluatedSevenFaults } from './expiry/evaluated-seven.ts';
import { evaluatedEightFaults } from './expiry/evaluated-eight.ts';
import { besideFaults } from './expiry/besides.ts';
import { bystanderFaults } from './expiry/bystanders.ts';
import { callFaults } from './expiry/calls.ts';
import { farDateFaults } from './expiry/far-dates.ts';

export const expiryFaults: readonly Fault[] = [
  ...accessTokenFaults,
  ...refreshTokenFaults,
  ...renewalFaults,
  ...keyFaults,
  ...keyRotationFaults,
  ...pauseFaults,
  ...historyFaults,
  ...nearMissFaults,
  ...nearMissFaultsThree,
  ...evaluatedFaults,
  ...evaluatedFaultsTwo,
  ...evaluatedFaultsThree,
  ...evaluatedFaultsFour,
  ...evaluatedFiveFaults,
  ...evaluatedSixFaults,
  ...evaluatedSevenFaults,
  ...evaluatedEightFaults,
  ...besideFaults,
  ...bystanderFaults,
  ...callFaults,
  ...farDateFaults,
];

import type { Fault } from './fault.ts';
import { acceptanceFaults } from './openid-connect/acceptance.ts';
import { algorithmFaults } from './openid-connect/algorithms.ts';
import { emailFaults } from './openid-connect/email.ts';
import { headerKeyFaults } from './openid-connect/header-keys.ts';
import { keyFaults } from './openid-connect/keys.ts';
import { providerFaults } from './openid-connect/providers.ts';
import { signatureFaults } from './openid-connect/signatures.ts';
import { tokenEndpointFaults } from './openid-connect/token-endpoint.ts';
import { userFaults } from './openid-connect/user.ts';
import { validityFaults } from './openid-connect/validity.ts';
import { nearMissFaults } from './openid-connect/near-misses.ts';
import { nearMissFaultsThree } from './openid-connect/near-misses-three.ts';
import { evaluatedFaults } from './openid-connect/evaluated.ts';
import { evaluatedFaultsTwo } from './openid-connect/evaluated-two.ts';
import { evaluatedFaultsThree } from './openid-connect/evaluated-three.ts';
import { evaluatedFourFaults } from './openid-connect/evaluated-four.ts';
import { evaluatedFiveFaults } from './openid-connect/evaluated-five.ts';
import { evaluatedSixFaults } from './openid-connect/evaluated-six.ts';
import { evaluatedEightFaults } from './openid-connect/evaluated-eight.ts';
import { whoseAddressFaults } from './openid-connect/whose-address.ts';

/** Tenants that are wrong about ID tokens. */
export const openidConnectFaults: readonly Fault[] = [
  ...signatureFaults,
  ...algorithmFaults,
  ...headerKeyFaults,
  ...keyFaults,
  ...providerFaults,
  ...emailFaults,
  ...userFaults,
  ...acceptanceFaults,
  ...validityFaults,
  ...tokenEndpointFaults,
  ...nearMissFaults,
  ...nearMissFaultsThree,
  ...evaluatedFaults,
  ...evaluatedFaultsTwo,
  ...evaluatedFaultsThree,
  ...evaluatedFourFaults,
  ...evaluatedFiveFaults,
  ...evaluatedSixFaults,
  ...evaluatedEightFaults,
  ...whoseAddressFaults,
];

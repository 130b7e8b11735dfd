import type { Fault } from './fault.ts';
import { userFaults } from './openid-connect/user.ts';
import { acceptanceFaults } from './openid-connect/acceptance.ts';
import { repeatedUseFaults } from './openid-connect/repeated-use.ts';
import { signatureFaults } from './openid-connect/signatures.ts';
import { algorithmFaults } from './openid-connect/algorithms.ts';
import { headerKeyFaults } from './openid-connect/header-keys.ts';
import { keyFaults } from './openid-connect/keys.ts';
import { providerFaults } from './openid-connect/providers.ts';
import { emailFaults } from './openid-connect/email.ts';
import { addressComparisonFaults } from './openid-connect/address-comparison.ts';
import { otherClaimFaults } from './openid-connect/other-claims.ts';
import { validityFaults } from './openid-connect/validity.ts';
import { malformedTokenFaults } from './openid-connect/malformed-tokens.ts';
import { tokenEndpointFaults } from './openid-connect/token-endpoint.ts';
import { whoseAddressFaults } from './openid-connect/whose-address.ts';
import { partOfAddressFaults } from './openid-connect/parts-of-addresses.ts';

/** Faults in the treatment of ID tokens. */
export const openidConnectFaults: readonly Fault[] = [
  ...userFaults,
  ...acceptanceFaults,
  ...repeatedUseFaults,
  ...signatureFaults,
  ...algorithmFaults,
  ...headerKeyFaults,
  ...keyFaults,
  ...providerFaults,
  ...emailFaults,
  ...addressComparisonFaults,
  ...otherClaimFaults,
  ...validityFaults,
  ...malformedTokenFaults,
  ...tokenEndpointFaults,
  ...whoseAddressFaults,
  ...partOfAddressFaults,
];

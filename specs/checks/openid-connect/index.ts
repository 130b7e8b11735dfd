import type { SuiteCheck } from '../../check.ts';
import { acceptanceChecks } from './acceptance.ts';
import { besideChecks } from './beside.ts';
import { emailChecks } from './email.ts';
import { expiryChecks } from './expiry.ts';
import { keyChecks } from './keys.ts';
import { otherCallChecks } from './other-calls.ts';
import { providerChecks } from './providers.ts';
import { repeatedUseChecks } from './repeated-use.ts';
import { signatureChecks } from './signatures.ts';
import { tokenEndpointChecks } from './token-endpoint.ts';
import { userChecks } from './user.ts';
import { addressChecks } from './addresses.ts';

/** The checks of the profile `openid-connect`. */
export const openidConnectChecks: readonly SuiteCheck[] = [
  ...acceptanceChecks,
  ...repeatedUseChecks,
  ...userChecks,
  ...signatureChecks,
  ...keyChecks,
  ...emailChecks,
  ...providerChecks,
  ...expiryChecks,
  ...tokenEndpointChecks,
  ...addressChecks,
  ...besideChecks,
  ...otherCallChecks,
];

import type { Fault } from './fault.ts';
import { issuingFaults } from './client-credentials/issuing.ts';
import { strayFieldFaults } from './client-credentials/stray-fields.ts';
import { tokenInUseFaults } from './client-credentials/tokens-in-use.ts';
import { seenTooLittleFaults } from './client-credentials/seen-too-little.ts';
import { seenTooMuchFaults } from './client-credentials/seen-too-much.ts';
import { permissionOfTokenFaults } from './client-credentials/permissions-of-tokens.ts';
import { creatorFaults } from './client-credentials/creators.ts';
import { secretFaults } from './client-credentials/secrets.ts';

export const clientCredentialsFaults: readonly Fault[] = [
  ...issuingFaults,
  ...strayFieldFaults,
  ...tokenInUseFaults,
  ...seenTooLittleFaults,
  ...seenTooMuchFaults,
  ...permissionOfTokenFaults,
  ...creatorFaults,
  ...secretFaults,
];

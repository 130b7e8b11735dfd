import type { Fault } from './fault.ts';
import { authorizationFaults } from './delegated/authorization.ts';
import { delegatedTokenFaults } from './delegated/tokens.ts';
import { rememberedConsentFaults } from './delegated/remembered-consents.ts';
import { creatorsAfterAPastFaults } from './delegated/creators-after-a-past.ts';
import { exchangeAddressFaults } from './delegated/exchange-addresses.ts';
import { hostWithoutTlsFaults } from './delegated/hosts-without-tls.ts';
import { waitingCodeFaults } from './delegated/waiting-codes.ts';
import { formAndStateFaults } from './delegated/forms-and-states.ts';
import { nameFaults } from './delegated/names.ts';
import { consentsByNameFaults } from './delegated/consents-by-name.ts';
import { sharedConsentFaults } from './delegated/shared-consents.ts';
import { stateFilterFaults } from './delegated/state-filters.ts';
import { refusedAddressFaults } from './delegated/refused-addresses.ts';
import { secondTryFaults } from './delegated/second-tries.ts';

export const delegatedFaults: readonly Fault[] = [
  ...authorizationFaults,
  ...delegatedTokenFaults,
  ...rememberedConsentFaults,
  ...creatorsAfterAPastFaults,
  ...exchangeAddressFaults,
  ...hostWithoutTlsFaults,
  ...waitingCodeFaults,
  ...formAndStateFaults,
  ...nameFaults,
  ...consentsByNameFaults,
  ...sharedConsentFaults,
  ...stateFilterFaults,
  ...refusedAddressFaults,
  ...secondTryFaults,
];

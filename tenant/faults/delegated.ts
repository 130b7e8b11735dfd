import { setTimeout } from 'node:timers/promises';
import { authorizationFaults } from './delegated/authorization.ts';
import { delegatedTokenFaults } from './delegated/tokens.ts';
import type { Fault } from './fault.ts';
import { nearMissFaults } from './delegated/near-misses.ts';
import { nearMissFaultsThree } from './delegated/near-misses-three.ts';
import { evaluatedFaults } from './delegated/evaluated.ts';
import { evaluatedTwoFaults } from './delegated/evaluated-two.ts';
import { evaluatedThreeFaults } from './delegated/evaluated-three.ts';
import { evaluatedFourFaults } from './delegated/evaluated-four.ts';
import { evaluatedFiveFaults } from './delegated/evaluated-five.ts';
import { evaluatedSixFaults } from './delegated/evaluated-six.ts';
import { evaluatedSevenFaults } from './delegated/evaluated-seven.ts';
import { evaluatedEightFaults } from './delegated/evaluated-eight.ts';
import { rememberedConsentFaults } from './delegated/remembered-consents.ts';
import { exchangeAddressFaults } from './delegated/exchange-addresses.ts';
import { hostWithoutTlsFaults } from './delegated/hosts-without-tls.ts';
import { waitingCodeFaults } from './delegated/waiting-codes.ts';
import { formAndStateFaults } from './delegated/forms-and-states.ts';
import { nameFaults } from './delegated/names.ts';

export const delegatedFaults: readonly Fault[] = [
  ...delegatedTokenFaults,
  ...authorizationFaults,
  {
    id: 'delegated/several-win-a-refresh-race',
    breaks: ['DEL-52'],
    also: ['DEL-42', 'DEL-43', 'DEL-53'],
    summary: 'A refresh token is found unspent some time before it is spent.',
    behaviour: () => ({ gapBeforeSpending: () => setTimeout(5) }),
  },
  {
    id: 'delegated/redirect-uri-matched-by-prefix',
    breaks: ['DEL-09'],
    also: ['DEL-10', 'DEL-11'],
    summary: 'A redirect URI that begins with a registered one is taken for it.',
    behaviour: () => ({ redirectUriMatches: (_call, registered, named) => named.startsWith(registered) }),
  },
  ...nearMissFaults,
  ...nearMissFaultsThree,
  ...evaluatedFaults,
  ...evaluatedTwoFaults,
  ...evaluatedThreeFaults,
  ...evaluatedFourFaults,
  ...evaluatedFiveFaults,
  ...evaluatedSixFaults,
  ...evaluatedSevenFaults,
  ...evaluatedEightFaults,
  ...rememberedConsentFaults,
  ...exchangeAddressFaults,
  ...hostWithoutTlsFaults,
  ...waitingCodeFaults,
  ...formAndStateFaults,
  ...nameFaults,
];

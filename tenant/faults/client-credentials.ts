import { attributionFaults } from './client-credentials/attribution.ts';
import { besideUsersFaults } from './client-credentials/beside-users.ts';
import { issuingFaults } from './client-credentials/issuing.ts';
import { permissionFaults } from './client-credentials/permissions.ts';
import { secretFaults } from './client-credentials/secrets.ts';
import { strangerFaults } from './client-credentials/strangers.ts';
import { useFaults } from './client-credentials/use.ts';
import type { Fault } from './fault.ts';
import { nearMissFaults } from './client-credentials/near-misses.ts';
import { nearMissFaults as nearMissesOfOrderFaults } from './client-credentials/near-misses-three.ts';
import { evaluatedFaults } from './client-credentials/evaluated.ts';
import { evaluatedTwoFaults } from './client-credentials/evaluated-two.ts';
import { evaluatedThreeFaults } from './client-credentials/evaluated-three.ts';
import { evaluatedFourFaults } from './client-credentials/evaluated-four.ts';
import { evaluatedFaultsFive } from './client-credentials/evaluated-five.ts';
import { evaluatedEightFaults } from './client-credentials/evaluated-eight.ts';
import { keptAndLostFaults } from './client-credentials/kept-and-lost.ts';

export const clientCredentialsFaults: readonly Fault[] = [
  ...issuingFaults,
  ...useFaults,
  ...permissionFaults,
  ...strangerFaults,
  ...attributionFaults,
  ...secretFaults,
  ...besideUsersFaults,
  ...nearMissFaults,
  ...nearMissesOfOrderFaults,
  ...evaluatedFaults,
  ...evaluatedTwoFaults,
  ...evaluatedThreeFaults,
  ...evaluatedFourFaults,
  ...evaluatedFaultsFive,
  ...evaluatedEightFaults,
  ...keptAndLostFaults,
];

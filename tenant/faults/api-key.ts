import { acceptanceFaults } from './api-key/acceptance.ts';
import { permissionFaults } from './api-key/permissions.ts';
import { refusalFaults } from './api-key/refusal.ts';
import { rotationFaults } from './api-key/rotation.ts';
import { tokenPathFaults } from './api-key/token-path.ts';
import type { Fault } from './fault.ts';
import { nearMissFaults } from './api-key/near-misses.ts';
import { nearMissFaults as nearMissesOfOrderFaults } from './api-key/near-misses-three.ts';
import { evaluatedFaults } from './api-key/evaluated.ts';
import { evaluatedTwoFaults } from './api-key/evaluated-two.ts';
import { evaluatedThreeFaults } from './api-key/evaluated-three.ts';
import { evaluatedFourFaults } from './api-key/evaluated-four.ts';
import { evaluatedEightFaults } from './api-key/evaluated-eight.ts';
import { wordAndAdditionFaults } from './api-key/words-and-additions.ts';

export const apiKeyFaults: readonly Fault[] = [
  ...acceptanceFaults,
  ...refusalFaults,
  ...tokenPathFaults,
  ...rotationFaults,
  ...permissionFaults,
  ...nearMissFaults,
  ...nearMissesOfOrderFaults,
  ...evaluatedFaults,
  ...evaluatedTwoFaults,
  ...evaluatedThreeFaults,
  ...evaluatedFourFaults,
  ...evaluatedEightFaults,
  ...wordAndAdditionFaults,
];

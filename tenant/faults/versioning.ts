import type { Fault } from './fault.ts';
import { alikeFaults } from './versioning/alike.ts';
import { authorizationPathFaults } from './versioning/authorization-path.ts';
import { legacyPathFaults } from './versioning/legacy-path.ts';
import { legacyTokenFaults } from './versioning/legacy-tokens.ts';
import { userGrantFaults } from './versioning/user-grants.ts';
import { versionFaults } from './versioning/versions.ts';
import { nearMissFaults } from './versioning/near-misses.ts';
import { nearMissFaults as nearMissesOfOrderFaults } from './versioning/near-misses-three.ts';
import { evaluatedFaults } from './versioning/evaluated.ts';
import { evaluatedTwoFaults } from './versioning/evaluated-two.ts';
import { evaluatedThreeFaults } from './versioning/evaluated-three.ts';
import { evaluatedFourFaults } from './versioning/evaluated-four.ts';
import { evaluatedFaultsFive } from './versioning/evaluated-five.ts';
import { evaluatedEightFaults } from './versioning/evaluated-eight.ts';

export const versioningFaults: readonly Fault[] = [
  ...versionFaults,
  ...authorizationPathFaults,
  ...legacyPathFaults,
  ...legacyTokenFaults,
  ...alikeFaults,
  ...userGrantFaults,
  ...nearMissFaults,
  ...nearMissesOfOrderFaults,
  ...evaluatedFaults,
  ...evaluatedTwoFaults,
  ...evaluatedThreeFaults,
  ...evaluatedFourFaults,
  ...evaluatedFaultsFive,
  ...evaluatedEightFaults,
];

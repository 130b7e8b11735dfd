import type { Fault } from './fault.ts';
import { archivingFaults } from './lifecycle/archiving.ts';
import { historyFaults } from './lifecycle/histories.ts';
import { legacyPathFaults } from './lifecycle/legacy-path.ts';
import { providerOnlyFaults } from './lifecycle/provider-only.ts';
import { reinstallationFaults } from './lifecycle/reinstallation.ts';
import { suspensionFaults } from './lifecycle/suspension.ts';
import { unarchivingFaults } from './lifecycle/unarchiving.ts';
import { uninstallationFaults } from './lifecycle/uninstallation.ts';
import { unsuspensionFaults } from './lifecycle/unsuspension.ts';
import { nearMissFaults } from './lifecycle/near-misses.ts';
import { nearMissFaultsThree } from './lifecycle/near-misses-three.ts';
import { evaluatedFaults } from './lifecycle/evaluated.ts';
import { evaluatedFaultsTwo } from './lifecycle/evaluated-two.ts';
import { evaluatedFaultsThree } from './lifecycle/evaluated-three.ts';
import { evaluatedFaultsFour } from './lifecycle/evaluated-four.ts';
import { evaluatedFaultsFive } from './lifecycle/evaluated-five.ts';
import { evaluatedFaultsSix } from './lifecycle/evaluated-six.ts';
import { evaluatedFaultsEight } from './lifecycle/evaluated-eight.ts';
import { onceSuspendedFaults } from './lifecycle/once-suspended.ts';
import { lateReinstallFaults } from './lifecycle/late-reinstalls.ts';
import { whoGoesOnFaults } from './lifecycle/who-goes-on.ts';
import { broughtBackFaults } from './lifecycle/brought-back.ts';

const singleMistakes: readonly Fault[] = [
  ...suspensionFaults,
  ...unsuspensionFaults,
  ...providerOnlyFaults,
  ...archivingFaults,
  ...unarchivingFaults,
  ...uninstallationFaults,
  ...reinstallationFaults,
  ...legacyPathFaults,
];

export const lifecycleFaults: readonly Fault[] = [
  // whatever a change of state stops too little or too much, a random series of changes (LIF-42) may come across it
  ...singleMistakes.map((fault) => ({ ...fault, also: [...(fault.also ?? []), 'LIF-42'] })),
  ...historyFaults,
  ...nearMissFaults,
  ...nearMissFaultsThree,
  ...evaluatedFaults,
  ...evaluatedFaultsTwo,
  ...evaluatedFaultsThree,
  ...evaluatedFaultsFour,
  ...evaluatedFaultsFive,
  ...evaluatedFaultsSix,
  ...evaluatedFaultsEight,
  ...onceSuspendedFaults,
  ...lateReinstallFaults,
  ...whoGoesOnFaults,
  ...broughtBackFaults,
];

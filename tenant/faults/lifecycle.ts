import type { Fault } from './fault.ts';
import { suspensionFaults } from './lifecycle/suspension.ts';
import { unsuspensionFaults } from './lifecycle/unsuspension.ts';
import { providerOnlyFaults } from './lifecycle/provider-only.ts';
import { archivingFaults } from './lifecycle/archiving.ts';
import { unarchivingFaults } from './lifecycle/unarchiving.ts';
import { uninstallationFaults } from './lifecycle/uninstallation.ts';
import { reinstallationFaults } from './lifecycle/reinstallation.ts';
import { legacyPathFaults } from './lifecycle/legacy-path.ts';
import { endOfSuspensionFaults } from './lifecycle/ends-of-suspensions.ts';
import { suspensionsAndOthersFaults } from './lifecycle/suspensions-and-others.ts';
import { archivedAppFaults } from './lifecycle/archived-apps.ts';
import { endOfArchivingFaults } from './lifecycle/ends-of-archivings.ts';
import { archivingsAndOthersFaults } from './lifecycle/archivings-and-others.ts';
import { unarchivedAppFaults } from './lifecycle/unarchived-apps.ts';
import { uninstalledAppFaults } from './lifecycle/uninstalled-apps.ts';
import { outlivingUninstallationFaults } from './lifecycle/outliving-an-uninstallation.ts';
import { uninstallationsAndOthersFaults } from './lifecycle/uninstallations-and-others.ts';
import { reinstalledAppFaults } from './lifecycle/reinstalled-apps.ts';
import { reinstallsAndChangesFaults } from './lifecycle/reinstalls-and-changes.ts';
import { consentAfterReinstallFaults } from './lifecycle/consents-after-a-reinstall.ts';
import { historyFaults } from './lifecycle/histories.ts';
import { lateReinstallFaults } from './lifecycle/late-reinstalls.ts';
import { whoGoesOnFaults } from './lifecycle/who-goes-on.ts';
import { broughtBackFaults } from './lifecycle/brought-back.ts';
import { archivedForUsersFaults } from './lifecycle/archived-for-users.ts';
import { longHeldFaults } from './lifecycle/long-held.ts';
import { howeverMadeFaults } from './lifecycle/however-made.ts';
import { keptInMindFaults } from './lifecycle/kept-in-mind.ts';

const singleMistakes: readonly Fault[] = [
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
  ...suspensionFaults,
  ...endOfSuspensionFaults,
  ...unsuspensionFaults,
  ...suspensionsAndOthersFaults,
  ...archivedAppFaults,
  ...endOfArchivingFaults,
  ...archivingsAndOthersFaults,
  ...unarchivedAppFaults,
  ...uninstalledAppFaults,
  ...outlivingUninstallationFaults,
  ...uninstallationsAndOthersFaults,
  ...reinstalledAppFaults,
  ...reinstallsAndChangesFaults,
  ...consentAfterReinstallFaults,
  ...historyFaults,
  ...lateReinstallFaults,
  ...whoGoesOnFaults,
  ...broughtBackFaults,
  ...archivedForUsersFaults,
  ...longHeldFaults,
  ...howeverMadeFaults,
  ...keptInMindFaults,
];

import type { Fault } from './fault.ts';
import { suspensionFaults } from './lifecycle/suspension.ts';
import { unsuspensionFaults } from './lifecycle/unsuspension.ts';
import { providerOnlyFaults } from './lifecycle/provider-only.ts';
import { archivingFaults } from './lifecycle/archiving.ts';
import { unarchivingFaults } from './lifecycle/unarchiving.ts';
import { uninstallationFaults } from './lifecycle/uninstallation.ts';
import { reinstallationFaults } from './lifecycle/reinstallation.ts';
import { legacyPathFaults } from './lifecycle/legacy-path.ts';
import { suspendedUserFaults } from './lifecycle/suspended-users.ts';
import { suspendedAuthorizationFaults } from './lifecycle/suspended-authorization.ts';
import { endOfSuspensionFaults } from './lifecycle/ends-of-suspensions.ts';
import { suspensionsAndOthersFaults } from './lifecycle/suspensions-and-others.ts';
import { activeAgainFaults } from './lifecycle/active-again.ts';
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
import { onceSuspendedFaults } from './lifecycle/once-suspended.ts';
import { lateReinstallFaults } from './lifecycle/late-reinstalls.ts';
import { whoGoesOnFaults } from './lifecycle/who-goes-on.ts';
import { broughtBackFaults } from './lifecycle/brought-back.ts';
import { archivedForUsersFaults } from './lifecycle/archived-for-users.ts';
import { legacyTokenFaults } from './lifecycle/legacy-tokens.ts';
import { longHeldFaults } from './lifecycle/long-held.ts';
import { howeverMadeFaults } from './lifecycle/however-made.ts';
import { keptInMindFaults } from './lifecycle/kept-in-mind.ts';
import { appsBesideTheSuspendedFaults } from './lifecycle/apps-beside-the-suspended.ts';

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
  ...suspendedUserFaults,
  ...suspendedAuthorizationFaults,
  ...endOfSuspensionFaults,
  ...suspensionsAndOthersFaults,
  ...activeAgainFaults,
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
  ...onceSuspendedFaults,
  ...lateReinstallFaults,
  ...whoGoesOnFaults,
  ...broughtBackFaults,
  ...archivedForUsersFaults,
  ...legacyTokenFaults,
  ...longHeldFaults,
  ...howeverMadeFaults,
  ...keptInMindFaults,
  ...appsBesideTheSuspendedFaults,
];

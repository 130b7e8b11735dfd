import type { Fault } from './fault.ts';
import { archivingFaults } from './lifecycle/archiving.ts';
import { archivingsAndOthersFaults } from './lifecycle/archivings-and-others.ts';
import { consentAfterReinstallFaults } from './lifecycle/consents-after-a-reinstall.ts';
import { endOfArchivingFaults } from './lifecycle/ends-of-archivings.ts';
import { endOfSuspensionFaults } from './lifecycle/ends-of-suspensions.ts';
import { legacyPathFaults } from './lifecycle/legacy-path.ts';
import { providerOnlyFaults } from './lifecycle/provider-only.ts';
import { reinstallationFaults } from './lifecycle/reinstallation.ts';
import { spentTokenFaults } from './lifecycle/spent-tokens.ts';
import { suspensionFaults } from './lifecycle/suspension.ts';
import { suspensionsAndOthersFaults } from './lifecycle/suspensions-and-others.ts';
import { unarchivingFaults } from './lifecycle/unarchiving.ts';
import { uninstallationFaults } from './lifecycle/uninstallation.ts';
import { uninstallationsAndOthersFaults } from './lifecycle/uninstallations-and-others.ts';
import { unsuspensionFaults } from './lifecycle/unsuspension.ts';

export const lifecycleFaults: readonly Fault[] = [
  ...suspensionFaults,
  ...endOfSuspensionFaults,
  ...suspensionsAndOthersFaults,
  ...unsuspensionFaults,
  ...providerOnlyFaults,
  ...archivingFaults,
  ...endOfArchivingFaults,
  ...archivingsAndOthersFaults,
  ...unarchivingFaults,
  ...uninstallationFaults,
  ...uninstallationsAndOthersFaults,
  ...reinstallationFaults,
  ...consentAfterReinstallFaults,
  ...spentTokenFaults,
  ...legacyPathFaults,
];

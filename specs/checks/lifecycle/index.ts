import type { SuiteCheck } from '../../check.ts';
import { archivingChecks } from './archiving.ts';
import { combinationChecks } from './combinations.ts';
import { historyChecks } from './histories.ts';
import { twoStateChecks } from './two-states.ts';
import { othersChecks } from './others.ts';
import { providerOnlyChecks } from './provider-only.ts';
import { raceChecks } from './races.ts';
import { reauthorizationChecks } from './reauthorization.ts';
import { reinstallationChecks } from './reinstallation.ts';
import { suspensionChecks } from './suspension.ts';
import { unarchivingChecks } from './unarchiving.ts';
import { uninstallationChecks } from './uninstallation.ts';
import { unsuspensionChecks } from './unsuspension.ts';
import { followingPageChecks } from './following-pages.ts';
import { longAfterChecks } from './long-after.ts';
import { meanwhileChecks } from './meanwhile.ts';
import { repetitionChecks } from './repetition.ts';
import { servedAgainChecks } from './served-again.ts';
import { whicheverUserChecks } from './whichever-user.ts';

/** The checks of the profile `lifecycle`. */
export const lifecycleChecks: readonly SuiteCheck[] = [
  ...suspensionChecks,
  ...othersChecks,
  ...unsuspensionChecks,
  ...reauthorizationChecks,
  ...providerOnlyChecks,
  ...archivingChecks,
  ...unarchivingChecks,
  ...uninstallationChecks,
  ...reinstallationChecks,
  ...combinationChecks,
  ...raceChecks,
  ...historyChecks,
  ...twoStateChecks,
  ...followingPageChecks,
  ...meanwhileChecks,
  ...repetitionChecks,
  ...longAfterChecks,
  ...whicheverUserChecks,
  ...servedAgainChecks,
];

import type { SuiteCheck } from '../../check.ts';
import { archivingChecks } from './archiving.ts';
import { suspensionAndReinstallationChecks } from './suspension-and-reinstallation.ts';
import { historiesChecks } from './histories.ts';
import { twoStatesChecks } from './two-states.ts';
import { suspensionIsolationChecks } from './suspension-isolation.ts';
import { providerOnlyChecks } from './provider-only.ts';
import { racesChecks } from './races.ts';
import { reauthorizationChecks } from './reauthorization.ts';
import { reinstallationChecks } from './reinstallation.ts';
import { rowsChecks } from './rows.ts';
import { suspensionChecks } from './suspension.ts';
import { unarchivingChecks } from './unarchiving.ts';
import { uninstallationChecks } from './uninstallation.ts';
import { unsuspensionChecks } from './unsuspension.ts';
import { followingPagesChecks } from './following-pages.ts';
import { longLastingStatesChecks } from './long-lasting-states.ts';
import { changesWhileInactiveChecks } from './changes-while-inactive.ts';
import { repetitionChecks } from './repetition.ts';
import { callsAfterResumptionChecks } from './calls-after-resumption.ts';
import { namesOfSuspendedUsersChecks } from './names-of-suspended-users.ts';

/**
 * The checks of the profile `lifecycle`.
 *
 * Beside them:
 * - `app-with-grants.ts`: an app to which several users have consented
 * - `held-tokens.ts`: what apps hold for users, made and tried
 * - `older-tokens.ts`: what an app has held for some time, stopped
 * - `reinstalled.ts`: an app that was uninstalled and installed again
 * - `stage.ts`: actors, the listings that serve them, and changes of their state
 */
export const lifecycleChecks: readonly SuiteCheck[] = [
  // suspension: what the suspension of a user stops
  ...suspensionChecks,
  // suspension-isolation: what the suspension of a user leaves alone
  ...suspensionIsolationChecks,
  // unsuspension: what comes back with the un-suspension of a user
  ...unsuspensionChecks,
  // reauthorization: what users authorize again after a suspension, and what does not come back by itself
  ...reauthorizationChecks,
  // provider-only: how suspension at an identity provider and in the platform differ
  ...providerOnlyChecks,
  // archiving: what archiving an app stops, which is judged at once, and what it leaves alone
  ...archivingChecks,
  // unarchiving: what comes back when an app is unarchived
  ...unarchivingChecks,
  // uninstallation: what an uninstallation ends, and what it leaves alone
  ...uninstallationChecks,
  // reinstallation: what a reinstallation does not bring back, and what it takes to begin anew
  ...reinstallationChecks,
  // suspension-and-reinstallation: how suspension and reinstallation meet
  ...suspensionAndReinstallationChecks,
  // races: changes of state while requests are on their way
  ...racesChecks,
  // histories: random series of what happens to users and apps, compared with the credential model
  ...historiesChecks,
  // two-states: states of a user and an app that overlap: chance would leave out some of their orders
  ...twoStatesChecks,
  // following-pages: following pages of what was stopped in the midst of a listing
  ...followingPagesChecks,
  // changes-while-inactive: changes while an app is archived or a user suspended, and what holds of them afterwards
  ...changesWhileInactiveChecks,
  // repetition: states that are set once more, and what is whole when a state is over
  ...repetitionChecks,
  // long-lasting-states: states that last for months, and other calls than plain listings in them
  ...longLastingStatesChecks,
  // names-of-suspended-users: users of any name and in any projects, suspended
  ...namesOfSuspendedUsersChecks,
  // calls-after-resumption: following, sorted and filtered pages and writes after an un-suspension, an unarchiving and a renewed consent
  ...callsAfterResumptionChecks,
  // rows: what a state stops is refused in every form of call
  ...rowsChecks,
];

import type { SuiteCheck } from '../../check.ts';
import { historiesChecks } from './histories.ts';
import { twoStatesChecks } from './two-states.ts';
import { suspensionIsolationChecks } from './suspension-isolation.ts';
import { providerOnlyChecks } from './provider-only.ts';
import { racesChecks } from './races.ts';
import { reachChecks } from './reach.ts';
import { rowsChecks } from './rows.ts';
import { rowsOfLastingStatesChecks } from './rows-of-lasting-states.ts';
import { rowsOfReinstallationsChecks } from './rows-of-reinstallations.ts';
import { unarchivingChecks } from './unarchiving.ts';
import { repetitionChecks } from './repetition.ts';

/**
 * The checks of the profile `lifecycle`.
 *
 * Beside them:
 * - `reinstalled.ts`: an app that was uninstalled and installed again
 * - `stage.ts`: actors, the listings that serve them, and changes of their state
 */
export const lifecycleChecks: readonly SuiteCheck[] = [
  // suspension-isolation: what the suspension of a user leaves alone
  ...suspensionIsolationChecks,
  // provider-only: what a user keeps to whom the identity provider gives no ID tokens any more
  ...providerOnlyChecks,
  // unarchiving: what comes back when an app is unarchived
  ...unarchivingChecks,
  // reach: what an actor sees, and which actor records name, when its state is over, and what others see meanwhile
  ...reachChecks,
  // races: changes of state while requests are on their way
  ...racesChecks,
  // histories: random series of what happens to users and apps, compared with the credential model
  ...historiesChecks,
  // two-states: states of a user and an app that overlap: chance would leave out some of their orders
  ...twoStatesChecks,
  // repetition: states that are set once more, and what is whole when a state is over
  ...repetitionChecks,
  // rows: what a suspension, an archiving or an uninstallation stops, and what is served afterwards, in every form of call
  ...rowsChecks,
  // rows-of-lasting-states: suspensions, archivings and uninstallations that last, beside other events, and ID tokens
  ...rowsOfLastingStatesChecks,
  // rows-of-reinstallations: consent after a reinstallation, and tokens from before it
  ...rowsOfReinstallationsChecks,
];

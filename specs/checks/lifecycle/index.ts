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
 * Also in this folder:
 * - `reinstalled.ts`: an app that was uninstalled and installed again
 * - `stage.ts`: actors, the listings that serve them, and changes of their state
 */
export const lifecycleChecks: readonly SuiteCheck[] = [
  // suspension-isolation: credentials that the suspension of a user does not affect
  ...suspensionIsolationChecks,
  // provider-only: credentials of a user who no longer gets ID tokens from the identity provider
  ...providerOnlyChecks,
  // unarchiving: access of an app that was unarchived
  ...unarchivingChecks,
  // reach: records that an actor sees, and the creator they name, after its state has ended; records that others see
  ...reachChecks,
  // races: changes of state while requests are on their way
  ...racesChecks,
  // histories: random histories of users and apps, compared with the credential model
  ...historiesChecks,
  // two-states: overlapping states of a user and an app, in every order: random draws would miss some orders
  ...twoStatesChecks,
  // repetition: changes to a state that a user or an app has already
  ...repetitionChecks,
  // rows: credentials that a suspension, an archiving or an uninstallation stops, and credentials that are served
  // afterwards, in every form of call
  ...rowsChecks,
  // rows-of-lasting-states: states that last for months, states amid other events, and their effect on ID tokens
  ...rowsOfLastingStatesChecks,
  // rows-of-reinstallations: consent after a reinstallation, and tokens from before it
  ...rowsOfReinstallationsChecks,
];

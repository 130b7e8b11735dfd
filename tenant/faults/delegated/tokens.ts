import type { Fault } from '../fault.ts';
import { exchangeFaults } from './exchange.ts';
import { pendingCodeFaults } from './pending-codes.ts';
import { strangeTokenFaults } from './strange-tokens.ts';
import { readingAloneFaults } from './reading-alone.ts';
import { reachFaults } from './reach.ts';
import { permissionFaults } from './permissions.ts';
import { mistakenUserFaults } from './mistaken-users.ts';
import { refreshingFaults } from './refreshing.ts';
import { timeOfRefreshFaults } from './time-of-refreshes.ts';
import { wrongClientFaults } from './wrong-clients.ts';
import { spentFaults } from './spent.ts';
import { unspentAgainFaults } from './unspent-again.ts';
import { refusalOfSpentFaults } from './refusal-of-spent.ts';
import { raceFaults } from './races.ts';
import { grantIsolationFaults } from './grant-isolation.ts';

/** Faults of codes, delegated tokens and refreshes. */
export const delegatedTokenFaults: readonly Fault[] = [
  ...exchangeFaults,
  ...pendingCodeFaults,
  ...strangeTokenFaults,
  ...reachFaults,
  ...permissionFaults,
  ...readingAloneFaults,
  ...mistakenUserFaults,
  ...refreshingFaults,
  ...timeOfRefreshFaults,
  ...wrongClientFaults,
  ...spentFaults,
  ...unspentAgainFaults,
  ...refusalOfSpentFaults,
  ...raceFaults,
  ...grantIsolationFaults,
];

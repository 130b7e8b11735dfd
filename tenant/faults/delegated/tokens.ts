import type { Fault } from '../fault.ts';
import { exchangeFaults } from './exchange.ts';
import { raceFaults } from './races.ts';
import { reachFaults } from './reach.ts';
import { refreshingFaults } from './refreshing.ts';
import { spentFaults } from './spent.ts';
import { strangeTokenFaults } from './strange-tokens.ts';
import { unharmedFaults } from './unharmed.ts';

/** Faults of codes, delegated tokens and refreshes. */
export const delegatedTokenFaults: readonly Fault[] = [
  ...exchangeFaults,
  ...reachFaults,
  ...refreshingFaults,
  ...spentFaults,
  ...unharmedFaults,
  ...raceFaults,
  ...strangeTokenFaults,
];

import type { SuiteCheck } from '../../check.ts';
import { exchangeChecks } from './exchange.ts';
import { inUseChecks } from './in-use.ts';
import { raceChecks } from './races.ts';
import { reachChecks } from './reach.ts';
import { refreshChecks } from './refresh.ts';
import { rotationChecks } from './rotation.ts';
import { strangeTokenChecks } from './strange-tokens.ts';
import { unharmedChecks } from './unharmed.ts';

/** The checks of the profile `delegated`. */
export const delegatedChecks: readonly SuiteCheck[] = [
  ...exchangeChecks,
  ...reachChecks,
  ...inUseChecks,
  ...refreshChecks,
  ...rotationChecks,
  ...unharmedChecks,
  ...raceChecks,
  ...strangeTokenChecks,
];

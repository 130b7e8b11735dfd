import type { SuiteCheck } from '../../check.ts';
import { historiesChecks } from './histories.ts';
import { renewalChecks } from './renewal.ts';
import { rowsChecks } from './rows.ts';
import { rowsOfKeysChecks } from './rows-of-keys.ts';
import { rowsOfRefreshTokensChecks } from './rows-of-refresh-tokens.ts';
import { toTheSecondChecks } from './to-the-second.ts';

/**
 * The checks of the profile `expiry`.
 *
 * Beside them:
 * - `issuing.ts`: tokens that are issued with others beside them
 */
export const expiryChecks: readonly SuiteCheck[] = [
  // to-the-second: how long tokens last to the second, and that what is announced agrees with it
  ...toTheSecondChecks,
  // renewal: how access goes on without the user for years
  ...renewalChecks,
  // rows: how long access tokens last, in every form of call, at any time and after any event
  ...rowsChecks,
  // rows-of-refresh-tokens: how long refresh tokens last, renewed or not, and after any event
  ...rowsOfRefreshTokensChecks,
  // rows-of-keys: how long personal keys last, from any date, and after any event
  ...rowsOfKeysChecks,
  // histories: random histories in which time passes, compared with the credential model
  ...historiesChecks,
];

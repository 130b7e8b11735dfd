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
 * Also in this folder:
 * - `issuing.ts`: issues tokens and grants for probes of their lifetime, several prepared together
 */
export const expiryChecks: readonly SuiteCheck[] = [
  // to-the-second: the lifetime of tokens to the second, and its agreement with the announced lifetime
  ...toTheSecondChecks,
  // renewal: access that refreshes renew for years without the user
  ...renewalChecks,
  // rows: the lifetime of access tokens, in every form of call, at any time and after any event
  ...rowsChecks,
  // rows-of-refresh-tokens: the lifetime of refresh tokens, renewed or not, and after any event
  ...rowsOfRefreshTokensChecks,
  // rows-of-keys: the lifetime of personal keys, from any date, and after any event
  ...rowsOfKeysChecks,
  // histories: random histories in which time passes, compared with the credential model
  ...historiesChecks,
];

import { callsBeforeExpiryChecks } from './calls-before-expiry.ts';
import { callsAfterExpiryChecks } from './calls-after-expiry.ts';
import type { SuiteCheck } from '../../check.ts';
import { changesOfAppsAndUsersChecks } from './changes-of-apps-and-users.ts';
import { announcedLifetimesChecks } from './announced-lifetimes.ts';
import { apiKeysChecks } from './api-keys.ts';
import { appTokensChecks } from './app-tokens.ts';
import { delegatedTokensChecks } from './delegated-tokens.ts';
import { historiesChecks } from './histories.ts';
import { rowsChecks } from './rows.ts';
import { keyRotationChecks } from './key-rotation.ts';
import { inactivePeriodsChecks } from './inactive-periods.ts';
import { refreshTokensChecks } from './refresh-tokens.ts';
import { renewalChecks } from './renewal.ts';
import { separateGrantsChecks } from './separate-grants.ts';
import { tokenUseChecks } from './token-use.ts';
import { followingPagesChecks } from './following-pages.ts';
import { manyCallsAndKeysChecks } from './many-calls-and-keys.ts';
import { effectOfUnrelatedEventsChecks } from './effect-of-unrelated-events.ts';

/**
 * The checks of the profile `expiry`.
 *
 * Beside them:
 * - `dated-keys.ts`: keys with a date of creation in the past
 * - `issuing.ts`: tokens that are issued with others beside them
 * - `on-each-listing.ts`: the same on each listing, side by side
 * - `unrelated-events.ts`: events that neither prolong nor end a credential
 */
export const expiryChecks: readonly SuiteCheck[] = [
  // app-tokens: how long app access tokens last
  ...appTokensChecks,
  // token-use: from when an access token's life is counted, and what does not change it
  ...tokenUseChecks,
  // delegated-tokens: how long delegated access tokens last
  ...delegatedTokensChecks,
  // refresh-tokens: how long refresh tokens last
  ...refreshTokensChecks,
  // renewal: how access goes on without the user, and with the user when it has ended
  ...renewalChecks,
  // separate-grants: what else goes on does not prolong a refresh token
  ...separateGrantsChecks,
  // announced-lifetimes: what is announced agrees with what is enforced
  ...announcedLifetimesChecks,
  // api-keys: how long personal keys last
  ...apiKeysChecks,
  // key-rotation: what does not prolong a personal key, and what begins a new one
  ...keyRotationChecks,
  // inactive-periods: what stops a credential for a while does not prolong its life
  ...inactivePeriodsChecks,
  // histories: random histories in which time passes, compared with the credential model
  ...historiesChecks,
  // following-pages: what has expired in the midst of a listing, or is presented in another place than it was issued at
  ...followingPagesChecks,
  // changes-of-apps-and-users: what is changed about apps and users neither prolongs a token nor ends a key
  ...changesOfAppsAndUsersChecks,
  // effect-of-unrelated-events: what happens beside a token, and the forms of its use, do not prolong it
  ...effectOfUnrelatedEventsChecks,
  // many-calls-and-keys: many calls, many keys, a second token, and a long time after the end
  ...manyCallsAndKeysChecks,
  // calls-after-expiry: what has expired, asked for what is sorted, filtered or written
  ...callsAfterExpiryChecks,
  // calls-before-expiry: what has not expired yet, asked for what is sorted, filtered, paged or written
  ...callsBeforeExpiryChecks,
  // rows: how long credentials last, in every form of call, and whatever happens meanwhile
  ...rowsChecks,
];

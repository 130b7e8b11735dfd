import type { SuiteCheck } from '../../check.ts';
import { attributionChecks } from './attribution.ts';
import { besideUsersChecks } from './beside-users.ts';
import { grantChecks } from './grant.ts';
import { reachChecks } from './reach.ts';
import { secretsChecks } from './secrets.ts';
import { noAccessChecks } from './no-access.ts';
import { tokenUseChecks } from './token-use.ts';
import { afterEventsChecks } from './after-events.ts';
import { writtenRecordsChecks } from './written-records.ts';

/** The checks of the profile `client-credentials`. */
export const clientCredentialsChecks: readonly SuiteCheck[] = [
  // grant: how an app gets tokens by its own credentials
  ...grantChecks,
  // token-use: that a token is good for all of its life and for every call
  ...tokenUseChecks,
  // reach: what an app sees of the projects that it was added to, and of others
  ...reachChecks,
  // no-access: that apps see nothing before they are added to something
  ...noAccessChecks,
  // attribution: whom records name that apps create
  ...attributionChecks,
  // secrets: what the client credentials are not: credentials of the API itself
  ...secretsChecks,
  // beside-users: that app tokens and the tokens of users do not mix
  ...besideUsersChecks,
  // after-events: tokens after events that do not end them, and of apps to which something has happened
  ...afterEventsChecks,
  // written-records: what an app created itself, in listings
  ...writtenRecordsChecks,
];

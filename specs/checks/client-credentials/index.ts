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
  // grant: an app gets tokens with its own credentials
  ...grantChecks,
  // token-use: a token works for its whole lifetime and for every call
  ...tokenUseChecks,
  // reach: the records that an app sees of the projects that it was added to, and of other projects
  ...reachChecks,
  // no-access: an app sees nothing before it is added to a project
  ...noAccessChecks,
  // attribution: the creator that the records of an app name
  ...attributionChecks,
  // secrets: client credentials are not credentials of the API itself
  ...secretsChecks,
  // beside-users: app tokens and the tokens of users stay separate
  ...besideUsersChecks,
  // after-events: tokens after events that do not end them, and tokens of apps that were changed
  ...afterEventsChecks,
  // written-records: records that an app created itself, in listings
  ...writtenRecordsChecks,
];

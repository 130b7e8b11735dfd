import type { SuiteCheck } from '../../check.ts';
import { attributionChecks } from './attribution.ts';
import { besideUsersChecks } from './beside-users.ts';
import { grantChecks } from './grant.ts';
import { permissionsChecks } from './permissions.ts';
import { projectAccessChecks } from './project-access.ts';
import { secretsChecks } from './secrets.ts';
import { noAccessChecks } from './no-access.ts';
import { tokenUseChecks } from './token-use.ts';
import { neighboursChecks } from './neighbours.ts';
import { appsWithUsersChecks } from './apps-with-users.ts';
import { unrelatedEventsChecks } from './unrelated-events.ts';
import { afterEventsChecks } from './after-events.ts';
import { writtenRecordsChecks } from './written-records.ts';

/**
 * The checks of the profile `client-credentials`.
 *
 * Beside them:
 * - `settled-reach.ts`: what an app sees of the projects it was added to, once changes have taken effect
 */
export const clientCredentialsChecks: readonly SuiteCheck[] = [
  // grant: how an app gets tokens by its own credentials
  ...grantChecks,
  // token-use: that a token is good for all of its life and for every call
  ...tokenUseChecks,
  // permissions: the records that apps see, with other members in a project
  ...permissionsChecks,
  // project-access: what being added to a project gives an app, and when
  ...projectAccessChecks,
  // no-access: what apps do not see: anything before they are added to something, and what only users see
  ...noAccessChecks,
  // attribution: whom records name that apps create
  ...attributionChecks,
  // secrets: what the client credentials are not: credentials of the API itself
  ...secretsChecks,
  // beside-users: that app tokens and the tokens of users do not mix
  ...besideUsersChecks,
  // neighbours: an app beside users, and after what happened to it before
  ...neighboursChecks,
  // unrelated-events: what an app has after something has happened elsewhere
  ...unrelatedEventsChecks,
  // after-events: tokens after events that do not end them
  ...afterEventsChecks,
  // written-records: what an app created itself, in listings
  ...writtenRecordsChecks,
  // apps-with-users: apps that users authorize, with their own tokens
  ...appsWithUsersChecks,
];

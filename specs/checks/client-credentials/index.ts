import type { SuiteCheck } from '../../check.ts';
import { attributionChecks } from './attribution.ts';
import { besideUsersChecks } from './beside-users.ts';
import { grantChecks } from './grant.ts';
import { permissionChecks } from './permissions.ts';
import { projectAccessChecks } from './project-access.ts';
import { secretChecks } from './secrets.ts';
import { strangerChecks } from './strangers.ts';
import { useChecks } from './use.ts';
import { neighbourChecks } from './neighbours.ts';
import { withUsersChecks } from './with-users.ts';
import { elsewhereChecks } from './elsewhere.ts';
import { afterIncidentChecks } from './after-incidents.ts';
import { writtenRecordChecks } from './written-records.ts';
import { richerCallChecks } from './richer-calls.ts';

/** The checks of the profile `client-credentials`. */
export const clientCredentialsChecks: readonly SuiteCheck[] = [
  ...grantChecks,
  ...useChecks,
  ...permissionChecks,
  ...projectAccessChecks,
  ...strangerChecks,
  ...attributionChecks,
  ...secretChecks,
  ...besideUsersChecks,
  ...neighbourChecks,
  ...elsewhereChecks,
  ...afterIncidentChecks,
  ...writtenRecordChecks,
  ...withUsersChecks,
  ...richerCallChecks,
];

import type { SuiteCheck } from '../../check.ts';
import { acceptanceChecks } from './acceptance.ts';
import { independenceChecks } from './independence.ts';
import { otherPlacesChecks } from './other-places.ts';
import { permissionsChecks } from './permissions.ts';
import { refusalChecks } from './refusal.ts';
import { rotationChecks } from './rotation.ts';
import { neighboursChecks } from './neighbours.ts';
import { historiesChecks } from './histories.ts';
import { namesOfOwnersChecks } from './names-of-owners.ts';

/**
 * The checks of the profile `api-key`.
 *
 * Beside them:
 * - `project-records.ts`: records of a project, as the key of a member sees them
 */
export const apiKeyChecks: readonly SuiteCheck[] = [
  // acceptance: where a key is accepted
  ...acceptanceChecks,
  // refusal: what is no key in the place of a key, and keys and tokens in one another's place
  ...refusalChecks,
  // other-places: keys at the token paths
  ...otherPlacesChecks,
  // rotation: what rotation does to keys, and whose they are
  ...rotationChecks,
  // permissions: a call with a key has the powers of its owner
  ...permissionsChecks,
  // independence: a key is its owner's own: no app stands behind it
  ...independenceChecks,
  // neighbours: what the owner of a key was granted, beside others and for long
  ...neighboursChecks,
  // histories: what a key is good for after something has happened to its owner, their apps or their projects
  ...historiesChecks,
  // names-of-owners: keys of users who are called alike
  ...namesOfOwnersChecks,
];

import type { SuiteCheck } from '../../check.ts';
import { acceptanceChecks } from './acceptance.ts';
import { otherPlacesChecks } from './other-places.ts';
import { reachChecks } from './reach.ts';
import { refusalChecks } from './refusal.ts';
import { rotationChecks } from './rotation.ts';
import { neighboursChecks } from './neighbours.ts';

/** The checks of the profile `api-key`. */
export const apiKeyChecks: readonly SuiteCheck[] = [
  // acceptance: calls in which a key is accepted
  ...acceptanceChecks,
  // refusal: credentials that are no key but are sent as one, and keys and tokens that are sent in each other's form
  ...refusalChecks,
  // other-places: keys that are sent to the token paths
  ...otherPlacesChecks,
  // rotation: the effect of a rotation on the keys of its user, and on the keys of other users
  ...rotationChecks,
  // neighbours: access to projects that the owner shares, to many projects and for weeks, and to records the owner
  // wrote
  ...neighboursChecks,
  // reach: a call with a key has the permissions of its owner, and its records name the owner
  ...reachChecks,
];

import type { SuiteCheck } from '../../check.ts';
import { acceptanceChecks } from './acceptance.ts';
import { otherPlacesChecks } from './other-places.ts';
import { reachChecks } from './reach.ts';
import { refusalChecks } from './refusal.ts';
import { rotationChecks } from './rotation.ts';
import { neighboursChecks } from './neighbours.ts';

/** The checks of the profile `api-key`. */
export const apiKeyChecks: readonly SuiteCheck[] = [
  // acceptance: where a key is accepted
  ...acceptanceChecks,
  // refusal: what is no key in the place of a key, and keys and tokens in one another's place
  ...refusalChecks,
  // other-places: keys at the token paths
  ...otherPlacesChecks,
  // rotation: what rotation does to keys, and whose they are
  ...rotationChecks,
  // neighbours: what the owner of a key was granted: much, for long, and what they wrote
  ...neighboursChecks,
  // reach: a call with a key has the powers of its owner, and names them
  ...reachChecks,
];

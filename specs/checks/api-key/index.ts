import type { SuiteCheck } from '../../check.ts';
import { acceptanceChecks } from './acceptance.ts';
import { otherPlacesChecks } from './other-places.ts';
import { reachChecks } from './reach.ts';
import { refusalChecks } from './refusal.ts';
import { rotationChecks } from './rotation.ts';
import { neighboursChecks } from './neighbours.ts';
import { historiesChecks } from './histories.ts';
import { besideIdTokensChecks } from './beside-id-tokens.ts';
import { richerCallsChecks } from './richer-calls.ts';

/** The checks of the profile `api-key`. */
export const apiKeyChecks: readonly SuiteCheck[] = [
  // acceptance: where a key is accepted
  ...acceptanceChecks,
  // refusal: basic credentials that are no key in the place of a key
  ...refusalChecks,
  // other-places: keys and tokens in one another's place
  ...otherPlacesChecks,
  // rotation: what rotation does
  ...rotationChecks,
  // neighbours: a key beside other actors, and after what its owner did otherwise
  ...neighboursChecks,
  // reach: a call with a key has the powers of its owner, and names them
  ...reachChecks,
  // histories: what a key is good for after it was replaced, and what is no key
  ...historiesChecks,
  // beside-id-tokens: keys of users who have ID tokens as well
  ...besideIdTokensChecks,
  // richer-calls: what is no key, or is one no longer, in calls that are more than a plain one
  ...richerCallsChecks,
];

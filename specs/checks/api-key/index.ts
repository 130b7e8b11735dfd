import type { SuiteCheck } from '../../check.ts';
import { acceptanceChecks } from './acceptance.ts';
import { independenceChecks } from './independence.ts';
import { otherPlacesChecks } from './other-places.ts';
import { permissionChecks } from './permissions.ts';
import { refusalChecks } from './refusal.ts';
import { rotationChecks } from './rotation.ts';
import { neighbourChecks } from './neighbours.ts';
import { historyChecks } from './histories.ts';
import { besideIdTokenChecks } from './beside-id-tokens.ts';
import { ownerNameChecks } from './names-of-owners.ts';
import { richerCallChecks } from './richer-calls.ts';

/** The checks of the profile `api-key`. */
export const apiKeyChecks: readonly SuiteCheck[] = [
  ...acceptanceChecks,
  ...refusalChecks,
  ...otherPlacesChecks,
  ...rotationChecks,
  ...permissionChecks,
  ...independenceChecks,
  ...neighbourChecks,
  ...historyChecks,
  ...ownerNameChecks,
  ...besideIdTokenChecks,
  ...richerCallChecks,
];

import { actorConditions, bystanderConditions, pastConditions } from './actor-conditions.ts';
import { callConditions, useConditions } from './call-conditions.ts';
import type { Condition, Subject } from './condition.ts';
import { credentialConditions } from './credential-conditions.ts';

/** Every condition under which a decision may be wrong. */
export const conditions: readonly Condition[] = [
  ...callConditions,
  ...useConditions,
  ...credentialConditions,
  ...actorConditions,
  ...pastConditions,
  ...bystanderConditions,
];

/** Returns the conditions that are about one of these subjects. */
export const conditionsOf = (subjects: readonly Subject[]): readonly Condition[] =>
  conditions.filter(({ of }) => subjects.includes(of));

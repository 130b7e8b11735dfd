/**
 * What a tenant was found to serve before the checks, place by place, and how that is told: to the person who prepares a run, and
 * in its report. Plain data.
 */

/**
 * What became of right requests: `absent` where each answer said that nothing is there, `refused` where one said anything
 * else, or where disturbed answers are the tenant's own, `unclear` where they were disturbed otherwise, or where the actor
 * may have nothing to see.
 */
export type Serving = 'served' | 'absent' | 'refused' | 'unclear';

/** A place of the interface, and what became of right requests there. */
export interface ServedPlace {
  /** Method and path. */
  readonly place: string;
  /** By what was presented or asked for; empty where there was nothing to ask with. */
  readonly by: Readonly<Record<string, Serving>>;
  /** Where nothing is there: what demands it, the weightiest first. */
  readonly demandedBy?: readonly string[];
}

export interface ServedPlaces {
  readonly places: readonly ServedPlace[];
  /** Operations that the control lists and does not know when it is asked for them (501). */
  readonly unknownOperations?: readonly string[];
}

/** A place in words. */
export interface ToldPlace {
  /** Method and path, or an operation of the control. */
  readonly place: string;
  readonly found: string;
  /** `part`: served, and not to all that were tried; `unknown`: of something it is not known; `lacking`: it is not there. */
  readonly state: 'whole' | 'part' | 'unknown' | 'lacking';
}

/** What was found, a line for each place and for each operation that is listed in vain. */
export function toldPlaces({ places, unknownOperations = [] }: ServedPlaces): readonly ToldPlace[] {
  return [
    ...places.map(toldPlace),
    ...unknownOperations.map((place) => ({
      place,
      found: 'is listed by the control, which does not know it (501)',
      state: 'lacking' as const,
    })),
  ];
}

/** A place and what was found of it, as a sentence without a full stop. */
export function lineOf({ place, found, state }: ToldPlace): string {
  return state === 'lacking' ? `${place} ${found}` : `${place} (${found})`;
}

/** That a place is not there, with the requirement that demands it: the cause of all that follows from it. */
export function notServed(place: string, requirement: string): string {
  return `${place} ${isNotServed(requirement)}`;
}

function isNotServed(requirement: string): string {
  return `is not served: see ${requirement}`;
}

function toldPlace({ place, by, demandedBy: [requirement] = [] }: ServedPlace): ToldPlace {
  if (requirement !== undefined) return { place, found: isNotServed(requirement), state: 'lacking' };
  const those = (...servings: readonly Serving[]): string[] =>
    Object.entries(by).flatMap(([kind, serving]) => (servings.includes(serving) ? [kind] : []));
  const parts = [
    ['served', those('served')],
    ['refused', those('refused', 'absent')],
    ['not known', those('unclear')],
  ] as const;
  const told = parts.flatMap(([word, kinds]) => (kinds.length === 0 ? [] : [`${word}: ${kinds.join(', ')}`]));
  if (told.length === 0) return { place, found: 'not tried: there is no credential to try it with', state: 'unknown' };
  const found = Object.values(by);
  const isKnown = !found.includes('unclear');
  const state = !isKnown ? 'unknown' : found.every((one) => one === 'served') ? 'whole' : 'part';
  return { place, found: told.join('; '), state };
}

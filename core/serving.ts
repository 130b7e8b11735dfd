/**
 * The places that a tenant was found to serve before the checks, and their description for the person who prepares a
 * run and for the report. Plain data.
 */

/**
 * The outcome of correct requests. `absent`: each answer said that nothing exists there. `refused`: an answer said
 * anything else, or the disturbed answers are the tenant's own. `unclear`: the answers were disturbed otherwise, or the
 * actor may have nothing to see.
 */
export type Serving = 'served' | 'absent' | 'refused' | 'unclear';

/** A place of the interface, and the outcome of correct requests there. */
export interface ServedPlace {
  /** Method and path. */
  readonly place: string;
  /**
   * The outcome by the credential that was presented or the grant that was requested; empty if there was no credential
   * to try.
   */
  readonly by: Readonly<Record<string, Serving>>;
  /** The requirements that demand the place, the most important first; set if nothing exists there. */
  readonly demandedBy?: readonly string[];
}

export interface ServedPlaces {
  readonly places: readonly ServedPlace[];
  /** Operations that the control lists and does not know when it is asked for them (501). */
  readonly unknownOperations?: readonly string[];
}

/** A place in words. */
export interface PlaceDescription {
  /** Method and path, or an operation of the control. */
  readonly place: string;
  readonly found: string;
  /**
   * `part`: served, but not for everything that was tried. `unknown`: for some of it the outcome is not known.
   * `lacking`: the place does not exist.
   */
  readonly state: 'whole' | 'part' | 'unknown' | 'lacking';
}

/** Returns a line for each place, and for each operation that the control lists but does not know. */
export function describePlaces({ places, unknownOperations = [] }: ServedPlaces): readonly PlaceDescription[] {
  return [
    ...places.map(toldPlace),
    ...unknownOperations.map((place) => ({
      place,
      found: 'is listed by the control, which does not know it (501)',
      state: 'lacking' as const,
    })),
  ];
}

/** Returns a place and its outcome as a sentence without a full stop. */
export function lineOf({ place, found, state }: PlaceDescription): string {
  return state === 'lacking' ? `${place} ${found}` : `${place} (${found})`;
}

/**
 * Returns the statement that a place is not served, with the requirement that demands it. It is the cause of everything
 * that follows from it.
 */
export function notServed(place: string, requirement: string): string {
  return `${place} ${isNotServed(requirement)}`;
}

function isNotServed(requirement: string): string {
  return `is not served: see ${requirement}`;
}

function toldPlace({ place, by, demandedBy: [requirement] = [] }: ServedPlace): PlaceDescription {
  if (requirement !== undefined) return { place, found: isNotServed(requirement), state: 'lacking' };
  const kindsThatAre = (...servings: readonly Serving[]): string[] =>
    Object.entries(by).flatMap(([kind, serving]) => (servings.includes(serving) ? [kind] : []));
  const parts = [
    ['served', kindsThatAre('served')],
    ['refused', kindsThatAre('refused', 'absent')],
    ['not known', kindsThatAre('unclear')],
  ] as const;
  const outcomes = parts.flatMap(([word, kinds]) => (kinds.length === 0 ? [] : [`${word}: ${kinds.join(', ')}`]));
  if (outcomes.length === 0)
    return { place, found: 'not tried: there is no credential to try it with', state: 'unknown' };
  const found = Object.values(by);
  const isKnown = !found.includes('unclear');
  const state = !isKnown ? 'unknown' : found.every((one) => one === 'served') ? 'whole' : 'part';
  return { place, found: outcomes.join('; '), state };
}

import type { Serving } from '../core/serving.ts';
import { lineOf, notServed, describePlaces } from '../core/serving.ts';
import type { Report, ServedPlace, ServedPlaces } from './report.ts';

/** A missing place, as the cause of the findings and reasons that follow from it. */
export interface Lack {
  readonly place: string;
  /** The sentence in which checks name the missing place. */
  readonly told: string;
  readonly demandedBy: readonly string[];
}

/** Returns the places that the survey of a run found to be missing. */
export function lacksIn({ survey }: Pick<Report, 'survey'>): readonly Lack[] {
  return (survey?.places ?? []).flatMap(({ place, demandedBy = [] }) => {
    const [requirement] = demandedBy;
    return requirement === undefined ? [] : [{ place, told: notServed(place, requirement), demandedBy }];
  });
}

/**
 * Returns a line for each place that is missing or not known. If nothing at all was served, the result is empty,
 * because then something else than the places is wrong.
 */
export function doubtfulLines({ survey }: Pick<Report, 'survey'>): readonly string[] {
  if (survey?.places.some(({ by }) => Object.values(by).includes('served')) !== true) return [];
  return describePlaces(survey)
    .filter(({ state }) => state === 'lacking' || state === 'unknown')
    .map(lineOf);
}

/** Order that decides if the surveys of two shards differ: a place that was served once exists. */
const precedence: readonly Serving[] = ['served', 'refused', 'absent', 'unclear'];

/** Merges the surveys of several shards; undefined if there are none. */
export function mergedSurveys(surveys: readonly ServedPlaces[]): ServedPlaces | undefined {
  if (surveys.length === 0) return undefined;
  const byPlace = Map.groupBy(
    surveys.flatMap(({ places }) => places),
    ({ place }) => place,
  );
  const unknown = [...new Set(surveys.flatMap(({ unknownOperations = [] }) => unknownOperations))];
  return {
    places: [...byPlace].map(([place, all]) => mergedPlace(place, all)),
    ...(unknown.length === 0 ? {} : { unknownOperations: unknown }),
  };
}

function mergedPlace(place: string, all: readonly ServedPlace[]): ServedPlace {
  const kinds = new Set(all.flatMap(({ by }) => Object.keys(by)));
  const by = Object.fromEntries(
    [...kinds].map((kind) => [
      kind,
      precedence.find((serving) => all.some((one) => one.by[kind] === serving)) ?? 'unclear',
    ]),
  );
  const isThere = Object.values(by).some((serving) => serving !== 'absent');
  const demandedBy = isThere ? undefined : all.find((one) => one.demandedBy !== undefined)?.demandedBy;
  return { place, by, ...(demandedBy === undefined ? {} : { demandedBy }) };
}

import type { Serving } from '../core/serving.ts';
import { lineOf, notServed, toldPlaces } from '../core/serving.ts';
import type { Report, ServedPlace, ServedPlaces } from './report.ts';

/** A place that is not there, as the cause of what came to nothing for it. */
export interface Lack {
  readonly place: string;
  /** In the words in which checks name it. */
  readonly told: string;
  readonly demandedBy: readonly string[];
}

/** The places that the survey of a run found not to be there. */
export function lacksIn({ survey }: Pick<Report, 'survey'>): readonly Lack[] {
  return (survey?.places ?? []).flatMap(({ place, demandedBy = [] }) => {
    const [requirement] = demandedBy;
    return requirement === undefined ? [] : [{ place, told: notServed(place, requirement), demandedBy }];
  });
}

/** What is lacking or not known, a line each; where nothing at all was served, it is not the places that are in doubt. */
export function doubtfulLines({ survey }: Pick<Report, 'survey'>): readonly string[] {
  if (survey?.places.some(({ by }) => Object.values(by).includes('served')) !== true) return [];
  return toldPlaces(survey)
    .filter(({ state }) => state === 'lacking' || state === 'unknown')
    .map(lineOf);
}

/** What decides where the surveys of two shards differ: one that was served is there. */
const best: readonly Serving[] = ['served', 'refused', 'absent', 'unclear'];

/** The surveys of several shards as one; undefined where there is none. */
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
    [...kinds].map((kind) => [kind, best.find((serving) => all.some((one) => one.by[kind] === serving)) ?? 'unclear']),
  );
  const isThere = Object.values(by).some((serving) => serving !== 'absent');
  const demandedBy = isThere ? undefined : all.find((one) => one.demandedBy !== undefined)?.demandedBy;
  return { place, by, ...(demandedBy === undefined ? {} : { demandedBy }) };
}

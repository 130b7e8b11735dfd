import type { ServedPlaces, ServedPlace } from '../../core/serving.ts';
import type { ByKind, Lack, Survey } from '../survey/survey.ts';
import { lackAtListing, lackAtTokenPath, lackOfAuthorization } from '../survey/survey.ts';
import { authorizePath } from '../world/paths.ts';

/**
 * Returns the results of a survey, place by place: first the places that issue tokens, in the order in which a client
 * needs them.
 */
export function servedIn(survey: Survey): ServedPlaces {
  const { listings, tokenPaths, authorization, unknownOperations } = survey;
  const visited = authorization === undefined ? {} : { "a user's browser": authorization };
  return {
    places: [
      ...tokenPaths.map(({ path, by }) => placeOf(`POST ${path}`, by, lackAtTokenPath(survey, path))),
      placeOf(`GET ${authorizePath}`, visited, lackOfAuthorization(survey)),
      ...listings.map(({ path, by }) => placeOf(`GET ${path}`, by, lackAtListing(survey, path))),
    ],
    ...(unknownOperations.length === 0 ? {} : { unknownOperations }),
  };
}

function placeOf(place: string, by: ByKind<string>, lack: Lack | undefined): ServedPlace {
  return { place, by: by as ServedPlace['by'], ...(lack === undefined ? {} : { demandedBy: lack.demandedBy }) };
}

import type { Session } from '../target/session.ts';
import type { ByKind, Lack, Survey } from '../survey/survey.ts';
import { lackAtListing, lackAtTokenPath, toldLack } from '../survey/survey.ts';
import type { Examined } from './examined.ts';
import { note, ok } from './examined.ts';

/** What the tenant serves, a line for each listing and token path: a run exercises that, and names what is missing. */
export async function examineServing(session: Session): Promise<readonly Examined[]> {
  const survey = await session.survey();
  return survey === undefined ? [] : servingOf(survey);
}

/** A survey as lines. */
export function servingOf(survey: Survey): readonly Examined[] {
  const { listings, tokenPaths } = survey;
  return [
    ...tokenPaths.map(({ path, by }) => lineOf(`POST ${path}`, by, lackAtTokenPath(survey, path))),
    ...listings.map(({ path, by }) => lineOf(`GET ${path}`, by, lackAtListing(survey, path))),
  ];
}

function lineOf(place: string, by: ByKind<string>, lack: Lack | undefined): Examined {
  if (lack !== undefined) return note('serves', toldLack(lack));
  const those = (serving: string): string[] =>
    Object.entries(by).flatMap(([kind, found]) => (found === serving ? [kind] : []));
  const parts = [
    ['served', those('served')],
    ['refused', [...those('refused'), ...those('absent')]],
    ['not known', those('unclear')],
  ] as const;
  const told = parts.flatMap(([word, kinds]) => (kinds.length === 0 ? [] : [`${word}: ${kinds.join(', ')}`]));
  if (told.length === 0) return note('serves', `${place}: nothing is there to ask with`);
  const isServedToAll = those('served').length > 0 && told.length === 1;
  return (isServedToAll ? ok : note)('serves', `${place} (${told.join('; ')})`);
}

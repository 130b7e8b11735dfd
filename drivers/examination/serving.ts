import { lineOf, toldPlaces } from '../../core/serving.ts';
import type { Survey } from '../survey/survey.ts';
import { servedIn } from '../session/served.ts';
import type { Session } from '../session/session.ts';
import type { Examined } from './examined.ts';
import { note, ok } from './examined.ts';

/** What the tenant serves, a line for each place: a run exercises that, and names what is missing. */
export async function examineServing(session: Session): Promise<readonly Examined[]> {
  const survey = await session.survey();
  return survey === undefined ? [] : servingOf(survey);
}

/** A survey as lines. */
export function servingOf(survey: Survey): readonly Examined[] {
  return toldPlaces(servedIn(survey)).map((told) => (told.state === 'whole' ? ok : note)('serves', lineOf(told)));
}

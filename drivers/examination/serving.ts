import { lineOf, describePlaces } from '../../core/serving.ts';
import type { Survey } from '../survey/survey.ts';
import { servedIn } from '../session/served.ts';
import type { Session } from '../session/session.ts';
import type { Examined } from './examined.ts';
import { note, ok } from './examined.ts';

/** Returns a line for each place that the tenant serves or lacks. A run exercises the served ones. */
export async function examineServing(session: Session): Promise<readonly Examined[]> {
  const survey = await session.survey();
  return survey === undefined ? [] : servingOf(survey);
}

/** Returns the lines for a survey. */
export function servingOf(survey: Survey): readonly Examined[] {
  return describePlaces(servedIn(survey)).map((place) =>
    (place.state === 'whole' ? ok : note)('serves', lineOf(place)),
  );
}

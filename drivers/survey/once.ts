import type { Target } from '../session/target.ts';
import type { Survey } from './survey.ts';
import { takeSurvey } from './take.ts';

/**
 * Finds out once what a tenant serves, and tells it to each target by which the tenant is reached. A person who carries out
 * the operations of the control is not asked to do so for that.
 *
 * @param known what was found out before
 */
export function surveyOnce(by: Target, known?: Survey): (target: Target) => Promise<Survey | undefined> {
  let taken: Promise<Survey | undefined> | undefined;
  return async (target) => {
    taken ??= known !== undefined || by.control.kind === 'manual' ? Promise.resolve(known) : takeSurvey(by);
    const survey = await taken;
    target.survey = survey;
    target.control.withdraw(survey?.unknownOperations ?? []);
    return survey;
  };
}

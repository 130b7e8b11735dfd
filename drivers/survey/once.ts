import type { Target } from '../session/target.ts';
import type { Survey } from './survey.ts';
import { takeSurvey } from './take.ts';

/**
 * Finds out once what a tenant serves, and gives the result to each target by which the tenant is reached. If a person
 * carries out the operations of the control, the person is not asked to do so for a survey.
 *
 * @param known an earlier survey
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

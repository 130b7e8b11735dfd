import type { Outcome, ProfileName, Report, ReportedCheck, ReportedRequirement, RequirementVerdict } from './report.ts';
import { isUnreliable } from './weather.ts';

/** The verdicts that decide an outcome, from a report or before there is one. */
export interface Judged {
  readonly checks: readonly Pick<ReportedCheck, 'verdict'>[];
  readonly requirements: readonly Pick<ReportedRequirement, 'verdict'>[];
}

/** Verdicts that mean that the tenant was tested and that its answers allow a conclusion. */
const exercised: ReadonlySet<RequirementVerdict> = new Set(['passed', 'failed', 'warning', 'waived']);

export function isExercised(verdict: RequirementVerdict): boolean {
  return exercised.has(verdict);
}

/** Returns every verdict of the checks and requirements of a report. */
export function verdictsIn(report: Judged): ReadonlySet<RequirementVerdict> {
  return new Set<RequirementVerdict>([
    ...report.checks.map((check) => check.verdict),
    ...report.requirements.map((requirement) => requirement.verdict),
  ]);
}

/** Reports whether no check allows a conclusion about the tenant. */
export function nothingExercised(verdicts: ReadonlySet<RequirementVerdict>): boolean {
  return ![...verdicts].some(isExercised);
}

/** Returns the required profiles that were not exercised whole, in the order in which they are required. */
export function notWhole(report: Pick<Report, 'profiles'>, required: readonly ProfileName[]): ProfileName[] {
  return required.filter((name) => report.profiles.find((profile) => profile.name === name)?.exercised !== 'whole');
}

/** Returns the profiles that were exercised whole. */
export function wholeProfiles(report: Pick<Report, 'profiles'>): ProfileName[] {
  return report.profiles.filter(({ exercised }) => exercised === 'whole').map(({ name }) => name);
}

/**
 * Returns the outcome of a run. A run is conforming only if it exercised each claimed profile whole; without claims,
 * each profile. A run that exercised nothing is incomplete, and ends with a status other than 0.
 */
export function outcomeOf(
  report: Judged & Pick<Report, 'profiles' | 'weather' | 'controlWeather'>,
  options: {
    readonly required: readonly ProfileName[];
    /** The profiles that the tenant is said to keep whole; an empty list means all profiles. */
    readonly claims: readonly ProfileName[];
    readonly interrupted: boolean;
    readonly failOnWarning?: boolean | undefined;
  },
): Outcome {
  const verdicts = verdictsIn(report);
  if (verdicts.has('failed') || (options.failOnWarning === true && verdicts.has('warning'))) return 'not-conforming';
  if (verdicts.has('broken')) return 'broken';
  if (verdicts.has('inconclusive') || options.interrupted) return 'incomplete';
  if (isUnreliable(report)) return 'incomplete';
  if (notWhole(report, options.required).length > 0 || nothingExercised(verdicts)) return 'incomplete';
  // claims are required, so they are whole at this point
  return options.claims.length > 0 || wholeProfiles(report).length === report.profiles.length
    ? 'conforming'
    : 'partly-exercised';
}

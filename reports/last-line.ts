import { isExercised, notWhole, nothingExercised, verdictsIn } from './outcome.ts';
import type { Outcome, Report, ReportedRequirement, RequirementVerdict, Verdict } from './report.ts';
import { disturbedTooOften, weatherSentence } from './weather.ts';
import { capitalised, counted, listed, shardName } from './wording.ts';

const mostIds = 8;

/** What a run comes to, in one line. */
export function lastLine(report: Report): string {
  return [verdictSentence(report), ...whatElse(report)].join(' ');
}

function verdictSentence(report: Report): string {
  const exercised = report.requirements.filter(({ verdict }) => isExercised(verdict)).length;
  const sentences: Readonly<Record<Outcome, () => string>> = {
    conforming: () => `Conforming: ${counted(exercised, 'requirement')} exercised, none broken${butWaived(report)}.`,
    'not-conforming': () => notConforming(report),
    broken: () => `Broken: the test bed failed${whereBroken(report)}; ${noneBroken(exercised)}.`,
    incomplete: () => `Incomplete: ${[...whyIncomplete(report), noneBroken(exercised)].join('; ')}.`,
  };
  return sentences[report.outcome]();
}

function butWaived(report: Report): string {
  return having(report, 'waived').length === 0 ? '' : ' that is not waived';
}

function whereBroken(report: Report): string {
  const broken = report.checks.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);
  return broken.length === 0 ? '' : ` in ${counted(broken.length, 'check')} (${listed(broken, 3)})`;
}

function noneBroken(exercised: number): string {
  if (exercised === 0) return 'nothing can be said of the tenant';
  return exercised === 1
    ? 'the one requirement exercised was not broken'
    : `none of the ${counted(exercised, 'requirement')} exercised was broken`;
}

function notConforming(report: Report): string {
  const failed = having(report, 'failed');
  if (failed.length > 0) return `Not conforming: ${counted(failed.length, 'requirement')} broken${ids(failed)}.`;
  const warned = having(report, 'warning');
  return `Not conforming, with warnings counted as failures: ${counted(warned.length, 'warning')}${ids(warned)}.`;
}

function whyIncomplete(report: Report): string[] {
  const inconclusive = report.checks.filter(({ verdict }) => verdict === 'inconclusive').length;
  const lacking = notWhole(report, report.required ?? []);
  return [
    ...stoppedShort(report),
    ...(inconclusive === 0 ? [] : [`${counted(inconclusive, 'check')} came to no conclusion`]),
    ...(lacking.length === 0 ? [] : [`required and not exercised whole: ${lacking.join(', ')}`]),
    ...(nothingExercised(verdictsIn(report)) ? ['nothing was exercised'] : []),
    ...(report.controlWeather?.unsteady ?? []).map(
      (operation) => `the control said now and then that it does not support ${operation} (501)`,
    ),
    ...disturbedTooOften(report).map(
      (one) => `${one.endpoint} was disturbed too often to be relied on (${weatherSentence(one)})`,
    ),
  ];
}

function whatElse(report: Report): string[] {
  const waived = having(report, 'waived');
  const warned =
    report.outcome === 'not-conforming' && having(report, 'failed').length === 0 ? [] : having(report, 'warning');
  // a check of one profile may prove a requirement of another, which was not asked for by that
  const asked = new Set(report.selectedProfiles ?? report.checks.map(({ profile }) => profile));
  const within = (verdict: RequirementVerdict): number =>
    having(report, verdict).filter(({ profile }) => asked.has(profile)).length;
  const [planned, skipped] = [within('planned'), within('not-exercised')];
  const ofThese = report.profiles.every(({ name }) => asked.has(name)) ? '' : ' of these profiles';
  return [
    ...(warned.length === 0 ? [] : [`${counted(warned.length, 'warning')}${ids(warned)}.`]),
    ...(waived.length === 0
      ? []
      : [
          `Broken and waived: ${listed(
            waived.map(({ id }) => id),
            mostIds,
          )}.`,
        ]),
    ...leftOpen(report),
    ...(skipped === 0 || nothingExercised(verdictsIn(report))
      ? []
      : [`${counted(skipped, 'requirement')}${ofThese} ${were(skipped)} not exercised.`]),
    ...(planned === 0 ? [] : [`${counted(planned, 'requirement')}${ofThese} ${have(planned)} no check yet.`]),
    ...(report.outcome === 'incomplete' ? [] : stoppedShort(report).map((why) => `${capitalised(why)}.`)),
  ];
}

/** What else has no verdict, where the outcome is another's doing. */
function leftOpen({ outcome, checks }: Report): string[] {
  const ended = (wanted: Verdict): number => checks.filter(({ verdict }) => verdict === wanted).length;
  const broken = outcome === 'not-conforming' ? ended('broken') : 0;
  const inconclusive = outcome === 'not-conforming' || outcome === 'broken' ? ended('inconclusive') : 0;
  return [
    ...(broken === 0 ? [] : [`The test bed failed in ${counted(broken, 'check')}.`]),
    ...(inconclusive === 0 ? [] : [`${counted(inconclusive, 'check')} came to no conclusion.`]),
  ];
}

/** Why there is less than the whole run in the report. */
function stoppedShort({ interrupted, bailed, missingShards = [] }: Report): string[] {
  if (missingShards.length > 0) {
    const names = listed(missingShards.map(shardName), mostIds);
    return [missingShards.length === 1 ? `shard ${names} is missing` : `shards ${names} are missing`];
  }
  if (interrupted === true) return ['the run was interrupted'];
  return bailed === true ? ['the run ended at its first failure'] : [];
}

function having(report: Report, wanted: RequirementVerdict): ReportedRequirement[] {
  return report.requirements.filter(({ verdict }) => verdict === wanted);
}

function ids(requirements: readonly ReportedRequirement[]): string {
  return requirements.length === 0
    ? ''
    : ` (${listed(
        requirements.map(({ id }) => id),
        mostIds,
      )})`;
}

const were = (count: number): string => (count === 1 ? 'was' : 'were');
const have = (count: number): string => (count === 1 ? 'has' : 'have');

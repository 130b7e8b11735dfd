import { stricterGates } from './gate.ts';
import { isExercised, notWhole, nothingExercised, verdictsIn, wholeProfiles } from './outcome.ts';
import type { Outcome, Report, ReportedRequirement, RequirementVerdict, Verdict } from './report.ts';
import { staleWaivers, waived as waivedWhat } from './waivers.ts';
import { disturbedTooOften, weatherSentence } from './weather.ts';
import { capitalised, counted, listed, outcomeWords, shardName } from './wording.ts';

const mostIds = 8;

/** Returns the result of a run in one line. The line begins with the words of the outcome. */
export function lastLine(report: Report): string {
  return [`${outcomeWords[report.outcome]}${verdictSentence(report)}`, ...furtherSentences(report)].join(' ');
}

function verdictSentence(report: Report): string {
  const exercised = report.requirements.filter(({ verdict }) => isExercised(verdict)).length;
  const sentences: Readonly<Record<Outcome, () => string>> = {
    conforming: () => `: ${conformingWith(report, exercised)}, none broken${butWaived(report)}.`,
    'partly-exercised': () =>
      `: ${exercised} of ${counted(report.requirements.length, 'requirement')}, none failed${butWaived(report)}; ${howMuchIsWhole(report)}.`,
    'not-conforming': () => notConforming(report),
    broken: () => `${whereBroken(report)}; ${noneBroken(exercised)}.`,
    incomplete: () => `: ${[...whyIncomplete(report), noneBroken(exercised)].join('; ')}.`,
  };
  return sentences[report.outcome]();
}

function conformingWith({ claims = [] }: Report, exercised: number): string {
  const exercisedText = `${counted(exercised, 'requirement')} exercised`;
  return claims.length === 0 ? exercisedText : `claimed and exercised whole: ${claims.join(', ')}; ${exercisedText}`;
}

function howMuchIsWhole(report: Report): string {
  const whole = wholeProfiles(report);
  return `${whole.length === 0 ? 'no profile' : whole.join(', ')} ${were(whole.length || 1)} exercised whole`;
}

function butWaived(report: Report): string {
  return requirementsWith(report, 'waived').length === 0 ? '' : ' that is not waived';
}

function whereBroken(report: Report): string {
  const broken = report.checks.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id);
  return broken.length === 0 ? '' : ` in ${counted(broken.length, 'check')} (${listed(broken, 3)})`;
}

function noneBroken(exercised: number): string {
  if (exercised === 0) return 'the run is inconclusive for this tenant';
  return exercised === 1
    ? 'the one requirement exercised did not fail'
    : `none of the ${counted(exercised, 'requirement')} exercised failed`;
}

function notConforming(report: Report): string {
  const failed = requirementsWith(report, 'failed');
  if (failed.length > 0) return `: ${counted(failed.length, 'requirement')} broken${ids(failed)}.`;
  const warned = requirementsWith(report, 'warning');
  return `, with warnings counted as failures: ${counted(warned.length, 'warning')}${ids(warned)}.`;
}

function whyIncomplete(report: Report): string[] {
  const inconclusive = report.checks.filter(({ verdict }) => verdict === 'inconclusive').length;
  const lacking = notWhole(report, report.required ?? []);
  return [
    ...whyCutShort(report),
    ...(inconclusive === 0 ? [] : [`${counted(inconclusive, 'check')} came to no conclusion`]),
    ...(lacking.length === 0 ? [] : [`required and not exercised whole: ${lacking.join(', ')}${leftOut(report)}`]),
    ...(nothingExercised(verdictsIn(report)) ? ['nothing was exercised'] : []),
    ...(report.controlWeather?.unsteady ?? []).map(
      (operation) => `the control sometimes answered that it does not support ${operation} (501)`,
    ),
    ...disturbedTooOften(report).map(
      (one) => `${one.endpoint} was disturbed too often for a reliable result (${weatherSentence(one)})`,
    ),
  ];
}

/** Returns a note on the claims that the command line excluded, so that no tenant could have met them. */
function leftOut({ claims = [], selectedProfiles, shard }: Report): string {
  if (shard !== undefined) return ' (no shard alone exercises a profile whole)';
  const without = selectedProfiles === undefined ? [] : claims.filter((name) => !selectedProfiles.includes(name));
  return without.length === 0 ? '' : ` (claimed and left out by --profile: ${without.join(', ')})`;
}

function furtherSentences(report: Report): string[] {
  const waived = requirementsWith(report, 'waived');
  const warned =
    report.outcome === 'not-conforming' && requirementsWith(report, 'failed').length === 0
      ? []
      : requirementsWith(report, 'warning');
  // a check of one profile may prove a requirement of another profile that was not asked for
  const asked = new Set(report.selectedProfiles ?? report.checks.map(({ profile }) => profile));
  const askedCount = (verdict: RequirementVerdict): number =>
    requirementsWith(report, verdict).filter(({ profile }) => asked.has(profile)).length;
  const [planned, skipped] = [askedCount('planned'), askedCount('not-exercised')];
  const ofThese = report.profiles.every(({ name }) => asked.has(name)) ? '' : ` of ${listed([...asked], 3)}`;
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
    ...stricterGates(report),
    ...otherUnjudged(report),
    ...staleInWords(report),
    ...(skipped === 0 || nothingExercised(verdictsIn(report))
      ? []
      : [`${counted(skipped, 'requirement')}${ofThese} ${were(skipped)} not exercised.`]),
    ...(planned === 0 ? [] : [`${counted(planned, 'requirement')}${ofThese} ${have(planned)} no check yet.`]),
    ...(report.outcome === 'incomplete' ? [] : whyCutShort(report).map((why) => `${capitalised(why)}.`)),
  ];
}

/** Returns a sentence on the waivers that should be removed, because they alone may make a run fail. */
function staleInWords(report: Report): string[] {
  const stale = staleWaivers(report).map(({ waiver, why }) => `${waivedWhat(waiver)} (${why})`);
  if (stale.length === 0) return [];
  return [`${counted(stale.length, 'waiver')} ${stale.length === 1 ? 'is' : 'are'} stale: ${listed(stale, 3)}.`];
}

/** Returns sentences on checks without a verdict, if other checks decided the outcome. */
function otherUnjudged({ outcome, checks }: Report): string[] {
  const ended = (wanted: Verdict): number => checks.filter(({ verdict }) => verdict === wanted).length;
  const broken = outcome === 'not-conforming' ? ended('broken') : 0;
  const inconclusive = outcome === 'not-conforming' || outcome === 'broken' ? ended('inconclusive') : 0;
  return [
    ...(broken === 0 ? [] : [`The test bed failed in ${counted(broken, 'check')}.`]),
    ...(inconclusive === 0 ? [] : [`${counted(inconclusive, 'check')} came to no conclusion.`]),
  ];
}

/** Returns the reasons why the report does not contain the whole run. */
function whyCutShort({ interrupted, bailed, missingShards = [] }: Report): string[] {
  if (missingShards.length > 0) {
    const names = listed(missingShards.map(shardName), mostIds);
    return [missingShards.length === 1 ? `shard ${names} is missing` : `shards ${names} are missing`];
  }
  if (interrupted === true) return ['the run was interrupted'];
  return bailed === true ? ['the run ended at its first failure'] : [];
}

function requirementsWith(report: Report, wanted: RequirementVerdict): ReportedRequirement[] {
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

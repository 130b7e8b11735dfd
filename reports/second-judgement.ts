import { verdictOfFinding, worst } from '../core/verdict.ts';
import type { Catalogue } from './assemble.ts';
import { catalogueDigest } from './assemble.ts';
import { conclude, describedIn, premisesOf } from './conclusions.ts';
import { canonicalJson } from './digest.ts';
import type { Judge } from './rejudge.ts';
import { rejudged, saysTheSame } from './rejudge.ts';
import type { Report, ReportedCheck, ReportedFailure } from './report.ts';

/** The result of judging a stored report again. */
export interface SecondJudgement {
  /** Sentences about the parts of the report that do not follow from its data; none for a consistent report. */
  readonly differences: readonly string[];
  /** Sentences about the parts that could not be checked, with the reason. */
  readonly notes: readonly string[];
  /** Number of failures whose stored evidence was judged again. */
  readonly judgedAnew: number;
  /** Number of failures whose evidence cannot be judged again. */
  readonly notJudged: number;
}

/**
 * Judges a stored report again: whether its verdicts follow from one another, and its failures from their evidence. It
 * sends no requests. A report has no evidence of passed checks, so their verdict is taken from the report.
 */
export function secondJudgement(report: Report, checks: readonly Judge[], catalogue: Catalogue): SecondJudgement {
  const judges = new Map(checks.map((check) => [check.id, check]));
  const evidence = report.checks.map((check) => evidenceDifferences(check, judges.get(check.id)));
  const known = report.catalogue.digest === catalogueDigest(catalogue);
  return {
    differences: [
      ...(known ? catalogueDifferences(report, catalogue) : []),
      ...report.checks.flatMap((check) => [...checkDifferences(report, check)]),
      ...conclusionDifferences(report),
      ...evidence.flatMap(({ differences }) => differences),
    ],
    notes: [
      ...(known
        ? []
        : ['the run used another catalogue than this version has: its requirements are taken from the report']),
    ],
    judgedAnew: evidence.reduce((sum, { judged }) => sum + judged, 0),
    notJudged: evidence.reduce((sum, { unjudged }) => sum + unjudged, 0),
  };
}

/** Returns the differences between the requirements that the report lists and those of the catalogue that it names. */
function catalogueDifferences({ requirements }: Report, catalogue: Catalogue): string[] {
  const listed = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const missing = catalogue.requirements
    .filter(({ id }) => !listed.has(id))
    .map(({ id }) => `${id} is not in the report`);
  const altered = catalogue.requirements.flatMap((requirement) => {
    const { id } = requirement;
    const found = listed.get(id);
    if (found === undefined) return [];
    const [expected, reported] = [describedIn(requirement), describedIn(found)];
    return (['profile', 'basis', 'statement', 'section', 'from'] as const)
      .filter((member) => canonicalJson(expected[member] ?? null) !== canonicalJson(reported[member] ?? null))
      .map((member) => `${id}: its ${member} is not that of the catalogue`);
  });
  const ids = new Set(catalogue.requirements.map(({ id }) => id));
  const foreign = requirements.filter(({ id }) => !ids.has(id)).map(({ id }) => `${id} is not in the catalogue`);
  return [...missing, ...altered, ...foreign];
}

/**
 * Yields the contradictions of a check. Its verdict follows from its verdicts on requirements, and these from its
 * findings.
 */
function* checkDifferences(report: Report, check: ReportedCheck): Generator<string> {
  const { id, verdict, verdicts, findings } = check;
  if (verdicts === undefined) return;
  const follows = worst(Object.values(verdicts));
  if (verdict !== follows)
    yield `${id}: its verdict is ${verdict}, but ${follows} follows from its verdicts on requirements`;
  for (const [requirement, stated] of Object.entries(verdicts)) {
    const found = findings.find((finding) => finding.requirement === requirement);
    if (found === undefined && (stated === 'failed' || stated === 'warning' || stated === 'waived')) {
      yield `${id}: ${requirement} is ${stated}, but nothing was found wrong`;
    }
    if (found !== undefined && stated !== found.verdict && !(stated === 'waived' && found.verdict === 'failed')) {
      yield `${id}: ${requirement} is ${stated}, but a finding says ${found.verdict}`;
    }
    if (stated === 'waived' && !isWaived(report, id, requirement)) {
      yield `${id}: ${requirement} is waived, but no waiver of the report names it`;
    }
  }
  for (const finding of findings) {
    const basis = report.requirements.find((one) => one.id === finding.requirement)?.basis;
    if (basis !== undefined && verdictOfFinding(basis) !== finding.verdict) {
      yield `${id}: a finding of ${finding.requirement} says ${finding.verdict}, but the requirement is ${basis}`;
    }
    if (verdicts[finding.requirement] === undefined)
      yield `${id}: it found ${finding.requirement} broken, which it does not prove`;
    const failure = failuresOf(check).find((one) => one.requirement === finding.requirement);
    if (failure === undefined) yield `${id}: no evidence shows the finding of ${finding.requirement}`;
    else if (failure.observed !== finding.observed || failure.expected !== finding.expected) {
      yield `${id}: the report describes the finding of ${finding.requirement} in two ways`;
    }
  }
}

function isWaived({ waivers = [] }: Report, check: string, requirement: string): boolean {
  return waivers.some(
    (waiver) =>
      waiver.check === check &&
      waiver.state === 'applied' &&
      (waiver.requirement === undefined || waiver.requirement === requirement),
  );
}

/** Returns the differences between the report's conclusions and those that follow from its checks. */
function conclusionDifferences(report: Report): string[] {
  const concluded = conclude(premisesOf(report));
  const stated = new Map(report.requirements.map((requirement) => [requirement.id, requirement]));
  const differences = concluded.requirements
    .filter(({ id, verdict }) => stated.get(id)?.verdict !== verdict)
    .map(({ id, verdict }) => `${id} is ${stated.get(id)?.verdict ?? 'missing'}, but its checks say ${verdict}`);
  const profiles = new Map(report.profiles.map((profile) => [profile.name, profile]));
  for (const profile of concluded.profiles) {
    const found = profiles.get(profile.name);
    if (canonicalJson(found) !== canonicalJson(profile)) {
      differences.push(
        `profile ${profile.name} is ${found?.exercised ?? 'missing'}, ${found?.verdict ?? 'missing'}, but ${profile.exercised}, ${profile.verdict} with other counts or verdicts follows from its requirements`,
      );
    }
  }
  for (const [verdict, count] of Object.entries(concluded.summary)) {
    const found = report.summary[verdict as keyof Report['summary']];
    if (found !== count) differences.push(`the summary counts ${found} as ${verdict}, but there are ${count}`);
  }
  if (report.outcome !== concluded.outcome) {
    differences.push(`the outcome is ${report.outcome}, but ${concluded.outcome} follows from the verdicts`);
  }
  return differences;
}

function evidenceDifferences(
  check: ReportedCheck,
  judge: Judge | undefined,
): { readonly differences: string[]; readonly judged: number; readonly unjudged: number } {
  const differences: string[] = [];
  let [judged, unjudged] = [0, 0];
  for (const failure of failuresOf(check)) {
    const found = judge === undefined ? undefined : rejudged(failure, judge);
    if (failure.gathered === undefined || judge === undefined) unjudged++;
    else {
      judged++;
      const subject = `${check.id}: the evidence for ${failure.requirement}`;
      if (found === undefined) differences.push(`${subject} cannot be judged any more`);
      else if (found === null) differences.push(`${subject} shows nothing wrong`);
      else if (!saysTheSame(failure, found)) {
        differences.push(
          `${subject} shows that ${found.subject} ${found.observed}, but the report says that it ${failure.observed}, expected ${failure.expected}`,
        );
      }
    }
  }
  return { differences, judged, unjudged };
}

function failuresOf({ failure, furtherFailures = [] }: ReportedCheck): readonly ReportedFailure[] {
  return failure === undefined ? furtherFailures : [failure, ...furtherFailures];
}

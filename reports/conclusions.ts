import type { Verdict } from '../core/verdict.ts';
import { worst } from '../core/verdict.ts';
import { isExercised, outcomeOf } from './outcome.ts';
import type {
  EndpointWeather,
  Outcome,
  ProfileName,
  ProfileResult,
  Report,
  ReportedCheck,
  ReportedRequirement,
  VerdictCounts,
} from './report.ts';
import { mostShownReasons } from './wording.ts';

/** A check as conclusions need it: its own verdict, and its verdict on each requirement. */
export interface Conclusive {
  readonly id: string;
  readonly verdict: Verdict;
  readonly verdicts?: Readonly<Record<string, Verdict>>;
  readonly reason?: string;
  readonly reasons?: Readonly<Record<string, string>>;
  readonly causes?: readonly string[];
}

/** A requirement as the catalogue describes it, without the results of a run. */
export type DescribedRequirement = Omit<ReportedRequirement, 'verdict' | 'checks' | 'reason'>;

/** All data that conclusions are drawn from. */
export interface Premises {
  readonly results: readonly Conclusive[];
  /** The requirements, in the order of the catalogue. */
  readonly requirements: readonly DescribedRequirement[];
  readonly profileNames: readonly ProfileName[];
  /**
   * Ids of the checks that prove a requirement, whether they were run or not. A requirement without checks is
   * `planned`.
   */
  readonly checksByRequirement: ReadonlyMap<string, readonly string[]>;
  /** Profiles that must have been exercised whole. */
  readonly required: readonly ProfileName[];
  /** Profiles that the tenant is said to keep whole; they are required too. */
  readonly claims?: readonly ProfileName[] | undefined;
  readonly interrupted: boolean;
  /** Whether shards of the run are missing, so that their results are not known. */
  readonly shardsMissing?: boolean;
  readonly failOnWarning?: boolean | undefined;
  readonly weather?: readonly EndpointWeather[] | undefined;
  readonly controlWeather?: Report['controlWeather'] | undefined;
}

/** Everything that follows from the verdicts of the checks alone. */
export interface Conclusions {
  readonly outcome: Outcome;
  readonly summary: Record<Verdict, number>;
  readonly profiles: readonly ProfileResult[];
  readonly requirements: readonly ReportedRequirement[];
}

/**
 * Draws conclusions from the results of checks. The verdict of a requirement is the worst verdict of its checks; a
 * check that was not selected does not count.
 */
export function conclude(premises: Premises): Conclusions {
  const requirements = requirementResults(premises);
  const profiles = premises.profileNames.map((name) => profileResult(name, requirements));
  const { results, required, claims = [], interrupted, failOnWarning, weather = [], controlWeather = {} } = premises;
  const judged = { checks: results, requirements, profiles, weather, controlWeather };
  return {
    outcome: outcomeOf(judged, { required, claims, interrupted, failOnWarning }),
    summary: summaryOf(results),
    profiles,
    requirements,
  };
}

/** Returns the members of a requirement that the catalogue describes, without any others. */
export function describedIn({
  id,
  profile,
  basis,
  statement,
  section,
  from,
}: DescribedRequirement): DescribedRequirement {
  return { id, profile, basis, statement, section, ...(from === undefined ? {} : { from }) };
}

/**
 * Returns the data that conclusions on a written report are drawn from: its own checks and its own list of
 * requirements.
 */
export function premisesOf(report: Report, checks: readonly ReportedCheck[] = report.checks): Premises {
  return {
    results: checks,
    requirements: report.requirements.map(describedIn),
    profileNames: report.profiles.map(({ name }) => name),
    checksByRequirement: new Map(report.requirements.map(({ id, checks }) => [id, checks])),
    required: report.required ?? [],
    claims: report.claims,
    interrupted: report.interrupted === true,
    shardsMissing: (report.missingShards ?? []).length > 0,
    failOnWarning: report.failOn === 'warning',
    weather: report.weather,
    controlWeather: report.controlWeather,
  };
}

function requirementResults(premises: Premises): ReportedRequirement[] {
  const { results, checksByRequirement } = premises;
  return premises.requirements.map((requirement) => {
    const entry = describedIn(requirement);
    const { id } = entry;
    const judging = results.filter((result) => result.verdicts?.[id] !== undefined);
    const checks = [...new Set([...(checksByRequirement.get(id) ?? []), ...judging.map((result) => result.id)])];
    if (checks.length === 0) return { ...entry, verdict: 'planned', checks };
    const verdict = worst(judging.map((result) => result.verdicts?.[id] ?? 'not-exercised'));
    if (verdict !== 'not-exercised') return { ...entry, verdict, checks };
    return { ...entry, verdict, reason: reasonOf(id, judging, premises), checks };
  });
}

function reasonOf(id: string, judging: readonly Conclusive[], { shardsMissing }: Premises): string {
  const reasons = new Set(
    judging.flatMap(
      ({ reason, reasons, causes }) => causes?.slice(0, mostShownReasons) ?? reasons?.[id] ?? reason ?? [],
    ),
  );
  if (reasons.size > 0) return [...reasons].sort().join('; ');
  if (judging.length > 0) return 'its checks gave no reason';
  return shardsMissing === true
    ? 'its checks were not selected for this run, or are of a shard that is missing'
    : 'its checks were not selected for this run';
}

/**
 * Returns the result of a profile. It is whole if each of its requirements was exercised, including those that no check
 * covers yet.
 */
function profileResult(name: ProfileName, all: readonly ReportedRequirement[]): ProfileResult {
  const mine = all.filter(({ profile }) => profile === name);
  const exercised = mine.filter(({ verdict }) => isExercised(verdict)).length;
  const counts: { -readonly [V in keyof VerdictCounts]: VerdictCounts[V] } = {};
  for (const { verdict } of mine) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return {
    name,
    exercised: exercised === 0 ? 'none' : exercised === mine.length ? 'whole' : 'part',
    verdict: worst(mine.flatMap(({ verdict }) => (verdict === 'planned' ? [] : verdict))),
    counts,
  };
}

function summaryOf(results: readonly Conclusive[]): Record<Verdict, number> {
  const summary = {
    passed: 0,
    failed: 0,
    warning: 0,
    'not-exercised': 0,
    inconclusive: 0,
    broken: 0,
    waived: 0,
  } satisfies Record<Verdict, number>;
  for (const { verdict } of results) summary[verdict]++;
  return summary;
}
